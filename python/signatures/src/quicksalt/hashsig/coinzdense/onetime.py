"""One-time keys: coinzdense's `layerzero.onetime`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, overload

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig.announce import Announced
from quicksalt.hashsig.dispatch import Work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

FORGED = "Signature was forged or corrupt"


@dataclass(frozen=True)
class OneTimePublicKey:
    """A one-time public key that somebody trusts, with its sizes and its salt."""

    hashlen: int
    otsbits: int
    levelsalt: bytes
    otpubkey: bytes

    def verify(self, message: Buffer, signature: Buffer) -> None:
        """Raise `BadSignatureError` unless this is the key's signature of the message."""
        native = _signatures.Czd0OneTimeVerifier(
            self.hashlen, self.otsbits, self.levelsalt, self.otpubkey
        )
        if not native.validate_data(message, signature):
            raise exc.BadSignatureError(FORGED)


class OneTimeSigningKey(Announced):
    """A key that signs once.

    `hashlen` is 16 to 64 bytes, `otsbits` 4 to 16 bits a chain, `levelsalt` `hashlen` bytes, `key`
    32 bytes; the secrets are derived under the indices from `startno` on, two for each chain pair
    and one more, and no other key of the same secret may have one of these. `pubkey` is the public
    key if the caller knows it.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        hashlen: int,
        otsbits: int,
        levelsalt: Buffer,
        key: Buffer,
        startno: int,
        pubkey: bytes | None = None,
        loop: object = None,  # noqa: ARG002
        *,
        ctx_mode: str = "linux",
    ) -> None:
        """Derive the secrets; compute nothing yet."""
        super().__init__(pubkey)
        self._native = _signatures.Czd0OneTimeKey(
            hashlen, otsbits, levelsalt, key, startno, ctx_mode
        )
        self._sizes = (hashlen, otsbits, bytes(levelsalt))

    def sign_hash(self, digest: Buffer) -> bytes:
        """Return the signature of a digest of `hashlen` bytes, once."""
        return self._native.sign_hash(digest)

    def sign_data(self, data: Buffer) -> bytes:
        """Return the signature of a message, once: a nonce and the signature of a digest."""
        return self._native.sign_data(data)

    @property
    def is_used(self) -> bool:
        """Whether this object has signed. Another object of the same key does not know."""
        return self._native.is_used

    @property
    def public_key(self) -> OneTimePublicKey:
        """The public key with its sizes and its salt, for `verify`."""
        return OneTimePublicKey(*self._sizes, self.get_pubkey())

    def _work(self) -> Sequence[Work]:
        return [self._native.work()]

    def _assemble(self, results: Sequence[bytes]) -> bytes:
        return results[0]


class OneTimeValidator:
    """What verifies the signature of a one-time key, `otpubkey`, which the caller trusts."""

    def __init__(self, hashlen: int, otsbits: int, levelsalt: Buffer, otpubkey: Buffer) -> None:
        """Take `hashlen` bytes of salt and of public key."""
        self._native = _signatures.Czd0OneTimeVerifier(hashlen, otsbits, levelsalt, otpubkey)

    @overload
    def validate_hash(
        self, digest: Buffer, signature: Buffer, merkle_mode: Literal[False] = False
    ) -> bool: ...

    @overload
    def validate_hash(
        self, digest: Buffer, signature: Buffer, merkle_mode: Literal[True]
    ) -> bytes: ...

    def validate_hash(
        self, digest: Buffer, signature: Buffer, merkle_mode: bool = False
    ) -> bool | bytes:
        """Tell whether this is the key's signature of a digest.

        In `merkle_mode`, return the public key under which it is one, whichever that is: this alone
        verifies nothing.
        """
        if merkle_mode:
            return self._native.signer_of_hash(digest, signature)
        return self._native.validate_hash(digest, signature)

    @overload
    def validate_data(
        self, data: Buffer, signature: Buffer, merkle_mode: Literal[False] = False
    ) -> bool: ...

    @overload
    def validate_data(
        self, data: Buffer, signature: Buffer, merkle_mode: Literal[True]
    ) -> bytes: ...

    def validate_data(
        self, data: Buffer, signature: Buffer, merkle_mode: bool = False
    ) -> bool | bytes:
        """Do the same for a message."""
        if merkle_mode:
            return self._native.signer_of_data(data, signature)
        return self._native.validate_data(data, signature)
