"""Sealing with a key that both sides share."""

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
    """A secret key of 32 bytes. `str` and `repr` do not show it; `bytes` does."""

    KEY_SIZE: ClassVar[int]
    _NAME: ClassVar[str]
    _CIPHER: ClassVar[str]

    def __init__(self, key: Buffer, encoder: encoding.Encoder = encoding.RawEncoder) -> None:
        """Take the key; `encoder` reads it."""
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
    """Seals messages and opens them with one secret key: XSalsa20 and Poly1305.

    What is opened was sealed by someone who has the key, and nobody else could read it. It is no
    signature: who can open a box can also make it.
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
        """Seal a message; the nonce and the box come back in one, written down by `encoder`.

        A nonce must never be used twice with one key. Leave it out: then it is drawn at random.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        return _joined(nonce, _native.crypto_secretbox_easy(plaintext, nonce, self._key), encoder)

    def encrypt_into(
        self,
        buffer: Buffer,
        plaintext: Buffer,
        nonce: Buffer | None = None,
    ) -> int:
        """Seal a message; write the nonce and the box to the beginning of a writable buffer.

        Returns how many bytes they are, `NONCE_SIZE + MACBYTES` more than the message. The message
        may lie in the same buffer. Raises `ValueError` if there is too little room.
        """
        nonce = _nonce(nonce, self.NONCE_SIZE)
        return written(buffer, nonce, _native.crypto_secretbox_easy(plaintext, nonce, self._key))

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
        return written(buffer, _native.crypto_secretbox_open_easy(box, nonce, self._key))

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
        return _native.crypto_secretbox_open_easy(box, nonce, self._key)

    def encrypt_many(
        self,
        plaintexts: Iterable[Buffer],
        nonces: Iterable[Buffer] | None = None,
        encoder: encoding.Encoder = encoding.RawEncoder,
    ) -> list[EncryptedMessage]:
        """Seal many messages, by several threads where there are enough; otherwise as `encrypt`."""
        from quicksalt import batches

        return batches.sealed(self._key, plaintexts, nonces, encoder)

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

        return batches.opened(self._key, ciphertexts, nonces, encoder)


class Aead(_KeyHolder):
    """Seals messages together with data that stays open: XChaCha20 and Poly1305.

    The data (a header, a version, a name) is not in the box; opening needs the same data and
    thereby proves it. Otherwise as `SecretBox`.
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
        """Take lengths and functions of a construction: how their names begin in `_native`."""
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
        """Seal a message and bind `aad` to it; the nonce and the box come back in one.

        A nonce must never be used twice with one key. Leave it out: then it is drawn at random.
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
        """Seal a message as `encrypt` does; write the nonce and the box to a writable buffer.

        Returns how many bytes they are, `NONCE_SIZE + MACBYTES` more than the message. The message
        may lie in the same buffer. Raises `ValueError` if there is too little room.
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
        """Open what `encrypt_into` wrote; write the message to the beginning of a writable buffer.

        Returns how many bytes it is. What is sealed may lie in the same buffer. Raises
        `CryptoError` if it is not genuine: nothing is written then.
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
        """Open what `encrypt` made with the same `aad`, or a box alone with its nonce given apart.

        Raises `CryptoError` if it is not genuine.
        """
        nonce, box = _split(ciphertext, nonce, self.NONCE_SIZE, encoder)
        return self._OPEN(box, aad, nonce, self._key)
