"""Hypothesis without deadlines: how long an example takes is no property of it."""

from hypothesis import settings

settings.register_profile("quicksalt", deadline=None)
settings.load_profile("quicksalt")
