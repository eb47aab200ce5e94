"""Settings of all tests."""

import signal

from hypothesis import settings

# The time of an example is not a property of the code.
settings.register_profile("quicksalt", deadline=None)
settings.load_profile("quicksalt")

# A shell starts background jobs with this signal ignored; tests interrupt themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)
