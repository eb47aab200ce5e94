"""Initialisation, for compatibility with libsodium."""


def sodium_init() -> None:
    """Do nothing: each candidate is tested on first use, and calls do not wait for one another."""
