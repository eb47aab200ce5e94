"""Exceptions of hash-based signatures; those of the whole package are in `quicksalt.exceptions`."""

from __future__ import annotations

from quicksalt import exceptions as exc


class ExecutorError(exc.RuntimeError):
    """An executor takes no work, or has given up what it was at."""


class StateError(exc.CryptoError):
    """The state of a signing key cannot be had or does not allow it; the text says what to do."""


class ExhaustedError(StateError):
    """A key has no one-time key left, or fewer than asked for, or none of the index asked for."""


class RecoveryError(exc.CryptoError):
    """Credentials do not lead back to the published key."""


class RollbackError(StateError):
    """The state of a key is a copy, or older than what is known."""


class UnsafeCompatError(exc.CryptoError):
    """An old format allows it, but it would give the key away."""
