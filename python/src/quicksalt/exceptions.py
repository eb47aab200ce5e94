"""Exceptions: the classes of PyNaCl.

Four of them also derive from the builtin of the same name, so that both `except ValueError` and
`except quicksalt.exceptions.CryptoError` catch them.
"""

from __future__ import annotations

import builtins


class CryptoError(Exception):
    """Base of every exception that cryptographic code raises."""

    indices: tuple[int, ...] = ()
    """Which of the messages of one call are not genuine, where it had many."""


class BadSignatureError(CryptoError):
    """A signature is not genuine."""


class RuntimeError(builtins.RuntimeError, CryptoError):  # noqa: A001
    """An operation has no result, such as X25519 with a point of small order."""


class AssertionError(builtins.AssertionError, CryptoError):  # noqa: A001
    """A condition passed to `ensure` does not hold."""


class TypeError(builtins.TypeError, CryptoError):  # noqa: A001
    """An argument is of the wrong type."""


class ValueError(builtins.ValueError, CryptoError):  # noqa: A001
    """An argument has the right type and a value that is not acceptable."""


class InvalidkeyError(CryptoError):
    """A password does not belong to a hash."""


class CryptPrefixError(InvalidkeyError):
    """A password hash is in no known format."""


class UnavailableError(RuntimeError):
    """A function is not available on this machine or in this build."""


def ensure(cond: bool, *args: object, **kwds: type[Exception]) -> None:
    """Raise an exception unless `cond` is `True`.

    `args` are those of the exception; its class is `raising`, by default `AssertionError`.
    """
    raising = kwds.pop("raising", AssertionError)
    for name in kwds:
        raise TypeError(f"check_condition() got an unexpected keyword argument {name!r}")
    if cond is not True:
        raise raising(*args)
