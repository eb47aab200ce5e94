"""Exceptions of hash-based signatures; all others are in `quicksalt.exceptions`."""

from __future__ import annotations

from quicksalt import exceptions as exc


class ExecutorError(exc.RuntimeError):
    """An executor does not accept work, or failed."""


class StateError(exc.CryptoError):
    """A signing key's state is unavailable or does not allow signing; the message gives advice."""


class ExhaustedError(StateError):
    """Not enough one-time keys are unused, or the requested one-time key is already used."""


class RecoveryError(exc.CryptoError):
    """The credentials do not lead to the published key."""


class RollbackError(StateError):
    """The state of a key is a copy, or older than a known state."""


class UnsafeCompatError(exc.CryptoError):
    """An old format allows the operation, but it would reveal the key."""
