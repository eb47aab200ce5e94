"""Exceptions of hash-based signatures; `quicksalt.exceptions` has the exceptions of all modules."""

from __future__ import annotations

from quicksalt import exceptions as exc


class ExecutorError(exc.RuntimeError):
    """An executor does not accept work, or failed."""


class StateError(exc.CryptoError):
    """The state of a signing key is unavailable or does not allow signing; the message advises."""


class ExhaustedError(StateError):
    """A key does not have enough unused one-time keys, or the requested one is already used."""


class RecoveryError(exc.CryptoError):
    """The credentials do not lead to the published key."""


class RollbackError(StateError):
    """The state of a key is a copy, or older than a known state."""


class UnsafeCompatError(exc.CryptoError):
    """An old format allows the operation, but it would reveal the key."""
