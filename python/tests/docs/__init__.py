"""Tests of the texts that users read."""
