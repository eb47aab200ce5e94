"""Signing messages and verifying them: Ed25519 (RFC 8032)."""

from __future__ import annotations

from quicksalt import bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.public import PrivateKey as _Curve25519_PrivateKey
from quicksalt.public import PublicKey as _Curve25519_PublicKey
from quicksalt.utils import StringFixer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer


class _KeyPair:
    """What `_native.SigningKey` does, by functions: each signature checks the key pair again."""

    def __init__(self, seed: bytes) -> None:
        self.public_key, self._secret = bindings.crypto_sign_seed_keypair(seed)

    def sign(self, message: Buffer) -> bytes:
        return bindings.crypto_sign(message, self._secret)


try:
    from quicksalt._native import SigningKey as _Prepared
except ImportError:
    # Sub-interpreters, and a main one after a restart, have the functions of native code alone.
    _Prepared = _KeyPair  # type: ignore[assignment, misc]


class SignedMessage(bytes):
    """A signature and the message that it signs, in one `bytes`."""

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
        """The signature, encoded as the whole is."""
        return self._signature

    @property
    def message(self) -> bytes:
        """The message, encoded as the whole is."""
        return self._message


class VerifyKey(encoding.Encodable, StringFixer):
    """What verifies signatures: an Ed25519 public key of 32 bytes."""

    def __init__(self, key: bytes, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Take the key; `encoder` reads it."""
        key = encoder.decode(key)
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
        """Return whether the other is of this class and has the same bytes."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def verify(
        self,
        smessage: bytes,
        signature: bytes | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Return the message of a signed message, or of a message with its signature given apart.

        `encoder` reads `smessage`; a signature given apart is always raw. Raises
        `BadSignatureError` if it is not genuine.
        """
        if signature is None:
            signed = encoder.decode(smessage)
        else:
            size = bindings.crypto_sign_BYTES
            if not isinstance(signature, bytes):
                raise exc.TypeError(f"Verification signature must be created from {size} bytes")
            if len(signature) != size:
                raise exc.ValueError(f"The signature must be exactly {size} bytes long")
            signed = signature + encoder.decode(smessage)
        return bindings.crypto_sign_open(signed, self._key)

    def to_curve25519_public_key(self) -> _Curve25519_PublicKey:
        """Convert to the X25519 key for sealing to the owner of the signing key."""
        return _Curve25519_PublicKey(bindings.crypto_sign_ed25519_pk_to_curve25519(self._key))


class SigningKey(encoding.Encodable):
    """What signs: an Ed25519 key, made from a secret seed of 32 bytes.

    The key is prepared once, when the object is made, so that signing does not compute it again.
    `str` and `repr` do not show the seed; `bytes` does.
    """

    def __init__(self, seed: bytes, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Take the seed; `encoder` reads it. The verify key is computed from it."""
        seed = encoder.decode(seed)
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
        """Make a new key from random bytes."""
        return cls(bindings.randombytes(bindings.crypto_sign_SEEDBYTES), encoding.RawEncoder)

    def __bytes__(self) -> bytes:
        """Return the secret seed."""
        return self._seed

    def __hash__(self) -> int:
        """Return the hash of the seed."""
        return hash(bytes(self))

    def __eq__(self, other: object) -> bool:
        """Return whether the other is of this class and has the same seed."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def __getstate__(self) -> dict[str, object]:
        """Return all but the prepared key, which is made again from the seed."""
        return {name: value for name, value in self.__dict__.items() if name != "_prepared"}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Take the state of a copy or a pickle."""
        self.__dict__.update(state)
        self._prepared = _Prepared(self._seed)

    def sign(
        self, message: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
    ) -> SignedMessage:
        """Sign a message; the signature and the message come back in one, encoded."""
        signed = self._prepared.sign(message)
        size = bindings.crypto_sign_BYTES
        return SignedMessage._from_parts(
            encoder.encode(signed[:size]),
            encoder.encode(signed[size:]),
            encoder.encode(signed),
        )

    def to_curve25519_private_key(self) -> _Curve25519_PrivateKey:
        """Convert to the X25519 key that opens what is sealed to the converted verify key."""
        key = self._seed + bytes(self.verify_key)
        return _Curve25519_PrivateKey(bindings.crypto_sign_ed25519_sk_to_curve25519(key))
