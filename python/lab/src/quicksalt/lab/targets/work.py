"""What all targets do: functions of libsodium's C interface, on the same inputs.

A task of the children is a line of words: the name of a function and its arguments, in C's order.
`o64` is a buffer of so many bytes that is put out, `i` and hexadecimal digits are bytes, `l5` is a
length of 64 bits, `z5` a size_t or an int, `n` is NULL. Put out is a zero for success and then the
bytes of all such buffers; a function that fails is an error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from quicksalt import bindings
from quicksalt_lab.ruler.result import Topic

SIZES = (64, 1000, 4000, 16384)
"""Bytes of the messages, from which cost a call and cost a byte follow."""

SHORT = 64
"""Bytes of a signed message."""

MEMORY, PASSES = 64 << 20, 2
"""Of Argon2id."""


@dataclass(frozen=True)
class Work:
    """One task."""

    function: str
    label: str
    """As people say it."""
    size: int
    """Bytes of the message; 0 where it does not matter."""
    words: tuple[str, ...]
    is_slow: bool = False
    """Whether a call takes so long that a third of the rounds is enough."""

    @property
    def topic(self) -> Topic:
        """The topic of its group."""
        return Topic(self.function, self.size, "bytes" if self.size else "none")


def all_work(sizes: Sequence[int] = SIZES) -> Iterator[Work]:
    """Yield all tasks: those of one size, those of every size, and the slow one."""
    yield from _curves()
    for function, (label, form) in MESSAGES.items():
        for size in sizes:
            yield Work(function, label, size, (function, *_message(form, size)))
    yield _password()


MESSAGES = {
    "crypto_secretbox_easy": ("secretbox", "o{sealed} {message} l{size} {nonce} {key}"),
    "crypto_aead_xchacha20poly1305_ietf_encrypt": (
        "XChaCha20-Poly1305",
        "o{sealed} n {message} l{size} n l0 n {nonce} {key}",
    ),
    "crypto_onetimeauth": ("Poly1305", "o16 {message} l{size} {key}"),
    "crypto_hash_sha256": ("SHA-256", "o32 {message} l{size}"),
    "crypto_hash_sha512": ("SHA-512", "o64 {message} l{size}"),
    "crypto_generichash": ("BLAKE2b", "o32 z32 {message} l{size} n z0"),
}
"""Functions whose time grows with the message, what people call them, and their arguments."""


def _curves() -> Iterator[Work]:
    seed, message = _bytes("seed", 32), _bytes("message", SHORT)
    public, secret = bindings.crypto_sign_seed_keypair(seed)
    signature = bindings.crypto_sign(message, secret)[:64]
    point = bindings.crypto_scalarmult_base(_bytes("other", 32))
    said, long = _in(message), f"l{SHORT}"
    for function, label, *arguments in (
        ("crypto_scalarmult", "X25519", "o32", _in(seed), _in(point)),
        ("crypto_scalarmult_base", "X25519, base point", "o32", _in(seed)),
        ("crypto_sign_detached", "Ed25519, sign", "o64", "n", said, long, _in(secret)),
        ("crypto_sign_verify_detached", "Ed25519, verify", _in(signature), said, long, _in(public)),
    ):
        yield Work(function, label, 0, (function, *arguments))


def _message(form: str, size: int) -> list[str]:
    """Return the arguments of a function of a message."""
    lengths = {"message": size, "key": 32, "nonce": 24}
    inputs = {name: _in(_bytes(name, length)) for name, length in lengths.items()}
    return form.format(size=size, sealed=size + 16, **inputs).split()


def _password() -> Work:
    password, salt = b"correct horse", _bytes("salt", 16)
    words = ("crypto_pwhash", "o32", "l32", _in(password), f"l{len(password)}", _in(salt))
    cost = (f"l{PASSES}", f"z{MEMORY}", "z2")
    return Work("crypto_pwhash", "Argon2id, 64 MiB", 0, (*words, *cost), is_slow=True)


def _bytes(label: str, size: int) -> bytes:
    return hashlib.shake_256(label.encode()).digest(size)


def _in(data: bytes) -> str:
    return "i" + data.hex()


@dataclass(frozen=True)
class Line:
    """What a call costs by itself, and what each byte adds, in nanoseconds."""

    call_ns: float
    byte_ns: float


def fit(sizes: Sequence[int], times: Sequence[float]) -> Line | None:
    """Fit a line with the least sum of relative deviations; None of fewer than three points.

    Such a line passes through two of the points. Relative, since what a call costs shows in the
    short ones, whose times are small.
    """
    points = list(zip(sizes, times, strict=True))
    if len(points) < 3:
        return None

    def through(one: tuple[int, float], other: tuple[int, float]) -> Line:
        slope = (other[1] - one[1]) / (other[0] - one[0])
        return Line(one[1] - slope * one[0], slope)

    def deviation(line: Line) -> float:
        return sum(abs(line.call_ns + line.byte_ns * n - t) / t for n, t in points)

    return min((through(a, b) for a, b in combinations(points, 2)), key=deviation)
