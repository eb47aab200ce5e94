"""The tasks of all targets: functions of libsodium's C interface, on the same inputs.

A task of the children is a line of words: the name of a function and its arguments, in C's order.
`o64` is an output buffer of 64 bytes, `i` with hexadecimal digits is an input, `l5` is a 64-bit
length, `z5` a size_t or an int, `n` is NULL. The output is a zero for success, followed by the
bytes of all output buffers; a failing function is an error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from quicksalt import bindings
from quicksalt_lab.ruler.result import Topic

SIZES = (64, 1000, 4000, 16384)
"""Message lengths in bytes, for fitting the cost per call and per byte."""

SHORT = 64
"""Length of a signed message in bytes."""

MEMORY, PASSES = 64 << 20, 2
"""Parameters of Argon2id."""


@dataclass(frozen=True)
class Work:
    """One task."""

    function: str
    label: str
    """The displayed name."""
    size: int
    """Length of the message in bytes; 0 if not applicable."""
    words: tuple[str, ...]
    is_slow: bool = False
    """Whether a call is slow, so that a third of the rounds suffices."""

    @property
    def topic(self) -> Topic:
        """The topic of the task's group."""
        return Topic(self.function, self.size, "bytes" if self.size else "none")


def all_work(sizes: Sequence[int] = SIZES) -> Iterator[Work]:
    """Yield all tasks: tasks of one size, tasks of every size, and the slow task."""
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
"""Functions that take longer for longer messages, with displayed names and arguments."""


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
    """Return the arguments of a message function."""
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
    """The cost per call and the cost per byte, in nanoseconds."""

    call_ns: float
    byte_ns: float


def fit(sizes: Sequence[int], times: Sequence[float]) -> Line | None:
    """Fit a line with the smallest sum of relative deviations; None for fewer than three points.

    An optimal line passes through two of the points. Deviations are relative because the cost per
    call shows in short messages, which take little time.
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
