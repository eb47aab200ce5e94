"""Compare streams with PyNaCl; detect truncated, moved, repeated and added chunks."""

from __future__ import annotations

import io
import pickle
import tracemalloc
from collections.abc import Callable, Iterator

import nacl.bindings as theirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quicksalt import _native, exceptions, secretstream
from quicksalt import bindings as ours

from .peer import assert_same, outcome

KEY = bytes(range(32))
CHUNKS = st.lists(st.binary(max_size=300), max_size=6)
NAME = "crypto_secretstream_xchacha20poly1305"
LIBRARIES = [(ours, theirs), (theirs, ours), (ours, ours)]


def function(library: object, name: str) -> Callable[..., object]:
    return getattr(library, f"{NAME}_{name}")  # type: ignore[no-any-return]


def pushed(library: object, key: bytes) -> tuple[object, bytes]:
    state = function(library, "state")()
    header = function(library, "init_push")(state, key)
    assert isinstance(header, bytes)
    return state, header


def pulled(library: object, header: bytes, key: bytes) -> object:
    state = function(library, "state")()
    function(library, "init_pull")(state, header, key)
    return state


@pytest.mark.parametrize(("sender", "receiver"), LIBRARIES)
@given(CHUNKS, st.binary(max_size=40), st.lists(st.integers(0, 255), min_size=6, max_size=6))
@settings(max_examples=40)
def test_each_library_pulls_what_the_other_pushes(
    sender: object, receiver: object, chunks: list[bytes], ad: bytes, tags: list[int]
) -> None:
    state, header = pushed(sender, KEY)
    other = pulled(receiver, header, KEY)
    for number, (chunk, tag) in enumerate(zip(chunks, tags, strict=False)):
        data = ad if number % 2 else None
        sealed = function(sender, "push")(state, chunk, data, tag)
        assert function(receiver, "pull")(other, sealed, data) == (chunk, tag)
        if number == 3:
            function(sender, "rekey")(state)
            function(receiver, "rekey")(other)


