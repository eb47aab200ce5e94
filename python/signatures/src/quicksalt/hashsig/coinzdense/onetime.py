"""One-time keys (coinzdense's `layerzero.onetime`)."""

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
        """Raise `BadSignatureError` unless the signature of the message is valid under this key."""
        native = _signatures.Czd0OneTimeVerifier(
            self.hashlen, self.otsbits, self.levelsalt, self.otpubkey
        )
        if not native.validate_data(message, signature):
            raise exc.BadSignatureError(FORGED)


class OneTimeSigningKey(Announced):
    """A key that signs only once.

    `hashlen` is 16 to 64 bytes, and `otsbits` is 4 to 16 bits per chain. `levelsalt` has `hashlen`
    bytes, and `key` has 32 bytes. The secrets are derived under consecutive indices, starting at
    `startno`: two indices for each pair of chains, and one more index. Other one-time keys from the
    same `key` must not use any of these indices. `pubkey` is the public key if the caller knows it.
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
        """Derive the secrets; the public key is computed on demand."""
        super().__init__(pubkey)
        self._native = _signatures.Czd0OneTimeKey(
            hashlen, otsbits, levelsalt, key, startno, ctx_mode
        )
        self._sizes = (hashlen, otsbits, bytes(levelsalt))

    def sign_hash(self, digest: Buffer) -> bytes:
        """Sign a digest of `hashlen` bytes and return the signature. A key can sign only once."""
        return self._native.sign_hash(digest)

    def sign_data(self, data: Buffer) -> bytes:
        """Sign a message; the signature includes a nonce. A key can sign only once."""
        return self._native.sign_data(data)

    @property
    def is_used(self) -> bool:
        """Whether this object has signed; a second object with the same key does not notice."""
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
        """Return whether the signature of a digest is valid under this key.

        With `merkle_mode`, return the public key under which the signature would be valid. The
        caller must compare this result with a trusted key to verify the signature.
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
        """Validate the signature of a message, like `validate_hash`."""
        if merkle_mode:
            return self._native.signer_of_data(data, signature)
        return self._native.validate_data(data, signature)
