"""Sealing from one key pair to another, or to a public key from nobody in particular."""

from __future__ import annotations

from quicksalt import bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.secrecy import described
from quicksalt.utils import (
    EncryptedMessage,
    SecretHolder,
    StringFixer,
    _decoded,
    _joined,
    _nonce,
    _split,
    written,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar, Generic, Self, TypeVar

    from typing_extensions import Buffer

    _Key = TypeVar("_Key", "PublicKey", "PrivateKey")

    class _ForKey(Generic[_Key]):
        """`SealedBox[PublicKey]` seals, `SealedBox[PrivateKey]` also opens."""
else:

    class _ForKey:
        """Lets `SealedBox[PrivateKey]` be written without loading `typing`."""

        __class_getitem__ = classmethod(type(list[int]))


class PublicKey(encoding.Encodable, StringFixer):
    """What others seal messages to: an X25519 public key of 32 bytes."""

    SIZE: ClassVar[int] = bindings.crypto_box_PUBLICKEYBYTES

    def __init__(self, public_key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Take the key; `encoder` reads it."""
        self._public_key = _decoded(public_key, encoder)
        if not isinstance(self._public_key, bytes):
            raise exc.TypeError(f"PublicKey must be created from {self.SIZE} bytes")
        if len(self._public_key) != self.SIZE:
            raise exc.ValueError(f"The public key must be exactly {self.SIZE} bytes long")

    def __bytes__(self) -> bytes:
        """Return the public key."""
        return self._public_key

    def __hash__(self) -> int:
        """Return the hash of the bytes."""
        return hash(bytes(self))

    def __eq__(self, other: object) -> bool:
        """Return whether the other is of this class and has the same bytes."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def __repr__(self) -> str:
        """Show the key."""
        return described(self, bytes(self).hex())


class PrivateKey(encoding.Encodable, SecretHolder):
    """What opens messages to its public key: an X25519 scalar of 32 bytes.

    `str` and `repr` do not show it; `bytes` does.
    """

    SIZE: ClassVar[int] = bindings.crypto_box_SECRETKEYBYTES
    SEED_SIZE: ClassVar[int] = bindings.crypto_box_SEEDBYTES

    def __init__(
        self, private_key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
    ) -> None:
        """Take the secret key; `encoder` reads it. The public key is computed from it."""
        private_key = _decoded(private_key, encoder)
        if not (isinstance(private_key, bytes) and len(private_key) == self.SIZE):
            raise exc.TypeError(
                f"PrivateKey must be created from a {self.SIZE} bytes long raw secret key"
            )
        self._private_key = private_key
        self.public_key = PublicKey(bindings.crypto_scalarmult_base(private_key))

    @classmethod
    def from_seed(cls, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> Self:
        """Derive the key from a secret seed of 32 bytes that nobody can guess."""
        seed = _decoded(seed, encoder)
        if not (isinstance(seed, bytes) and len(seed) == cls.SEED_SIZE):
            raise exc.TypeError(
                f"PrivateKey seed must be a {cls.SEED_SIZE} bytes long binary sequence"
            )
        _, private_key = bindings.crypto_box_seed_keypair(seed)
        return cls(private_key)

    @classmethod
    def generate(cls) -> Self:
        """Make a new key from random bytes."""
        return cls(bindings.randombytes(cls.SIZE), encoder=encoding.RawEncoder)

    def __bytes__(self) -> bytes:
        """Return the secret key."""
        return self._private_key

    def __hash__(self) -> int:
        """Return a hash that is made of the class and the public key."""
        return hash((type(self), bytes(self.public_key)))

    def __eq__(self, other: object) -> bool:
        """Return whether the other is of this class and has the same public key."""
        if not isinstance(other, self.__class__):
            return False
        return self.public_key == other.public_key

    def __repr__(self) -> str:
        """Show the public key."""
        return described(self, f"of public key {bytes(self.public_key).hex()}")


class Box(encoding.Encodable, SecretHolder):
    """Seals messages and opens them between two key pairs: X25519, XSalsa20 and Poly1305.

    What is opened was sealed by the owner of one of the two, and nobody else could read it. The
    key that the two share is computed once, when the box is made. `str` and `repr` do not show
    it; `bytes` does.
    """

    NONCE_SIZE: ClassVar[int] = bindings.crypto_box_NONCEBYTES
    _shared_key: bytes

    def __init__(self, private_key: PrivateKey, public_key: PublicKey) -> None:
        """Take one side's private and the other side's public key."""
        if not (isinstance(private_key, PrivateKey) and isinstance(public_key, PublicKey)):
            raise exc.TypeError("Box must be created from a PrivateKey and a PublicKey")
        self._shared_key = bindings.crypto_box_beforenm(bytes(public_key), bytes(private_key))

    @classmethod
    def decode(cls, encoded: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> Self:
        """Make a box again from the shared key that `encode` of another wrote down."""
        box = cls.__new__(cls)
        box._shared_key = _decoded(encoded, encoder)
        return box

    def __bytes__(self) -> bytes:
        """Return the shared key."""
        return self._shared_key

    def __repr__(self) -> str:
        """Show the class and the cipher."""
        return described(self, "of XSalsa20-Poly1305, key not shown")

    def encrypt(
        self,
        plaintext: Buffer,
        nonce: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> EncryptedMessage:
        """Seal a message; the nonce and the box come back in one, written down by `encoder`.

        A nonce must never be used twice between the same keys, in either direction. Leave it out:
        then it is drawn at random.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        box = bindings.crypto_box_easy_afternm(plaintext, nonce, self._shared_key)
        return _joined(nonce, box, encoder)

    def encrypt_into(
        self,
        buffer: Buffer,
        plaintext: Buffer,
        nonce: Buffer | None = None,
    ) -> int:
        """Seal a message; write the nonce and the box to the beginning of a writable buffer.

        Returns how many bytes they are, `NONCE_SIZE + 16` more than the message. The message
        may lie in the same buffer. Raises `ValueError` if there is too little room.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        box = bindings.crypto_box_easy_afternm(plaintext, nonce, self._shared_key)
        return written(buffer, nonce, box)

    def decrypt_into(
        self,
        buffer: Buffer,
        ciphertext: Buffer,
        nonce: Buffer | None = None,
    ) -> int:
        """Open what `encrypt_into` wrote; write the message to the beginning of a writable buffer.

        Returns how many bytes it is. What is sealed may lie in the same buffer. Raises
        `CryptoError` if it is not genuine: nothing is written then.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoding.RawEncoder)
        message = bindings.crypto_box_open_easy_afternm(box, nonce, self._shared_key)
        return written(buffer, message)

    def decrypt(
        self,
        ciphertext: Buffer,
        nonce: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Open what `encrypt` made, or a box alone with its nonce given apart.

        Raises `CryptoError` if it is not genuine.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoder)
        return bindings.crypto_box_open_easy_afternm(box, nonce, self._shared_key)

    def encrypt_many(
        self,
        plaintexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[EncryptedMessage]:
        """Seal many messages, by several threads where there are enough; otherwise as `encrypt`."""
        from quicksalt import batches

        return batches.sealed(self._shared_key, plaintexts, nonces, encoder)

    def decrypt_many(
        self,
        ciphertexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[bytes]:
        """Open many boxes, by several threads where there are enough; otherwise as `decrypt`.

        Raises `CryptoError` unless all are genuine; its `indices` are the places of those that are
        not.
        """
        from quicksalt import batches

        return batches.opened(self._shared_key, ciphertexts, nonces, encoder)

    def shared_key(self) -> bytes:
        """Return the key of 32 bytes that the two key pairs share, for another cipher."""
        return self._shared_key


class SealedBox(_ForKey["_Key"], encoding.Encodable, SecretHolder):
    """Seals messages to a public key; only the owner of the private key can open them.

    Each message is sealed by an ephemeral key pair that is then forgotten: nobody learns who
    sealed it, and who did cannot open it either. Made from a `PrivateKey`, it also opens.
    """

    _public_key: bytes
    _private_key: bytes | None

    def __init__(self, recipient_key: _Key) -> None:
        """Take the recipient's key: the public one to seal, the private one also to open."""
        if isinstance(recipient_key, PublicKey):
            self._public_key = bytes(recipient_key)
            self._private_key = None
        elif isinstance(recipient_key, PrivateKey):
            self._public_key = bytes(recipient_key.public_key)
            self._private_key = bytes(recipient_key)
        else:
            raise exc.TypeError("SealedBox must be created from a PublicKey or a PrivateKey")

    def __bytes__(self) -> bytes:
        """Return the public key."""
        return self._public_key

    def __str__(self) -> str:
        """Return what `str` makes of the public key."""
        return StringFixer.__str__(self)

    def __repr__(self) -> str:
        """Show the public key, and whether it opens."""
        what = "seals" if self._private_key is None else "seals and opens"
        return described(self, f"that {what}, to {self._public_key.hex()}")

    def encrypt(self, plaintext: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> bytes:
        """Seal a message; the box is written down by `encoder`."""
        return encoder.encode(bindings.crypto_box_seal(plaintext, self._public_key))

    def decrypt(
        self: SealedBox[PrivateKey],
        ciphertext: Buffer,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Open a sealed box.

        Raises `CryptoError` if it is not genuine, `TypeError` if this was made from a `PublicKey`.
        """
        box = _decoded(ciphertext, encoder)
        if self._private_key is None:
            raise TypeError("SealedBoxes created with a public key cannot decrypt")
        return bindings.crypto_box_seal_open(box, self._public_key, self._private_key)

    def encrypt_into(self, buffer: Buffer, plaintext: Buffer) -> int:
        """Seal a message; write the sealed box to the beginning of a writable buffer.

        Returns how many bytes it is, 48 more than the message. The message may lie in the same
        buffer. Raises `ValueError` if there is too little room.
        """
        return written(buffer, self.encrypt(plaintext))

    def decrypt_into(self: SealedBox[PrivateKey], buffer: Buffer, ciphertext: Buffer) -> int:
        """Open a sealed box; write the message to the beginning of a writable buffer.

        Returns how many bytes it is. The box may lie in the same buffer. Raises `CryptoError` if it
        is not genuine: nothing is written then.
        """
        return written(buffer, self.decrypt(ciphertext))