@pytest.mark.parametrize("length", [*range(70), 127, 128, 129, 255, 256, 257, 1000, 20_000])
def test_every_length(length: int) -> None:
    """Test message and data lengths around the block sizes of cipher and authenticator."""
    message, ad = bytes(range(256)) * (length // 256 + 1), b"d" * (length % 37)
    state, header = pushed(ours, KEY)
    other = pulled(theirs, header, KEY)
    for tag in (0, 2, 0):
        sealed = function(ours, "push")(state, message[:length], ad, tag)
        assert function(theirs, "pull")(other, sealed, ad) == (message[:length], tag)


def test_constants_match_pynacl() -> None:
    for name in vars(theirs):
        if name.startswith(NAME) and name.isupper() is False and name[len(NAME) + 1 :].isupper():
            assert getattr(ours, name) == getattr(theirs, name), name


WRONG: list[tuple[str, tuple[object, ...]]] = [
    ("init_push", (1, KEY)),
    ("init_push", ("state", "k")),
    ("init_push", ("state", KEY[1:])),
    ("init_pull", (None, bytes(24), KEY)),
    ("init_pull", ("state", "h", KEY)),
    ("init_pull", ("state", bytes(23), KEY)),
    ("init_pull", ("state", bytes(24), 3)),
    ("init_pull", ("state", bytes(24), bytes(33))),
    ("push", (1, b"m")),
    ("push", ("pushed", "m")),
    ("push", ("pushed", b"m", "d")),
    ("push", ("pushed", b"m", None, 256)),
    ("push", ("pushed", b"m", None, "t")),
    ("pull", (1, bytes(17))),
    ("pull", ("state", bytes(17))),
    ("pull", ("pushed", bytes(17))),
    ("pull", ("pulled", "c")),
    ("pull", ("pulled", bytes(16))),
    ("pull", ("pulled", bytes(17), "d")),
    ("pull", ("pulled", bytes(17), b"d")),
    ("rekey", (1,)),
]


@pytest.mark.parametrize(("name", "args"), WRONG)
def test_refusals_match_pynacl(name: str, args: tuple[object, ...]) -> None:
    def call(library: object) -> object:
        states = {
            "state": function(library, "state"),
            "pushed": lambda: pushed(library, KEY)[0],
            "pulled": lambda: pulled(library, bytes(24), KEY),
        }
        first = states[args[0]]() if isinstance(args[0], str) else args[0]
        return function(library, name)(first, *args[1:])

    assert_same(outcome(call, ours), outcome(call, theirs))


def test_a_state_without_a_stream_seals_nothing() -> None:
    """Without a stream, PyNaCl encrypts with an all-zero key."""
    state = function(ours, "state")()
    for name, args in [("push", (b"m",)), ("rekey", ())]:
        refusal = outcome(function(ours, name), state, *args)
        assert refusal.raised == "exceptions.ValueError"
        assert "init_push" in refusal.text
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(state)


def test_a_rejected_message_does_not_advance_the_stream() -> None:
    state, header = pushed(ours, KEY)
    sealed = [function(ours, "push")(state, bytes([i])) for i in range(3)]
    other = pulled(ours, header, KEY)
    pull = function(ours, "pull")
    for i in range(3):
        flipped = sealed[i][:-1] + bytes([sealed[i][-1] ^ 1])  # type: ignore[index, operator]
        for wrong in (sealed[(i + 1) % 3], flipped):
            with pytest.raises(exceptions.RuntimeError):
                pull(other, wrong)
        assert pull(other, sealed[i]) == (bytes([i]), 0)


@given(CHUNKS, st.binary(max_size=20))
@settings(max_examples=40)
def test_iterators_return_the_chunks(chunks: list[bytes], aad: bytes) -> None:
    sealed = list(secretstream.encrypt(KEY, chunks, aad))
    assert list(secretstream.decrypt(KEY, sealed, aad)) == (chunks or [b""])
    other = pulled(theirs, sealed[0], KEY)
    found = [function(theirs, "pull")(other, piece, aad) for piece in sealed[1:]]
    assert [tag for _, tag in found] == [0] * (len(found) - 1) + [3]  # type: ignore[misc]


def without(pieces: list[bytes], at: int) -> list[bytes]:
    return pieces[:at] + pieces[at + 1 :]


@pytest.mark.parametrize("at", range(1, 5))
def test_iterators_detect_changes(at: int) -> None:
    chunks = [b"one", b"two", b"three", b"four"]
    sealed = list(secretstream.encrypt(KEY, chunks))
    damaged = {
        "cut": sealed[:at],
        "left out": without(sealed, at),
        "repeated": [*sealed[: at + 1], *sealed[at:]],
        "moved": [sealed[0], *sealed[1:at], *reversed(sealed[at:]), sealed[at]],
        "shortened": [*sealed[:at], sealed[at][:-1], *sealed[at + 1 :]],
        "emptied": [*sealed[:at], b"", *sealed[at + 1 :]],
        "added": [*sealed, sealed[at]],
        "followed by nothing": [*sealed, b""],
        "under another header": [bytes(24), *sealed[1:]],
        "without a header": sealed[1:],
        "nothing": [],
    }
    for what, pieces in damaged.items():
        opened = []
        with pytest.raises(exceptions.CryptoError):  # noqa: PT012
            for chunk in secretstream.decrypt(KEY, pieces):
                opened.append(chunk)
        assert opened == chunks[: len(opened)], what
    for key, aad in [(bytes(32), b""), (KEY, b"x")]:
        with pytest.raises(exceptions.CryptoError):
            list(secretstream.decrypt(key, sealed, aad))


def sealed_file(data: bytes, size: int, aad: bytes = b"") -> bytes:
    file = io.BytesIO()
    with secretstream.Writer(file, KEY, aad, size) as writer:
        for at in range(0, len(data), 7):
            assert writer.write(data[at : at + 7]) == len(data[at : at + 7])
    return file.getvalue()


@pytest.mark.parametrize("size", [1, 5, 7, 16, 1000])
@pytest.mark.parametrize("length", [0, 1, 4, 5, 6, 15, 16, 17, 100])
def test_files_of_every_size(size: int, length: int) -> None:
    data = bytes(range(length))
    sealed = sealed_file(data, size, b"aad")
    chunks = max(1, -(-length // size))
    assert len(sealed) == 24 + 17 * chunks + length
    with secretstream.Reader(io.BytesIO(sealed), KEY, b"aad", size) as reader:
        assert reader.read() == data
    reader = secretstream.Reader(io.BytesIO(sealed), KEY, b"aad", size)
    assert b"".join(iter(lambda: reader.read(3), b"")) == data


def test_a_damaged_file_is_detected() -> None:
    data = bytes(range(50))
    sealed = sealed_file(data, 20)
    for damaged in (
        *(sealed[:at] for at in range(len(sealed))),
        *(sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in range(len(sealed))),
        sealed + b"x",
        sealed + sealed[24:61],
        sealed[:24] + sealed[61:98] + sealed[24:61] + sealed[98:],
    ):
        with pytest.raises(exceptions.CryptoError):
            secretstream.Reader(io.BytesIO(damaged), KEY, chunk_size=20).read()


def test_data_before_the_damage_is_readable() -> None:
    data = bytes(range(50))
    reader = secretstream.Reader(io.BytesIO(sealed_file(data, 20)[:-1]), KEY, chunk_size=20)
    assert reader.read(40) == data[:40]
    with pytest.raises(exceptions.CryptoError):
        reader.read(1)


def test_a_failed_writer_does_not_finish_the_stream() -> None:
    def cut(fail: Callable[[secretstream.Writer], None]) -> None:
        file = io.BytesIO()
        writer = secretstream.Writer(file, KEY, chunk_size=4)
        writer.write(b"0123456789")
        fail(writer)
        del writer
        with pytest.raises(exceptions.CryptoError, match="last chunk"):
            secretstream.Reader(io.BytesIO(file.getvalue()), KEY, chunk_size=4).read()

    def raises(writer: secretstream.Writer) -> None:
        with pytest.raises(KeyError), writer:
            raise KeyError

    cut(raises)
    cut(lambda writer: writer.abandon())
    cut(lambda _: None)


class Full(io.BytesIO):
    """A file that accepts a few bytes per write, and none from some offset on."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, data: object, /) -> int:
        part = bytes(data)[: min(3, self.room)]  # type: ignore[arg-type]
        self.room -= len(part)
        super().write(part)
        return len(part)


def test_a_file_with_short_writes() -> None:
    file = Full(1000)
    with secretstream.Writer(file, KEY, chunk_size=4) as writer:
        writer.write(b"0123456789")
    assert (
        secretstream.Reader(io.BytesIO(file.getvalue()), KEY, chunk_size=4).read() == b"0123456789"
    )


def test_a_full_file_is_reported_and_closes_the_writer() -> None:
    writer = secretstream.Writer(Full(60), KEY, chunk_size=4)
    with pytest.raises(BlockingIOError):
        writer.write(bytes(100))
    with pytest.raises(ValueError, match="closed"):
        writer.write(b"x")
    writer.close()
    assert writer.closed


def test_secrets_stay_inside() -> None:
    writer = secretstream.Writer(io.BytesIO(), KEY)
    reader = secretstream.Reader(io.BytesIO(sealed_file(b"m", 4)), KEY, chunk_size=4)
    for held in (writer, reader):
        assert "key not shown" in repr(held)
        with pytest.raises(TypeError):
            pickle.dumps(held)
    with pytest.raises(exceptions.ValueError, match="chunk_size"):
        secretstream.Writer(io.BytesIO(), KEY, chunk_size=0)


class Endless(io.RawIOBase):
    """A sink that parses a stream as it arrives and discards it."""

    def __init__(self) -> None:
        self.count = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object, /) -> int:
        count = memoryview(data).nbytes  # type: ignore[arg-type]
        self.count += count
        return count


def test_the_memory_is_constant() -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(400):
            yield bytes(100_000)

    tracemalloc.start()
    sink = Endless()
    with secretstream.Writer(sink, KEY) as writer:  # type: ignore[arg-type]
        for chunk in chunks():
            writer.write(chunk)
    opened = secretstream.decrypt(KEY, secretstream.encrypt(KEY, chunks()))
    assert sum(map(len, opened)) == 40_000_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sink.count > 40_000_000
    assert peak < 2_000_000


@given(CHUNKS, st.binary(min_size=24, max_size=24))
@settings(max_examples=20)
def test_the_bytes_of_a_state_match_libsodium(chunks: list[bytes], header: bytes) -> None:
    own, peer = pulled(ours, header, KEY), pulled(theirs, header, KEY)
    sender = _native.crypto_secretstream_xchacha20poly1305_state()
    sender.restore(own.statebuf)  # type: ignore[attr-defined]
    for number, chunk in enumerate(chunks):
        sealed = function(_native, "push")(sender, chunk, None, 2 * (number % 2))
        assert function(ours, "pull")(own, sealed) == function(theirs, "pull")(peer, sealed)
        assert bytes(own.statebuf) == bytes(peer.statebuf) == sender.content()  # type: ignore[attr-defined]
    assert len(own.statebuf) == ours.crypto_secretstream_xchacha20poly1305_STATEBYTES  # type: ignore[attr-defined]


def test_writes_to_a_state_take_effect() -> None:
    """PyNaCl's tests save a stream state and return to it."""
    state, header = pushed(ours, KEY)
    saved = bytes(state.statebuf)  # type: ignore[attr-defined]
    first = function(ours, "push")(state, b"message", None, 0)
    assert bytes(state.statebuf) != saved  # type: ignore[attr-defined]
    function(ours, "init_pull")(state, header, KEY)
    assert bytes(state.statebuf) == saved  # type: ignore[attr-defined]
    assert function(ours, "pull")(state, first) == (b"message", 0)
    state.statebuf[:] = saved  # type: ignore[attr-defined]
    assert function(ours, "push")(state, b"message", None, 0) == first


def test_a_new_state_is_zero() -> None:
    state = function(ours, "state")()
    assert bytes(state.statebuf) == bytes(52)  # type: ignore[attr-defined]
    for wrong in (bytes(51), bytes(53), b""):
        with pytest.raises(exceptions.ValueError, match="content"):
            _native.crypto_secretstream_xchacha20poly1305_state().restore(wrong)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(state)
