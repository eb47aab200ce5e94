"""Secret-key encryption: both parties share a key."""

from __future__ import annotations

from quicksalt import _native, encoding
from quicksalt import exceptions as exc
from quicksalt.secrecy import described
from quicksalt.utils import (
    EncryptedMessage,
    SecretHolder,
    _decoded,
    _joined,
    _nonce,
    _split,
    written,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from typing_extensions import Buffer


class _KeyHolder(encoding.Encodable, SecretHolder):
    """A secret key of 32 bytes. `str` and `repr` do not reveal it; `bytes` does."""

    KEY_SIZE: ClassVar[int]
    _NAME: ClassVar[str]
    _CIPHER: ClassVar[str]

    def __init__(self, key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Create the object from a key that `encoder` decodes."""
        key = _decoded(key, encoder)
        if not isinstance(key, bytes):
            raise exc.TypeError(f"{self._NAME} must be created from {self.KEY_SIZE} bytes")
        if len(key) != self.KEY_SIZE:
            raise exc.ValueError(f"The key must be exactly {self.KEY_SIZE} bytes long")
        self._key = key

    def __bytes__(self) -> bytes:
        """Return the secret key."""
        return self._key

    def __repr__(self) -> str:
        """Show the class and the cipher."""
        return described(self, f"of {self._CIPHER}, key not shown")


class SecretBox(_KeyHolder):
    """Encrypts and decrypts messages with one secret key: XSalsa20 and Poly1305.

    A message that decrypts was encrypted by an owner of the key, and only owners of the key can
    read it. It is not a signature: every owner of the key can also create messages.
    """

    KEY_SIZE: ClassVar[int] = _native.crypto_secretbox_KEYBYTES
    NONCE_SIZE: ClassVar[int] = _native.crypto_secretbox_NONCEBYTES
    MACBYTES: ClassVar[int] = _native.crypto_secretbox_MACBYTES
    MESSAGEBYTES_MAX: ClassVar[int] = _native.crypto_secretbox_MESSAGEBYTES_MAX
    _NAME = "SecretBox"
    _CIPHER = "XSalsa20-Poly1305"

    def encrypt(
        self,
        plaintext: Buffer,
        nonce: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> EncryptedMessage:
        """Encrypt a message; return the nonce and the ciphertext together, encoded by `encoder`.

        Never use a nonce twice with the same key. If the nonce is omitted, it is random.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        return _joined(nonce, _native.crypto_secretbox_easy(plaintext, nonce, self._key), encoder)

    def encrypt_into(
        self,
        buffer: Buffer,
        plaintext: Buffer,
        nonce: Buffer | None = None,
    ) -> int:
        """Encrypt a message; write the nonce and the ciphertext to the start of a writable buffer.

        Returns their length, `NONCE_SIZE + MACBYTES` bytes more than the message. The message may
        overlap the buffer. Raises `ValueError` if the buffer is too small.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        return written(buffer, nonce, _native.crypto_secretbox_easy(plaintext, nonce, self._key))

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
        return written(buffer, _native.crypto_secretbox_open_easy(box, nonce, self._key))

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
        return _native.crypto_secretbox_open_easy(box, nonce, self._key)

    def encrypt_many(
        self,
        plaintexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[EncryptedMessage]:
        """Encrypt many messages like `encrypt`, in several threads for large batches."""
        from quicksalt import batches

        return batches.sealed(self._key, plaintexts, nonces, encoder)

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

        return batches.opened(self._key, ciphertexts, nonces, encoder)


class Aead(_KeyHolder):
    """Encrypts messages and authenticates additional data with them: XChaCha20 and Poly1305.

    The ciphertext does not contain the additional data, such as a header, a version or a name;
    decryption requires the same data and so authenticates it. In all other respects, the class
    behaves like `SecretBox`.
    """

    KEY_SIZE: ClassVar[int] = _native.crypto_aead_xchacha20poly1305_ietf_KEYBYTES
    NONCE_SIZE: ClassVar[int] = _native.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
    MACBYTES: ClassVar[int] = _native.crypto_aead_xchacha20poly1305_ietf_ABYTES
    MESSAGEBYTES_MAX: ClassVar[int] = _native.crypto_aead_xchacha20poly1305_ietf_MESSAGEBYTES_MAX
    _NAME = "AEAD"
    _CIPHER = "XChaCha20-Poly1305"
    _SEAL = staticmethod(_native.crypto_aead_xchacha20poly1305_ietf_encrypt)
    _OPEN = staticmethod(_native.crypto_aead_xchacha20poly1305_ietf_decrypt)

    def __init_subclass__(cls, native: str = "", cipher: str = "", **rest: object) -> None:
        """Set lengths and functions from the names in `_native` that have the prefix `native`."""
        super().__init_subclass__(**rest)
        if native:
            cls.KEY_SIZE = getattr(_native, f"{native}_KEYBYTES")
            cls.NONCE_SIZE = getattr(_native, f"{native}_NPUBBYTES")
            cls.MACBYTES = getattr(_native, f"{native}_ABYTES")
            cls.MESSAGEBYTES_MAX = getattr(_native, f"{native}_MESSAGEBYTES_MAX")
            cls._NAME, cls._CIPHER = cls.__name__, cipher
            cls._SEAL = staticmethod(getattr(_native, f"{native}_encrypt"))
            cls._OPEN = staticmethod(getattr(_native, f"{native}_decrypt"))

    def encrypt(
        self,
        plaintext: Buffer,
        aad: Buffer = b"",
        nonce: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> EncryptedMessage:
        """Encrypt a message and bind `aad` to it; return the nonce and the ciphertext together.

        Never use a nonce twice with the same key. If the nonce is omitted, it is random.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        box = self._SEAL(plaintext, aad, nonce, self._key)
        return _joined(nonce, box, encoder)

    def encrypt_into(
        self,
        buffer: Buffer,
        plaintext: Buffer,
        aad: Buffer = b"",
        nonce: Buffer | None = None,
    ) -> int:
        """Encrypt a message like `encrypt`; write the nonce and the ciphertext to a buffer.

        Returns their length, `NONCE_SIZE + MACBYTES` bytes more than the message. The message may
        overlap the buffer. Raises `ValueError` if the buffer is too small.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        box = self._SEAL(plaintext, aad, nonce, self._key)
        return written(buffer, nonce, box)

    def decrypt_into(
        self,
        buffer: Buffer,
        ciphertext: Buffer,
        aad: Buffer = b"",
        nonce: Buffer | None = None,
    ) -> int:
        """Decrypt the output of `encrypt_into`; write the message to the start of a buffer.

        Returns the length of the message. The ciphertext may overlap the buffer. Raises
        `CryptoError` if it is not authentic; the buffer then remains unchanged.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoding.RawEncoder)
        return written(buffer, self._OPEN(box, aad, nonce, self._key))

    def decrypt(
        self,
        ciphertext: Buffer,
        aad: Buffer = b"",
        nonce: Buffer | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> bytes:
        """Decrypt the output of `encrypt` with the same `aad`; the nonce may be passed separately.

        Raises `CryptoError` if the ciphertext or `aad` is not authentic.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoder)
        return self._OPEN(box, aad, nonce, self._key)
