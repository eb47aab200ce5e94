"""Random bytes, and code shared by the package's classes."""

from __future__ import annotations

from quicksalt import bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable, stands_in_for_pynacl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, SupportsBytes

    from typing_extensions import Buffer


class EncryptedMessage(bytes):
    """A nonce followed by its ciphertext, in one `bytes` object."""

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
        """The nonce, in the same encoding as the whole object."""
        return self._nonce

    @property
    def ciphertext(self) -> bytes:
        """The ciphertext without the nonce, in the same encoding as the whole object."""
        return self._ciphertext


class StringFixer:
    """A base class that makes `str(key)` show the key's bytes."""

    def __str__(self: SupportsBytes) -> str:
        """Return `str(bytes(self))`."""
        return str(self.__bytes__())


class SecretHolder(Unpicklable, StringFixer):
    """An object that holds a secret: `str` does not reveal it, and it cannot be pickled.

    If this package replaces PyNaCl (`quicksalt.compat`), `str` shows the bytes like PyNaCl.
    """

    def __str__(self: SupportsBytes) -> str:
        """Return the `repr`, or PyNaCl's result if this package replaces PyNaCl."""
        return StringFixer.__str__(self) if stands_in_for_pynacl() else repr(self)

    def __copy__(self) -> Self:
        """Return an object with the same attributes."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return an object with copies of the attributes."""
        from copy import deepcopy

        new = object.__new__(type(self))
        memo[id(self)] = new
        new.__dict__.update(deepcopy(self.__dict__, memo))
        return new


def bytes_as_string(bytes_in: bytes) -> str:
    """Decode ASCII."""
    return bytes_in.decode("ascii")


def random(size: int = 32) -> bytes:
    """Return random bytes from the operating system."""
    return bindings.randombytes(size)


def randombytes_deterministic(
    size: int, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
) -> bytes:
    """Return bytes generated deterministically from a seed of 32 bytes.

    They are indistinguishable from random bytes without the seed.
    """
    return encoder.encode(bindings.randombytes_buf_deterministic(size, seed))


def as_bytes(buffer: Buffer) -> bytes:
    """Return a buffer's bytes; return a different object unchanged, for the caller to reject."""
    if isinstance(buffer, bytes):
        return buffer
    try:
        return bytes(memoryview(buffer))
    except TypeError:
        return buffer  # type: ignore[return-value]


def _decoded(buffer: Buffer, encoder: encoding.Encoder) -> bytes:
    """Return the bytes that `encoder` decodes from `buffer`."""
    # Encoders are typed for bytes; the encoders of `encoding` accept any buffer.
    return as_bytes(encoder.decode(buffer))  # type: ignore[arg-type]


def _nonce(nonce: Buffer | None, size: int) -> bytes:
    """Return the given nonce, or random bytes."""
    if nonce is None:
        return bindings.randombytes(size)
    # Copy the nonce: the caller's buffer may change during the call.
    nonce = as_bytes(nonce)
    _check_nonce(nonce, size)
    return nonce


def _check_nonce(nonce: bytes, size: int) -> None:
    if len(nonce) != size:
        raise exc.ValueError(f"The nonce must be exactly {size} bytes long")


def _joined(nonce: bytes, ciphertext: bytes, encoder: encoding.Encoder) -> EncryptedMessage:
    """Encode a nonce, a ciphertext, and both together."""
    return EncryptedMessage._from_parts(
        encoder.encode(nonce),
        encoder.encode(ciphertext),
        encoder.encode(nonce + ciphertext),
    )


def written(buffer: Buffer, *parts: bytes) -> int:
    """Write parts to the start of a writable buffer, and return their total length.

    Raises `TypeError` if the object is not a writable buffer, `BufferError` if it is not
    contiguous, and `ValueError` if it is too small. In these cases nothing is written.
    """
    try:
        view = memoryview(buffer)
    except TypeError:
        kind = type(buffer).__name__
        raise exc.TypeError(f"buffer must be a writable bytes-like object, not {kind}") from None
    if view.readonly:
        raise exc.TypeError("buffer must be writable")
    if not view.c_contiguous:
        raise BufferError("buffer must be a contiguous buffer")
    size = sum(map(len, parts))
    if view.nbytes < size:
        raise exc.ValueError(f"buffer must have room for {size} bytes, not {view.nbytes}")
    try:
        view = view.cast("B")
    except (TypeError, ValueError):
        # Python cannot cast some item formats, such as ctypes formats.
        import ctypes

        ctypes.memmove((ctypes.c_char * size).from_buffer(buffer), b"".join(parts), size)
        return size
    start = 0
    for part in parts:
        view[start : start + len(part)] = part
        start += len(part)
    return size


def _split(
    ciphertext: Buffer, nonce: Buffer | None, size: int, encoder: encoding.Encoder
) -> tuple[bytes, bytes]:
    """Decode a nonce and a ciphertext; the nonce comes first unless it is passed separately."""
    box = _decoded(ciphertext, encoder)
    if nonce is None:
        nonce, box = box[:size], box[size:]
    else:
        nonce = as_bytes(nonce)
    _check_nonce(nonce, size)
    return nonce, box
