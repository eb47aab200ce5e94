"""The clock of the ruler's own tests."""

from ..quicksalt_lab.conftest import hands

__all__ = ["hands"]
