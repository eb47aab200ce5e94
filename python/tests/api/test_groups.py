"""Compare the Ed25519 group with PyNaCl and ristretto255 with libsodium."""

from __future__ import annotations

import copy
import ctypes
import hashlib
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import libnacl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings as peer
from nacl import exceptions as peer_exceptions

from quicksalt import _native, exceptions
from quicksalt.ristretto255 import Point, Scalar

ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19


def number(value: int, length: int = 32) -> bytes:
    """Encode a number in little endian."""
    return value.to_bytes(length, "little")


def near(*values: int) -> st.SearchStrategy[bytes]:
    """Draw 32-byte numbers, many of them near `values`."""
    around = st.builds(
        lambda value, by, sign: number((value + by) % 2**255 | sign << 255),
        st.sampled_from(values),
        st.integers(-20, 20),
        st.integers(0, 1),
    )
    return st.one_of(st.binary(min_size=32, max_size=32), around)


SCALARS = near(0, ORDER, 8 * ORDER, 2**252, 2**255 - 1)
ENCODINGS = near(0, PRIME, 2**254)
POINTS = st.one_of(ENCODINGS, SCALARS.map(lambda seed: peer.crypto_core_ed25519_from_uniform(seed)))


def outcome(call: Callable[..., Any], *arguments: bytes) -> Any:
    """Return the result, or the class and message of the exception."""
    try:
        return call(*arguments)
    except (exceptions.CryptoError, peer_exceptions.CryptoError) as error:
        return type(error).__name__, str(error)


def agree(name: str, *arguments: bytes) -> None:
    """Check that the native function and PyNaCl's have the same outcome."""
    ours, theirs = getattr(_native, name), getattr(peer, name)
    assert outcome(ours, *arguments) == outcome(theirs, *arguments), (name, arguments)


@given(POINTS, POINTS, SCALARS)
def test_points_match_pynacl(p: bytes, q: bytes, n: bytes) -> None:
    """Compare the sums, multiples and validity of valid and invalid points."""
    agree("crypto_core_ed25519_is_valid_point", p)
    agree("crypto_core_ed25519_add", p, q)
    agree("crypto_core_ed25519_sub", p, q)
    agree("crypto_scalarmult_ed25519", n, p)
    agree("crypto_scalarmult_ed25519_noclamp", n, p)
    agree("crypto_scalarmult_ed25519_base", n)
    agree("crypto_scalarmult_ed25519_base_noclamp", n)


@given(ENCODINGS)
def test_the_map_matches_pynacl(uniform: bytes) -> None:
    """Both libraries map any 32 bytes to the same point."""
    agree("crypto_core_ed25519_from_uniform", uniform)


def test_the_map_matches_pynacl_for_thousands_of_inputs() -> None:
    """Map a chain of points: each output is the next input."""
    ours = theirs = number(9)
    for _ in range(4000):
        ours = _native.crypto_core_ed25519_from_uniform(ours)
        theirs = peer.crypto_core_ed25519_from_uniform(theirs)
    assert ours == theirs


@given(SCALARS, SCALARS, st.binary(min_size=64, max_size=64))
def test_scalars_match_pynacl(x: bytes, y: bytes, wide: bytes) -> None:
    """Compare every operation with a reference, on reduced and unreduced numbers."""
    agree("crypto_core_ed25519_scalar_reduce", wide)
    for name in ("add", "sub", "mul"):
        agree(f"crypto_core_ed25519_scalar_{name}", x, y)
    for name in ("invert", "negate", "complement"):
        agree(f"crypto_core_ed25519_scalar_{name}", x)


PYNACLS = [
    name
    for name in dir(peer)
    if name.startswith(("crypto_core_ed25519_", "crypto_scalarmult_ed25519"))
]


@pytest.mark.parametrize("name", [name for name in PYNACLS if not name.endswith("BYTES")])
def test_wrong_arguments_are_refused_in_pynacls_words(name: str) -> None:
    """Compare exception class and message for each argument in turn."""
    function = getattr(peer, name)
    arity = function.__code__.co_argcount
    right = 64 if name.endswith("reduce") else 32
    for place in range(arity):
        for wrong in (b"", bytes(right - 1), bytes(right + 1), "x" * right, 5, None):
            arguments = [number(1, right)] * arity
            arguments[place] = wrong  # type: ignore[call-overload]
            with pytest.raises(exceptions.TypeError) as ours:
                getattr(_native, name)(*arguments)
            with pytest.raises(peer_exceptions.TypeError) as theirs:
                function(*arguments)
            assert str(ours.value) == str(theirs.value)


