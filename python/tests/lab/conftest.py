"""The fake clock for the tests of the ruler."""

from ..quicksalt_lab.conftest import hands

__all__ = ["hands"]
