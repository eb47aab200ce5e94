"""Encryption of data of any size in constant memory, chunk by chunk (libsodium's secretstream).

`encrypt` and `decrypt` read chunks from an iterable and yield chunks; `Writer` and `Reader` wrap
file objects. The data cannot be read without the key. If it was changed, truncated, repeated or
reordered, decryption raises `CryptoError`.

    key = secretstream.keygen()
    with open("data.sealed", "wb") as file, secretstream.Writer(file, key) as writer:
        shutil.copyfileobj(source, writer)
    with open("data.sealed", "rb") as file, secretstream.Reader(file, key) as reader:
        shutil.copyfileobj(reader, target)

An encrypted file is the header followed by chunks of equal size, each 17 bytes longer than its
content; the last chunk, which may be shorter, has the final tag.
"""

from __future__ import annotations

import io

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable, described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import BinaryIO

    from typing_extensions import Buffer

KEY_SIZE: int = _native.crypto_secretstream_xchacha20poly1305_KEYBYTES
HEADER_SIZE: int = _native.crypto_secretstream_xchacha20poly1305_HEADERBYTES
OVERHEAD: int = _native.crypto_secretstream_xchacha20poly1305_ABYTES
CHUNK_SIZE = 65536
"""The default size of a chunk in bytes; writer and reader must use the same size."""

_MESSAGE: int = _native.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
_FINAL: int = _native.crypto_secretstream_xchacha20poly1305_TAG_FINAL


def keygen() -> bytes:
    """Generate a new key."""
    return _native.crypto_secretstream_xchacha20poly1305_keygen()


def encrypt(key: Buffer, chunks: Iterable[Buffer], aad: Buffer = b"") -> Iterator[bytes]:
    """Yield a header and each encrypted chunk, bound to `aad`; mark the last chunk as final.

    The next input chunk is requested before the current encrypted chunk is yielded. If there are no
    chunks, one empty chunk is encrypted.
    """
    sealer = _Sealer(key, aad)
    yield sealer.header
    last: Buffer = b""
    for number, chunk in enumerate(chunks):
        if number:
            yield sealer.seal(last, _MESSAGE)
        last = chunk
    yield sealer.seal(last, _FINAL)


def decrypt(key: Buffer, sealed: Iterable[Buffer], aad: Buffer = b"") -> Iterator[bytes]:
    """Yield the chunks that `encrypt` encrypted, with the same boundaries.

    Raises `CryptoError` at the first chunk that is not authentic or out of order, at a chunk after
    the final chunk, and if the final chunk is missing. The data is complete only after the iterator
    is exhausted.
    """
    pieces = iter(sealed)
    header = next(pieces, None)
    if header is None:
        raise exc.CryptoError("The stream ends before its header")
    opener = _Opener(key, header, aad)
    for piece in pieces:
        yield opener.open(piece)
    opener.finish()


class _Sealer(Unpicklable):
    """The sender's side of a stream."""

    def __init__(self, key: Buffer, aad: Buffer) -> None:
        self._state = _native.crypto_secretstream_xchacha20poly1305_state()
        self.header = _native.crypto_secretstream_xchacha20poly1305_init_push(self._state, key)
        self._aad = aad

    def seal(self, chunk: Buffer, tag: int) -> bytes:
        return _native.crypto_secretstream_xchacha20poly1305_push(
            self._state, chunk, self._aad, tag
        )


class _Opener(Unpicklable):
    """The receiver's side of a stream."""

    def __init__(self, key: Buffer, header: Buffer, aad: Buffer) -> None:
        if memoryview(header).nbytes != HEADER_SIZE:
            raise exc.CryptoError("The stream ends before its header")
        self._state = _native.crypto_secretstream_xchacha20poly1305_state()
        _native.crypto_secretstream_xchacha20poly1305_init_pull(self._state, header, key)
        self._aad = aad
        self.is_finished = False

    def open(self, sealed: Buffer) -> bytes:
        if self.is_finished:
            raise exc.CryptoError("Bytes follow the last chunk")
        if memoryview(sealed).nbytes < OVERHEAD:
            raise exc.CryptoError("A chunk is truncated")
        try:
            chunk, tag = _native.crypto_secretstream_xchacha20poly1305_pull(
                self._state, sealed, self._aad
            )
        except exc.RuntimeError:
            raise exc.CryptoError("A chunk is not authentic or out of order") from None
        self.is_finished = tag == _FINAL
        return chunk

    def finish(self) -> None:
        if not self.is_finished:
            raise exc.CryptoError("The stream ends before its last chunk")


