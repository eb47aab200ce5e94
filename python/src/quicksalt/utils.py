"""Randomness, and what the classes of the package share."""

from __future__ import annotations

from quicksalt import bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable, stands_in_for_pynacl

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
    """Makes `str(key)` show the bytes."""

    def __str__(self: SupportsBytes) -> str:
        """Return what `str` makes of the bytes."""
        return str(self.__bytes__())


class SecretHolder(Unpicklable, StringFixer):
    """An object that holds a secret: `str` does not show it, and it is not pickled.

    Where this package stands in for PyNaCl (`quicksalt.compat`), `str` shows the bytes as PyNaCl's
    does.
    """

    def __str__(self: SupportsBytes) -> str:
        """Return what `repr` returns, or what PyNaCl does."""
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
    """Return random bytes of the operating system."""
    return bindings.randombytes(size)


def randombytes_deterministic(
    size: int, seed: Buffer, encoder: encoding.Encoder = encoding.RawEncoder
) -> bytes:
    """Return bytes drawn out of a seed of 32 bytes, always the same for the same seed.

    They are as good as random for who does not know the seed.
    """
    return encoder.encode(bindings.randombytes_buf_deterministic(size, seed))


def as_bytes(buffer: Buffer) -> bytes:
    """Return the bytes of a buffer; what is no buffer itself, for the caller to refuse."""
    if isinstance(buffer, bytes):
        return buffer
    try:
        return bytes(memoryview(buffer))
    except TypeError:
        return buffer  # type: ignore[return-value]


def _decoded(buffer: Buffer, encoder: encoding.Encoder) -> bytes:
    """Return the bytes that an encoder wrote down as `buffer`, or what it makes of no buffer."""
    # Encoders are declared for bytes; those of `encoding` take any buffer.
    return as_bytes(encoder.decode(buffer))  # type: ignore[arg-type]


def _nonce(nonce: Buffer | None, size: int) -> bytes:
    """Return the nonce to seal with: random bytes, or the one given."""
    if nonce is None:
        return bindings.randombytes(size)
    # What is sealed and what is returned must be the same, whatever happens to the buffer.
    nonce = as_bytes(nonce)
    _check_nonce(nonce, size)
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


def written(buffer: Buffer, *parts: bytes) -> int:
    """Write parts to the beginning of a writable buffer, and return how many bytes they are.

    `TypeError` for what cannot be written to, `BufferError` for what is not contiguous,
    `ValueError` if there is too little room: nothing is written then.
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
        # Items of a format that Python cannot cast, such as those of ctypes.
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
    """Read a nonce and a box; without a nonce given, the box begins with it."""
    box = _decoded(ciphertext, encoder)
    if nonce is None:
        nonce, box = box[:size], box[size:]
    else:
        nonce = as_bytes(nonce)
    _check_nonce(nonce, size)
    return nonce, box