def test_constants_match_pynacl() -> None:
    """Compare the length constants."""
    for name in (name for name in PYNACLS if name.endswith("BYTES")):
        assert getattr(_native, name) == getattr(peer, name)


VECTORS = Path(__file__).parents[3] / "vectors"

# Operation names in the vector files, with the argument names that the files use.
OF_FILES = {
    "edwards25519": {
        "is_valid": ("crypto_core_ed25519_is_valid_point", "point"),
        "add": ("crypto_core_ed25519_add", "p", "q"),
        "sub": ("crypto_core_ed25519_sub", "p", "q"),
        "from_uniform": ("crypto_core_ed25519_from_uniform", "uniform"),
        "from_hash": ("crypto_core_ed25519_from_hash", "uniform"),
        "scalarmult": ("crypto_scalarmult_ed25519", "scalar", "point"),
        "scalarmult_noclamp": ("crypto_scalarmult_ed25519_noclamp", "scalar", "point"),
        "base": ("crypto_scalarmult_ed25519_base", "scalar"),
        "base_noclamp": ("crypto_scalarmult_ed25519_base_noclamp", "scalar"),
        "scalar_reduce": ("crypto_core_ed25519_scalar_reduce", "wide"),
        "scalar_add": ("crypto_core_ed25519_scalar_add", "x", "y"),
        "scalar_sub": ("crypto_core_ed25519_scalar_sub", "x", "y"),
        "scalar_mul": ("crypto_core_ed25519_scalar_mul", "x", "y"),
        "scalar_invert": ("crypto_core_ed25519_scalar_invert", "x"),
        "scalar_negate": ("crypto_core_ed25519_scalar_negate", "x"),
        "scalar_complement": ("crypto_core_ed25519_scalar_complement", "x"),
    },
    "ristretto255": {
        "base": ("crypto_scalarmult_ristretto255_base", "scalar"),
        "invalid": ("crypto_core_ristretto255_is_valid_point", "point"),
        "from_hash": ("crypto_core_ristretto255_from_hash", "uniform"),
    },
}


@pytest.mark.parametrize("name", OF_FILES)
def test_every_case_of_the_vectors(name: str) -> None:
    """`null` marks a rejected input; a multiple that is the neutral element or zero also fails."""
    file = json.loads((VECTORS / f"{name}.json").read_text())
    for case in file["tests"]:
        function, *arguments = OF_FILES[name][case["operation"]]
        found = outcome(getattr(_native, function), *(bytes.fromhex(case[a]) for a in arguments))
        if case["operation"] in ("is_valid", "invalid"):
            assert found is case.get("valid", False), case
        elif case["result"] in (None, bytes(32).hex()) and isinstance(found, tuple):
            assert found[0] in ("RuntimeError", "ValueError"), case
        else:
            assert found.hex() == case["result"], case
    assert len(file["tests"]) == file["count"]


def test_random_points_and_scalars_are_valid() -> None:
    """Random points and scalars differ each time."""
    points = {_native.crypto_core_ed25519_random() for _ in range(20)}
    assert len(points) == 20
    assert all(map(peer.crypto_core_ed25519_is_valid_point, points))
    scalars = {_native.crypto_core_ed25519_scalar_random() for _ in range(20)}
    assert len(scalars) == 20
    assert all(0 < int.from_bytes(scalar, "little") < ORDER for scalar in scalars)


def sodium(name: str, *arguments: bytes) -> bytes | None:
    """Return libsodium's output, or None if it rejects the input."""
    out = ctypes.create_string_buffer(32)
    return out.raw if getattr(libnacl.nacl, name)(out, *arguments) == 0 else None


def or_none(call: Callable[..., bytes], *arguments: bytes) -> bytes | None:
    """Return the result, or None if the call raises."""
    try:
        return call(*arguments)
    except exceptions.ValueError:
        return None


