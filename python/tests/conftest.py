"""Settings of all tests."""

import os
import signal

import pytest
from hypothesis import settings

# Its assertions show how texts differ.
pytest.register_assert_rewrite("tests.golden")

# The time of an example is not a property of the code.
settings.register_profile("quicksalt", deadline=None)
settings.load_profile("quicksalt")

# pytest-xdist tells its workers a width; output that is no terminal has none.
os.environ.pop("COLUMNS", None)

# A shell starts background jobs with this signal ignored; tests interrupt themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)
