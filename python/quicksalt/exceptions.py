"""Exceptions, the same classes as PyNaCl's."""

import builtins


class CryptoError(Exception):
    """Base of every exception that cryptographic code raises."""


class ValueError(builtins.ValueError, CryptoError):  # noqa: A001
    """A value is not acceptable."""


class RuntimeError(builtins.RuntimeError, CryptoError):  # noqa: A001
    """Something failed that should not have."""
