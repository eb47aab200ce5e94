"""Level keys (coinzdense's `layerzero.level`), which verify and recover but do not sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig.announce import Announced
from quicksalt.hashsig.coinzdense.onetime import FORGED
from quicksalt.hashsig.dispatch import Work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

# The number of one-time keys computed together.
BATCH = 16


@dataclass(frozen=True)
class LevelPublicKey:
    """A trusted public key of a level, with its sizes."""

    assurance: ClassVar[str] = "legacy, forgeable"

    hashlen: int
    otsbits: int
    height: int
    pubkey: bytes

    def verify(self, message: Buffer, signature: Buffer) -> None:
        """Raise `BadSignatureError` unless the signature of the message is valid.

        A successful verification does not prove that the owner signed: anyone with a few signatures
        of a level key can forge others.
        """
        native = _signatures.Czd0LevelVerifier(self.hashlen, self.otsbits, self.height)
        if not native.verify_data(self.pubkey, message, signature):
            raise exc.BadSignatureError(FORGED)


class LevelKey(Announced):
    """A level of 2^`height` one-time keys, which recovers its public key and does not sign.

    `seedkey` has 32 bytes, `wen3index` is the first index of the level, and `height` is 3 to 16.
    `bigpubkey` is the list of the public keys of all one-time keys, if the caller has saved it.
    `layout` determines the first index of the one-time keys: `level-key` uses the same index as
    coinzdense, and `recovery-tool` the same index as hiveqdpr 0.4.0.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seedkey: Buffer,
        wen3index: int,
        hashlen: int,
        otsbits: int,
        height: int,
        bigpubkey: Sequence[bytes] | None = None,
        loop: object = None,  # noqa: ARG002
        *,
        ctx_mode: str = "linux",
        layout: str = "level-key",
    ) -> None:
        """Store the arguments. Compute nothing unless `bigpubkey` is given."""
        self._sizes = (hashlen, otsbits, height)
        self._native = _signatures.Czd0LevelKey(seedkey, wen3index, self._sizes, ctx_mode, layout)
        super().__init__(None if bigpubkey is None else self._assemble(bigpubkey))

    @property
    def pubkey(self) -> bytes | None:
        """The public key if it is known."""
        return self._pubkey

    @property
    def public_key(self) -> LevelPublicKey:
        """The public key with its sizes, for `verify`."""
        return LevelPublicKey(*self._sizes, self.get_pubkey())

    @property
    def levelsalt(self) -> bytes:
        """The salt of all one-time keys, `hashlen` bytes, which every signature contains."""
        return self._native.levelsalt

    def get_nonce(self, index: int) -> bytes:
        """Return coinzdense's `get_nonce` result, which differs from the nonces in signatures."""
        return self._native.nonce(index)

    def sign_hash(self, digest: Buffer, index: int) -> NoReturn:  # noqa: ARG002
        """Raise `UnsafeCompatError`."""
        self._refuse()

    def sign_data(self, data: Buffer, index: int) -> NoReturn:  # noqa: ARG002
        """Raise `UnsafeCompatError`."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        self._native.refuse()
        raise AssertionError  # `refuse` always raises.

    def _work(self) -> Sequence[Work]:
        leaves = 1 << self._sizes[2]
        firsts = range(0, leaves, BATCH)
        return [self._native.work(first, min(first + BATCH, leaves)) for first in firsts]

    def _assemble(self, results: Sequence[bytes]) -> bytes:
        return self._native.root(b"".join(results))


class LevelSignature:
    """A signature of a level key.

    The signature contains a salt and a public key. `validate_data` and `validate_hash` check it
    only under this public key, which an attacker may have chosen. `LevelPublicKey.verify` checks it
    under a key that the caller trusts.
    """

    assurance: ClassVar[str] = LevelPublicKey.assurance

    def __init__(self, native: _signatures.Czd0LevelSignature) -> None:
        """Wrap a signature parsed by `LevelValidation.signature`."""
        self._native = native

    @property
    def index(self) -> int:
        """The index of the one-time key, as the signature claims."""
        return self._native.index

    def validate_data(self, data: Buffer) -> bool:
        """Return whether the signature of a message is valid under its own public key."""
        return self._native.validate_data(data)

    def validate_hash(self, digest: Buffer) -> bool:
        """Return whether the signature of a digest is valid under its own public key."""
        return self._native.validate_hash(digest)

    def get_pubkey(self) -> bytes:
        """Return the public key that the signature contains."""
        return self._native.public_key


class LevelValidation:
    """A verifier for signatures of level keys with given sizes."""

    def __init__(self, hashlen: int, otsbits: int, height: int) -> None:
        """Store the sizes that all level keys must have."""
        self._native = _signatures.Czd0LevelVerifier(hashlen, otsbits, height)

    def signature(self, level_signature: Buffer) -> LevelSignature:
        """Parse a signature; raises `ValueError` if its length or index is wrong."""
        return LevelSignature(self._native.signature(level_signature))
