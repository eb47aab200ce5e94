"""Exceptions: the classes of PyNaCl.

Four of the classes also derive from the builtin exception of the same name, so that both `except
ValueError` and `except quicksalt.exceptions.CryptoError` catch them.
"""

from __future__ import annotations

import builtins


class CryptoError(Exception):
    """Base class of all exceptions of cryptographic functions."""

    indices: tuple[int, ...] = ()
    """The indices of the messages that failed, after a call with many messages."""


class BadSignatureError(CryptoError):
    """A signature is invalid."""


class RuntimeError(builtins.RuntimeError, CryptoError):  # noqa: A001
    """An operation does not have a valid result, such as X25519 with a point of small order."""


class AssertionError(builtins.AssertionError, CryptoError):  # noqa: A001
    """A condition passed to `ensure` is false."""


class TypeError(builtins.TypeError, CryptoError):  # noqa: A001
    """An argument is of the wrong type."""


class ValueError(builtins.ValueError, CryptoError):  # noqa: A001
    """An argument has the right type but an invalid value."""


class InvalidkeyError(CryptoError):
    """A password does not match a hash."""


class CryptPrefixError(InvalidkeyError):
    """A password hash has an unknown format."""


class UnavailableError(RuntimeError):
    """A function is not available on this machine or in this build."""


def ensure(cond: bool, *args: object, **kwds: type[Exception]) -> None:
    """Raise an exception unless `cond` is `True`.

    `args` are the arguments of the exception; `raising` is its class, by default `AssertionError`.
    """
    raising = kwds.pop("raising", AssertionError)
    for name in kwds:
        raise TypeError(f"check_condition() got an unexpected keyword argument {name!r}")
    if cond is not True:
        raise raising(*args)
