"""Randomness, and what the classes of the package share."""

from __future__ import annotations

from quicksalt import bindings, encoding
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, SupportsBytes

    from typing_extensions import Buffer


class EncryptedMessage(bytes):
    """A nonce and the box that was sealed with it, in one `bytes`."""

    _nonce: bytes
    _ciphertext: bytes

    @classmethod
    def _from_parts(cls, nonce: bytes, ciphertext: bytes, combined: bytes) -> Self:
        message = cls(combined)
        message._nonce = nonce
        message._ciphertext = ciphertext
        return message

    @property
    def nonce(self) -> bytes:
        """The nonce, encoded as the whole is."""
        return self._nonce

    @property
    def ciphertext(self) -> bytes:
        """The box without the nonce, encoded as the whole is."""
        return self._ciphertext


class StringFixer:
    """Makes `str(key)` show the bytes. Only classes whose bytes are public derive from it."""

    def __str__(self: SupportsBytes) -> str:
        """Return what `str` makes of the bytes."""
        return str(self.__bytes__())


def bytes_as_string(bytes_in: bytes) -> str:
    """Decode ASCII."""
    return bytes_in.decode("ascii")


def random(size: int = 32) -> bytes:
    """Return random bytes of the operating system."""
    return bindings.randombytes(size)


def randombytes_deterministic(
    size: int, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
) -> bytes:
    """Return bytes drawn out of a seed of 32 bytes, always the same for the same seed.

    They are as good as random for who does not know the seed.
    """
    return encoder.encode(bindings.randombytes_buf_deterministic(size, seed))


def _nonce(nonce: bytes | None, size: int) -> bytes:
    """Return the nonce to seal with: random bytes, or the one given."""
    if nonce is None:
        return bindings.randombytes(size)
    _check_nonce(nonce, size)
    if isinstance(nonce, bytes):
        return nonce
    try:
        # What is sealed and what is returned must be the same, whatever happens to the buffer.
        return bytes(memoryview(nonce))
    except TypeError:
        # No buffer: the binding refuses it by its own exception.
        return nonce


def _check_nonce(nonce: bytes, size: int) -> None:
    if len(nonce) != size:
        raise exc.ValueError(f"The nonce must be exactly {size} bytes long")


def _joined(nonce: bytes, ciphertext: bytes, encoder: encoding.Encoder) -> EncryptedMessage:
    """Write a nonce and a box down, apart and together."""
    return EncryptedMessage._from_parts(
        encoder.encode(nonce),
        encoder.encode(ciphertext),
        encoder.encode(nonce + ciphertext),
    )


def _split(
    ciphertext: bytes, nonce: bytes | None, size: int, encoder: encoding.Encoder
) -> tuple[bytes, bytes]:
    """Read a nonce and a box; without a nonce given, the box begins with it."""
    ciphertext = encoder.decode(ciphertext)
    if nonce is None:
        nonce, ciphertext = ciphertext[:size], ciphertext[size:]
    _check_nonce(nonce, size)
    return nonce, ciphertext