def expanded(
    context: bytes, message: bytes, new: Callable[[bytes], Any], length: int = 64
) -> bytes:
    """Compute `expand_message_xmd` of RFC 9380."""
    if len(context) > 255:
        context = new(b"H2C-OVERSIZE-DST-" + context).digest()
    context += bytes([len(context)])
    first = new(bytes(new(b"").block_size) + message + bytes([0, length, 0]) + context).digest()
    last, made = bytes(len(first)), b""
    for number in range(1, -(-length // len(first)) + 1):
        mixed = bytes(x ^ y for x, y in zip(first, last, strict=True))
        last = new(mixed + bytes([number]) + context).digest()
        made += last
    return made[:length]


P = 2**255 - 19
# Coefficients of the Montgomery curve (A) and the Edwards curve (D).
A, D = 486662, -121665 * pow(121666, -1, P) % P


def root(square: int) -> int:
    """Return the even square root modulo P."""
    found = pow(square, (P + 3) // 8, P)
    if found * found % P != square % P:
        found = found * pow(2, (P - 1) // 4, P) % P
    assert found * found % P == square % P
    return P - found if found % 2 else found


def summed(p: tuple[int, int], q: tuple[int, int]) -> tuple[int, int]:
    """Add two points of the Edwards curve."""
    (x1, y1), (x2, y2) = p, q
    k = D * x1 * x2 * y1 * y2 % P
    x, y = (x1 * y2 + x2 * y1) * pow(1 + k, -1, P), (y1 * y2 + x1 * x2) * pow(1 - k, -1, P)
    return x % P, y % P


def mapped(number: int) -> tuple[int, int]:
    """Map a number by Elligator 2 and clear the cofactor (RFC 9380, sections 6.7.1 and 6.8.2)."""
    u = -A * pow(1 + 2 * number * number, -1, P) % P
    is_first = pow(u**3 + A * u * u + u, (P - 1) // 2, P) == 1
    u = u if is_first else -u - A
    v = root(u**3 + A * u * u + u)
    v = P - v if is_first else v
    point = root(-A - 2) * u * pow(v, -1, P) % P, (u - 1) * pow(u + 1, -1, P) % P
    for _ in range(3):
        point = summed(point, point)
    return point


def encoded(point: tuple[int, int]) -> bytes:
    """Encode a point of the Edwards curve."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


@settings(max_examples=30)
@given(st.binary(max_size=300), st.binary(max_size=300))
def test_a_point_of_a_string_matches_rfc_9380(context: bytes, message: bytes) -> None:
    for alg, new in (
        (_native.crypto_core_ed25519_H2CSHA256, hashlib.sha256),
        (_native.crypto_core_ed25519_H2CSHA512, hashlib.sha512),
    ):
        one = int.from_bytes(expanded(context, message, new, 48), "big")
        own = _native.crypto_core_ed25519_from_string_nu(context, message, alg)
        assert own == encoded(mapped(one))
        both = expanded(context, message, new, 96)
        points = [mapped(int.from_bytes(half, "big")) for half in (both[:48], both[48:])]
        own = _native.crypto_core_ed25519_from_string_ro(context, message, alg)
        assert own == encoded(summed(*points))
        assert own == _native.crypto_core_ed25519_from_string(context, message, alg)
    with pytest.raises(exceptions.ValueError, match="alg"):
        _native.crypto_core_ed25519_from_string_ro(context, message, 3)


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_an_element_of_a_string_matches_its_expansion(context: bytes, message: bytes) -> None:
    for number, new in (
        (_native.crypto_core_ristretto255_H2CSHA256, hashlib.sha256),
        (_native.crypto_core_ristretto255_H2CSHA512, hashlib.sha512),
    ):
        own = _native.crypto_core_ristretto255_from_string(context, message, number)
        uniform = expanded(context, message, new)
        assert own == _native.crypto_core_ristretto255_from_hash(uniform)
    with pytest.raises(exceptions.ValueError, match="alg"):
        _native.crypto_core_ristretto255_from_string(context, message, 3)


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_a_scalar_of_a_string_matches_rfc_9380(context: bytes, message: bytes) -> None:
    for number, new in ((1, hashlib.sha256), (2, hashlib.sha512)):
        scalar = int.from_bytes(expanded(context, message, new, 48), "big") % ORDER
        for own in (
            _native.crypto_core_ed25519_scalar_from_string,
            _native.crypto_core_ristretto255_scalar_from_string,
        ):
            assert own(context, message, number) == scalar.to_bytes(32, "little")
    with pytest.raises(exceptions.ValueError, match="alg"):
        _native.crypto_core_ed25519_scalar_from_string(context, message, 3)


@given(SCALARS)
def test_a_scalar_is_canonical_below_the_order(scalar: bytes) -> None:
    is_below = int.from_bytes(scalar, "little") < ORDER
    assert _native.crypto_core_ed25519_scalar_is_canonical(scalar) is is_below
    assert _native.crypto_core_ristretto255_scalar_is_canonical(scalar) is is_below


ELEMENTS = st.one_of(
    ENCODINGS,
    st.binary(min_size=64, max_size=64).map(_native.crypto_core_ristretto255_from_hash),
)


@given(ELEMENTS, ELEMENTS, SCALARS, st.binary(min_size=64, max_size=64))
def test_ristretto255_matches_libsodium(p: bytes, q: bytes, n: bytes, wide: bytes) -> None:
    """Both libraries agree, except for a bit that libsodium 1.0.18 ignores."""
    if (p[-1] | q[-1]) & 0x80:
        first = p if p[-1] & 0x80 else q
        assert not _native.crypto_core_ristretto255_is_valid_point(first)
        return
    valid = bool(libnacl.nacl.crypto_core_ristretto255_is_valid_point(p))
    assert _native.crypto_core_ristretto255_is_valid_point(p) is valid
    for name, arguments in (
        ("crypto_core_ristretto255_add", (p, q)),
        ("crypto_core_ristretto255_sub", (p, q)),
        ("crypto_core_ristretto255_from_hash", (wide,)),
        ("crypto_scalarmult_ristretto255", (n, p)),
        ("crypto_scalarmult_ristretto255_base", (n,)),
    ):
        assert or_none(getattr(_native, name), *arguments) == sodium(name, *arguments), name


@given(st.integers(0, ORDER - 1), st.integers(0, ORDER - 1))
def test_scalars_have_operators(a: int, b: int) -> None:
    """The operators compute with integers modulo the order."""
    x, y = Scalar(number(a)), Scalar(number(b))
    assert bytes(x + y) == number((a + b) % ORDER)
    assert bytes(x - y) == number((a - b) % ORDER)
    assert bytes(x * y) == number(a * b % ORDER)
    assert bytes(-x) == number(-a % ORDER)
    assert (x == y) is (a == b)
    if a:
        assert x.inverse() * x == Scalar(number(1))


def test_elements_have_operators() -> None:
    """Compute a shared secret, a sum and a difference."""
    a, b = Scalar.random(), Scalar.random()
    p, q = Point.base(a), Point.base(b)
    assert a * q == q * a == b * p
    assert p + q == Point.base(a + b)
    assert p - q == Point.base(a - b)
    assert bytes(p - p) == bytes(32)
    assert p != q
    assert len({p, Point(bytes(p)), q}) == 2
    assert Point.from_hash(bytes(64)) != Point.random() != Point.random()
    assert Scalar.from_hash(number(ORDER + 5, 64)) == Scalar(number(5))


@pytest.mark.parametrize("scalar", [number(ORDER), number(ORDER + 1), b"\xff" * 32])
def test_scalars_out_of_range_are_refused(scalar: bytes) -> None:
    """An unreduced number would be a second encoding of the same scalar."""
    with pytest.raises(exceptions.ValueError, match="scalar"):
        Scalar(scalar)


def test_invalid_elements_are_rejected() -> None:
    """Reject unreduced encodings, wrong types, and products that are the neutral element."""
    with pytest.raises(exceptions.ValueError, match="element"):
        Point(number(PRIME))
    zero = Scalar(bytes(32))
    with pytest.raises(exceptions.ValueError, match="neutral"):
        zero * Point.random()
    for mixed in (lambda: Point.random() + zero, lambda: zero + Point.random(), lambda: zero * 2):  # type: ignore[operator]
        with pytest.raises(TypeError):
            mixed()


def test_scalars_are_not_shown_and_not_pickled() -> None:
    """Elements can be shown and pickled; scalars cannot."""
    scalar = Scalar(number(0x1234567890))
    assert repr(scalar) == "<quicksalt.ristretto255.Scalar (secret)>"
    assert copy.deepcopy(copy.copy(scalar)) == scalar
    with pytest.raises(TypeError, match="Scalar"):
        pickle.dumps(scalar)
    point = Point.base(scalar)
    assert repr(point) == f"<quicksalt.ristretto255.Point {bytes(point).hex()}>"
    assert pickle.loads(pickle.dumps(point)) == point
