"""Tests of quicksalt-lab."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.texts")
