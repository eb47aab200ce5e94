"""Hash-based signatures: safe against quantum computers, and only as safe as their state.

A stateful key has a limited number of one-time keys inside, and whoever signs twice with one of
them gives forgeries away.

- `SigningKey` signs with HSS (RFC 8554), `HssPublicKey` verifies.
- `FileStore` keeps the state of a key in one file and gives every index out once, through crashes,
  copies, forks and restored backups; `KeySpace` divides the indices of a key among names. Any
  object with the two calls of `Store` can stand in for them.
- `postgres`: the same for many signers, in a database.
- `xmss`: verification. `slhdsa`: signatures without state, large and slow.
- `coinzdense`: what the package coinzdense made, for compatibility: one-time keys sign, level keys
  verify and recover.
- `announce`: public keys computed by executors, ahead of time; `NativeExecutor` is one of
  native threads.
- `recover`: from account, role and passphrase back to a key.
- `telling`: how far the work is that a call waits for, such as the trees of a key that is opened.

`verify` takes the public key that the caller trusts.
"""

# May import: `python/src`.

from __future__ import annotations

from typing import Protocol

from quicksalt._signatures import FileStore, HssCertificate, HssPublicKey, KeySpace, Line
from quicksalt.hashsig.params import Params
from quicksalt.hashsig.signing import Ahead, Delegation, Progress, SigningKey
from quicksalt.hashsig.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

    from quicksalt.hashsig import coinzdense as coinzdense
    from quicksalt.hashsig import postgres as postgres
    from quicksalt.hashsig import slhdsa as slhdsa
    from quicksalt.hashsig import xmss as xmss
    from quicksalt.hashsig.native import NativeExecutor
    from quicksalt.hashsig.progress import telling
    from quicksalt.hashsig.recovery import recover

__all__ = [
    "Ahead",
    "Delegation",
    "FileStore",
    "HssCertificate",
    "HssPublicKey",
    "KeySpace",
    "Line",
    "NativeExecutor",
    "Params",
    "Progress",
    "PublicKey",
    "SigningKey",
    "Store",
    "recover",
    "telling",
    "verify",
]


class PublicKey(Protocol):
    """A public key of any of the schemes."""

    def verify(self, message: Buffer, signature: Buffer) -> None:
        """Raise `BadSignatureError` unless the signature is genuine."""


def verify(public_key: PublicKey, message: Buffer, signature: Buffer) -> None:
    """Verify a signature of a message under a public key that the caller trusts.

    Raises `quicksalt.exceptions.BadSignatureError`, which never says why, unless it is genuine.
    """
    public_key.verify(message, signature)


_MODULES = frozenset({"coinzdense", "postgres", "slhdsa", "xmss"})
_LATER = {"NativeExecutor": "native", "recover": "recovery", "telling": "progress"}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load what is not always needed when it is first asked for."""
        if name in _MODULES:
            # The import system makes the module an attribute of the package.
            __import__(f"{__name__}.{name}")
            return globals()[name]
        if name in _LATER:
            module = __import__(f"{__name__}.{_LATER[name]}", fromlist=[name])
            return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
