"""Hash-based signatures: safe against quantum computers, but only while their state is intact.

A stateful key contains a limited number of one-time keys. Signing twice with the same one-time key
lets anyone forge signatures.

- `SigningKey` signs with HSS (RFC 8554), and `HssPublicKey` verifies.
- `FileStore` saves the state of a key in one file and hands out each index only once, despite
  crashes, copies, forks and restored backups. `KeySpace` divides the indices of a key among names.
  Any object with the two methods of `Store` can replace both classes.
- `postgres` stores the state in a database, for many signers.
- `xmss` verifies XMSS signatures. `slhdsa` creates stateless signatures, which are large and slow.
- `coinzdense` provides compatibility with the package coinzdense: one-time keys sign, and level
  keys verify and recover.
- `announce` lets an executor compute public keys ahead of time; `NativeExecutor` is an executor
  with native threads.
- `recover` recovers a key from an account, a role and a passphrase.
- `telling` reports the progress of a blocking call, such as building a key's trees.

`verify` requires the public key that the caller trusts.
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
    """A public key of any scheme."""

    def verify(self, message: Buffer, signature: Buffer) -> None:
        """Raise `BadSignatureError` unless the signature is valid."""


def verify(public_key: PublicKey, message: Buffer, signature: Buffer) -> None:
    """Verify a signature of a message under a public key that the caller trusts.

    Raises `quicksalt.exceptions.BadSignatureError`, without a reason, unless the signature is
    valid.
    """
    public_key.verify(message, signature)


_MODULES = frozenset({"coinzdense", "postgres", "slhdsa", "xmss"})
_LATER = {"NativeExecutor": "native", "recover": "recovery", "telling": "progress"}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import rarely used modules and names on first use."""
        if name in _MODULES:
            # The import system sets the module as an attribute of the package.
            __import__(f"{__name__}.{name}")
            return globals()[name]
        if name in _LATER:
            module = __import__(f"{__name__}.{_LATER[name]}", fromlist=[name])
            return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