class Writer(io.RawIOBase, Unpicklable):
    """A file object that encrypts its input into another file.

    `close` encrypts the final chunk and leaves the underlying file open. If a `with` block ends in
    an exception, or the writer is never closed, the final chunk is not written, and readers detect
    the truncation.
    """

    def __init__(
        self, file: BinaryIO, key: Buffer, aad: Buffer = b"", chunk_size: int = CHUNK_SIZE
    ) -> None:
        """Write a new header to the file."""
        self._sealer: _Sealer | None = None
        super().__init__()
        self._size = _checked(chunk_size)
        self._file = file
        self._rest = bytearray()
        sealer = _Sealer(key, aad)
        self._put(sealer.header)
        self._sealer = sealer

    def __repr__(self) -> str:
        """Show the class and the file."""
        return described(self, f"to {self._file!r}, key not shown")

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Buffer, /) -> int:
        """Accept all given bytes; encrypt and write each chunk once it is full."""
        if self._sealer is None:
            raise ValueError("write to closed file")
        view = memoryview(data).cast("B")
        at = 0
        # A full chunk is held back until more data follows, because it could be the last chunk.
        while at < len(view):
            if len(self._rest) == self._size:
                self._flush_chunk(_MESSAGE)
            taken = view[at : at + self._size - len(self._rest)]
            self._rest += taken
            at += len(taken)
        return len(view)

    def close(self) -> None:
        """Encrypt and write the final chunk, and flush the underlying file."""
        if self._sealer is not None:
            try:
                self._flush_chunk(_FINAL)
                self._file.flush()
            finally:
                self.abandon()
        super().close()

    def abandon(self) -> None:
        """Close without a final chunk, so that readers detect that the data is incomplete."""
        self._sealer = None
        super().close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the stream, or abandon it if the block ends in an exception."""
        if kind is None:
            self.close()
        else:
            self.abandon()

    def __del__(self) -> None:
        """Abandon the stream."""
        self.abandon()

    def _flush_chunk(self, tag: int) -> None:
        sealer, self._sealer = self._sealer, None
        assert sealer is not None
        self._put(sealer.seal(self._rest, tag))
        self._rest.clear()
        # After an exception the sealer is None: the position in the file is unknown.
        self._sealer = sealer

    def _put(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            written = self._file.write(view)
            if not written:
                raise BlockingIOError("the file accepts no more bytes")
            view = view[written:]


class Reader(io.BufferedReader, Unpicklable):
    """A file object that decrypts the output of a `Writer`; the underlying file remains open.

    Reading raises `CryptoError` if data is not authentic or the end is missing. All data returned
    before the exception is authentic.
    """

    def __init__(
        self, file: BinaryIO, key: Buffer, aad: Buffer = b"", chunk_size: int = CHUNK_SIZE
    ) -> None:
        """Read the header from the file."""
        super().__init__(_Chunks(file, key, aad, _checked(chunk_size)), _checked(chunk_size))

    def __repr__(self) -> str:
        """Show only the class."""
        return described(self, "of sealed data, key not shown")


class _Chunks(io.RawIOBase):
    """The chunks of a file, decrypted one at a time."""

    def __init__(self, file: BinaryIO, key: Buffer, aad: Buffer, size: int) -> None:
        super().__init__()
        self._file, self._size = file, size
        self._opener = _Opener(key, self._get(HEADER_SIZE), aad)
        self._chunk = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        target = memoryview(buffer).cast("B")
        while not self._chunk:
            sealed = self._get(self._size + OVERHEAD)
            if not sealed:
                self._opener.finish()
                return 0
            self._chunk = memoryview(self._opener.open(sealed))
        count = min(len(target), len(self._chunk))
        target[:count] = self._chunk[:count]
        self._chunk = self._chunk[count:]
        return count

    def _get(self, size: int) -> bytes:
        """Read `size` bytes, or fewer at the end of the file."""
        pieces = []
        while size:
            piece = self._file.read(size)
            if not piece:
                break
            pieces.append(piece)
            size -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _checked(chunk_size: int) -> int:
    if chunk_size < 1:
        raise exc.ValueError(f"chunk_size must be at least 1, not {chunk_size}")
    return chunk_size
