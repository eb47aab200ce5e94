"""Public-key encryption, between two key pairs or anonymously to a public key."""

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
        """`SealedBox[PublicKey]` encrypts; `SealedBox[PrivateKey]` also decrypts."""
else:

    class _ForKey:
        """Support `SealedBox[PrivateKey]` without importing `typing`."""

        __class_getitem__ = classmethod(type(list[int]))


class PublicKey(encoding.Encodable, StringFixer):
    """An X25519 public key of 32 bytes; messages are encrypted to its owner."""

    SIZE: ClassVar[int] = bindings.crypto_box_PUBLICKEYBYTES

    def __init__(self, public_key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Create the key from bytes that `encoder` decodes."""
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
        """Return whether the other object has the same class and the same bytes."""
        if not isinstance(other, self.__class__):
            return False
        return bindings.sodium_memcmp(bytes(self), bytes(other))

    def __repr__(self) -> str:
        """Show the key."""
        return described(self, bytes(self).hex())


class PrivateKey(encoding.Encodable, SecretHolder):
    """An X25519 private key of 32 bytes, for decryption.

    `str` and `repr` do not reveal it; `bytes` does.
    """

    SIZE: ClassVar[int] = bindings.crypto_box_SECRETKEYBYTES
    SEED_SIZE: ClassVar[int] = bindings.crypto_box_SEEDBYTES

    def __init__(
        self, private_key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
    ) -> None:
        """Create the key from bytes that `encoder` decodes, and compute its public key."""
        private_key = _decoded(private_key, encoder)
        if not (isinstance(private_key, bytes) and len(private_key) == self.SIZE):
            raise exc.TypeError(
                f"PrivateKey must be created from a {self.SIZE} bytes long raw secret key"
            )
        self._private_key = private_key
        self.public_key = PublicKey(bindings.crypto_scalarmult_base(private_key))

    @classmethod
    def from_seed(cls, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> Self:
        """Derive the key from a secret, unpredictable seed of 32 bytes."""
        seed = _decoded(seed, encoder)
        if not (isinstance(seed, bytes) and len(seed) == cls.SEED_SIZE):
            raise exc.TypeError(
                f"PrivateKey seed must be a {cls.SEED_SIZE} bytes long binary sequence"
            )
        _, private_key = bindings.crypto_box_seed_keypair(seed)
        return cls(private_key)

    @classmethod
    def generate(cls) -> Self:
        """Generate a new key from random bytes."""
        return cls(bindings.randombytes(cls.SIZE), encoder=encoding.RawEncoder)

    def __bytes__(self) -> bytes:
        """Return the secret key."""
        return self._private_key

    def __hash__(self) -> int:
        """Return a hash of the class and the public key."""
        return hash((type(self), bytes(self.public_key)))

    def __eq__(self, other: object) -> bool:
        """Return whether the other object has the same class and the same public key."""
        if not isinstance(other, self.__class__):
            return False
        return self.public_key == other.public_key

    def __repr__(self) -> str:
        """Show the public key."""
        return described(self, f"of public key {bytes(self.public_key).hex()}")


class Box(encoding.Encodable, SecretHolder):
    """Encrypts and decrypts messages between two key pairs: X25519, XSalsa20 and Poly1305.

    A message that decrypts was encrypted by the owner of one of the two private keys, and only
    these owners can read it. The shared key is computed once, when the box is created. `str` and
    `repr` do not reveal it; `bytes` does.
    """

    NONCE_SIZE: ClassVar[int] = bindings.crypto_box_NONCEBYTES
    _shared_key: bytes

    def __init__(self, private_key: PrivateKey, public_key: PublicKey) -> None:
        """Create the box from one party's private key and the other party's public key."""
        if not (isinstance(private_key, PrivateKey) and isinstance(public_key, PublicKey)):
            raise exc.TypeError("Box must be created from a PrivateKey and a PublicKey")
        self._shared_key = bindings.crypto_box_beforenm(bytes(public_key), bytes(private_key))

    @classmethod
    def decode(cls, encoded: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> Self:
        """Recreate a box from a shared key encoded by `encode`."""
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
        """Encrypt a message; return the nonce and the ciphertext together, encoded by `encoder`.

        Never use a nonce twice for the same two keys, in either direction. If the nonce is omitted,
        it is random.
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
        """Encrypt a message; write the nonce and the ciphertext to the start of a writable buffer.

        Returns their length, `NONCE_SIZE + 16` bytes more than the message. The message may overlap
        the buffer. Raises `ValueError` if the buffer is too small.
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
        """Decrypt the output of `encrypt_into`; write the message to the start of a buffer.

        Returns the length of the message. The ciphertext may overlap the buffer. Raises
        `CryptoError` if it is not authentic; the buffer then remains unchanged.
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
        """Decrypt the output of `encrypt`, or a ciphertext with a separate nonce.

        Raises `CryptoError` if it is not authentic.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoder)
        return bindings.crypto_box_open_easy_afternm(box, nonce, self._shared_key)

    def encrypt_many(
        self,
        plaintexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[EncryptedMessage]:
        """Encrypt many messages like `encrypt`, in several threads for large batches."""
        from quicksalt import batches

        return batches.sealed(self._shared_key, plaintexts, nonces, encoder)

    def decrypt_many(
        self,
        ciphertexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[bytes]:
        """Decrypt many messages like `decrypt`, in several threads for large batches.

        Raises `CryptoError` unless all are authentic; its `indices` are the indices of the forged
        messages.
        """
        from quicksalt import batches

        return batches.opened(self._shared_key, ciphertexts, nonces, encoder)

    def shared_key(self) -> bytes:
        """Return the shared key of 32 bytes, for use with a different cipher."""
        return self._shared_key


class SealedBox(_ForKey["_Key"], encoding.Encodable, SecretHolder):
    """Encrypts messages anonymously to a public key; only the private key can decrypt them.

    Each message uses an ephemeral key pair, which is then discarded: the message does not identify
    its sender, and the sender cannot decrypt it either. A box created from a `PrivateKey` also
    decrypts.
    """

    _public_key: bytes
    _private_key: bytes | None

    def __init__(self, recipient_key: _Key) -> None:
        """Create the box; a public key can only encrypt, and a private key can also decrypt."""
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
        """Return `str(bytes(self))`, the representation of the public key's bytes."""
        return StringFixer.__str__(self)

    def __repr__(self) -> str:
        """Show the public key, and whether the box decrypts."""
        what = "seals" if self._private_key is None else "seals and opens"
        return described(self, f"that {what}, to {self._public_key.hex()}")

    def encrypt(self, plaintext: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> bytes:
        """Encrypt a message; `encoder` encodes the ciphertext."""
        return encoder.encode(bindings.crypto_box_seal(plaintext, self._public_key))

    def decrypt(
        self: SealedBox[PrivateKey],
        ciphertext: Buffer,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Decrypt a message.

        Raises `CryptoError` if it is not authentic, and `TypeError` if the box was created from a
        `PublicKey`.
        """
        box = _decoded(ciphertext, encoder)
        if self._private_key is None:
            raise TypeError("SealedBoxes created with a public key cannot decrypt")
        return bindings.crypto_box_seal_open(box, self._public_key, self._private_key)

    def encrypt_into(self, buffer: Buffer, plaintext: Buffer) -> int:
        """Encrypt a message; write the ciphertext to the start of a writable buffer.

        Returns the length of the ciphertext, 48 bytes more than the message. The message may
        overlap the buffer. Raises `ValueError` if the buffer is too small.
        """
        return written(buffer, self.encrypt(plaintext))

    def decrypt_into(self: SealedBox[PrivateKey], buffer: Buffer, ciphertext: Buffer) -> int:
        """Decrypt a message and write it to the start of a writable buffer.

        Returns the length of the message. The ciphertext may overlap the buffer. Raises
        `CryptoError` if it is not authentic; the buffer then remains unchanged.
        """
        return written(buffer, self.decrypt(ciphertext))
