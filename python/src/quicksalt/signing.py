"""Ed25519 signatures (RFC 8032)."""

from __future__ import annotations

from quicksalt import _native, bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.public import PrivateKey as _Curve25519_PrivateKey
from quicksalt.public import PublicKey as _Curve25519_PublicKey
from quicksalt.secrecy import described
from quicksalt.utils import SecretHolder, StringFixer, _decoded, as_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from typing_extensions import Buffer


class _KeyPair:
    """A substitute for `_native.SigningKey` that checks the key pair for each signature."""

    def __init__(self, seed: bytes) -> None:
        self.public_key, self._secret = bindings.crypto_sign_seed_keypair(seed)

    def sign(self, message: Buffer) -> bytes:
        return bindings.crypto_sign(message, self._secret)


try:
    from quicksalt._native import SigningKey as _Prepared
except ImportError:
    # Sub-interpreters, and a restarted main interpreter, have the native functions but lack the
    # native classes.
    _Prepared = _KeyPair  # type: ignore[assignment, misc]


class SignedMessage(bytes):
    """A signature followed by the signed message, in one `bytes` object."""

    _signature: bytes
    _message: bytes

    @classmethod
    def _from_parts(cls, signature: bytes, message: bytes, combined: bytes) -> Self:
        signed = cls(combined)
        signed._signature = signature
        signed._message = message
        return signed

    @property
    def signature(self) -> bytes:
        """The signature, in the same encoding as the whole object."""
        return self._signature

    @property
    def message(self) -> bytes:
        """The message, in the same encoding as the whole object."""
        return self._message


def _signed(signed: bytes, encoder: encoding.Encoder) -> SignedMessage:
    size = bindings.crypto_sign_BYTES
    return SignedMessage._from_parts(
        encoder.encode(signed[:size]),
        encoder.encode(signed[size:]),
        encoder.encode(signed),
    )


class VerifyKey(encoding.Encodable, StringFixer):
    """An Ed25519 public key of 32 bytes, which verifies signatures."""

    def __init__(self, key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Create the key from bytes that `encoder` decodes."""
        key = _decoded(key, encoder)
        size = bindings.crypto_sign_PUBLICKEYBYTES
        if not isinstance(key, bytes):
            raise exc.TypeError(f"VerifyKey must be created from {size} bytes")
        if len(key) != size:
            raise exc.ValueError(f"The key must be exactly {size} bytes long")
        self._key = key

    def __bytes__(self) -> bytes:
        """Return the public key."""
        return self._key

    def __hash__(self) -> int:
        """Return the hash of the bytes."""
        return hash(bytes(self))

    def __eq__(self, other: object) -> bool:
        """Return whether the other object has the same class and the same bytes."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def __repr__(self) -> str:
        """Show the key."""
        return described(self, bytes(self).hex())

    def verify(
        self,
        smessage: Buffer,
        signature: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Verify a signed message, or a message with a separate signature; return the message.

        `encoder` decodes `smessage`; a separate signature is always raw. Raises `BadSignatureError`
        if the signature is invalid.
        """
        signed = _decoded(smessage, encoder)
        if signature is not None:
            size = bindings.crypto_sign_BYTES
            signature = as_bytes(signature)
            if not isinstance(signature, bytes):
                raise exc.TypeError(f"Verification signature must be created from {size} bytes")
            if len(signature) != size:
                raise exc.ValueError(f"The signature must be exactly {size} bytes long")
            signed = signature + signed
        return bindings.crypto_sign_open(signed, self._key)

    def verify_many(
        self,
        smessages: Iterable[Buffer],
        signatures: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[bytes]:
        """Verify many signed messages, or messages with separate signatures; return the messages.

        Batch verification is faster than single verification, and large batches use several
        threads. Raises `BadSignatureError` unless all signatures are valid; its `indices` are the
        indices of the invalid signatures. The result may differ from `verify` if a public key or an
        R has mixed order, which an honest signer never produces.
        """
        from quicksalt import batches

        if signatures is None:
            signed = batches.decoded(smessages, "smessages", encoder)
        else:
            signed = batches.joined(smessages, signatures, encoder)
        return batches.verified(signed, [self._key] * len(signed))

    def to_curve25519_public_key(self) -> _Curve25519_PublicKey:
        """Convert to the X25519 public key, for encryption to the owner of the signing key."""
        return _Curve25519_PublicKey(bindings.crypto_sign_ed25519_pk_to_curve25519(self._key))


class SigningKey(encoding.Encodable, SecretHolder):
    """An Ed25519 signing key, created from a secret seed of 32 bytes.

    The seed is expanded once, when the object is created, and not for each signature. `str` and
    `repr` do not reveal the seed; `bytes` does.
    """

    def __init__(self, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Create the key from a seed that `encoder` decodes, and compute its verify key."""
        seed = _decoded(seed, encoder)
        size = bindings.crypto_sign_SEEDBYTES
        if not isinstance(seed, bytes):
            raise exc.TypeError(f"SigningKey must be created from a {size} byte seed")
        if len(seed) != size:
            raise exc.ValueError(f"The seed must be exactly {size} bytes long")
        self._seed = seed
        self._prepared = _Prepared(seed)
        self.verify_key = VerifyKey(self._prepared.public_key)

    @classmethod
    def generate(cls) -> Self:
        """Generate a new key from random bytes."""
        return cls(bindings.randombytes(bindings.crypto_sign_SEEDBYTES), encoding.RawEncoder)

    def __bytes__(self) -> bytes:
        """Return the secret seed."""
        return self._seed

    def __hash__(self) -> int:
        """Return the hash of the seed."""
        return hash(bytes(self))

    def __eq__(self, other: object) -> bool:
        """Return whether the other object has the same class and the same seed."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def __repr__(self) -> str:
        """Show the verify key."""
        return described(self, f"of verify key {bytes(self.verify_key).hex()}")

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return an object with copies of all attributes except the prepared key."""
        memo[id(self._prepared)] = self._prepared
        return super().__deepcopy__(memo)

    @property
    def _signing_key(self) -> bytes:
        """The seed and the verify key, in `crypto_sign`'s format, for PyNaCl programs."""
        return self._seed + self._prepared.public_key

    def sign(
        self, message: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
    ) -> SignedMessage:
        """Sign a message; return the signature and the message together, encoded by `encoder`."""
        return _signed(self._prepared.sign(message), encoder)

    def sign_many(
        self, messages: Iterable[Buffer], encoder: encoding.Encoder = encoding.RawEncoder
    ) -> list[SignedMessage]:
        """Sign many messages like `sign`, in several threads for large batches."""
        signed = _native.crypto_sign_many(messages, self._signing_key)
        return [_signed(one, encoder) for one in signed]

    def to_curve25519_private_key(self) -> _Curve25519_PrivateKey:
        """Convert to an X25519 private key, which matches the converted verify key."""
        key = bindings.crypto_sign_ed25519_sk_to_curve25519(self._signing_key)
        return _Curve25519_PrivateKey(key)
