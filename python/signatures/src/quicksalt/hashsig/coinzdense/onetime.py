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
    """A trusted one-time public key, with its sizes and its salt."""

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
    """A key that signs only once.

    `hashlen` is 16 to 64 bytes, `otsbits` 4 to 16 bits per chain; `levelsalt` has `hashlen` bytes,
    and `key` has 32 bytes. The secrets are derived under consecutive indices from `startno`, two
    for each chain pair and one more; no other key of the same secret may use any of these indices.
    `pubkey` is the public key if the caller knows it.
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
        """Derive the secrets; the public key is computed later."""
        super().__init__(pubkey)
        self._native = _signatures.Czd0OneTimeKey(
            hashlen, otsbits, levelsalt, key, startno, ctx_mode
        )
        self._sizes = (hashlen, otsbits, bytes(levelsalt))

    def sign_hash(self, digest: Buffer) -> bytes:
        """Return the signature of a digest of `hashlen` bytes; allowed once."""
        return self._native.sign_hash(digest)

    def sign_data(self, data: Buffer) -> bytes:
        """Return the signature of a message, which includes a nonce; allowed once."""
        return self._native.sign_data(data)

    @property
    def is_used(self) -> bool:
        """Whether this object has signed. Another object of the same key does not know this."""
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
    """A verifier for the one-time public key `otpubkey`, which the caller trusts."""

    def __init__(self, hashlen: int, otsbits: int, levelsalt: Buffer, otpubkey: Buffer) -> None:
        """Store the salt and the public key, `hashlen` bytes each."""
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
        """Return whether this is the key's signature of a digest.

        With `merkle_mode`, return the public key under which the signature would be valid. This
        result verifies nothing unless the caller compares it with a trusted key.
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
        """Like `validate_hash`, for a message."""
        if merkle_mode:
            return self._native.signer_of_data(data, signature)
        return self._native.validate_data(data, signature)
