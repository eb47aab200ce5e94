"""Settings for all tests."""

import os
import signal

import pytest
from hypothesis import settings

# With rewritten assertions, this module's failures show the differences of texts.
pytest.register_assert_rewrite("tests.golden")

# The run time of an example is not a property of the code.
settings.register_profile("quicksalt", deadline=None)
settings.load_profile("quicksalt")

# pytest-xdist sets a width for its workers; output without a terminal lacks one.
os.environ.pop("COLUMNS", None)

# Shells start background jobs with SIGINT ignored; tests interrupt themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)
