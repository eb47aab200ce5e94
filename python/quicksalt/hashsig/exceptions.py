"""Exceptions of hash-based signatures; those of the whole package are in `quicksalt.exceptions`."""

from __future__ import annotations

from quicksalt import exceptions as exc


class ExecutorError(exc.RuntimeError):
    """An executor takes no work, or has given up what it was at."""


class ExhaustedError(exc.CryptoError):
    """A key has no one-time key left, or none of the index asked for."""


class RecoveryError(exc.CryptoError):
    """Credentials do not lead back to the published key."""


class UnsafeCompatError(exc.CryptoError):
    """An old format allows it, but it would give the key away."""
