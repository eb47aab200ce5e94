"""Tests of the documentation for users."""
