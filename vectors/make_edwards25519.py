#!/usr/bin/env python3
"""Make edwards25519.json: results in Ed25519's group by libsodium in PyNaCl 1.6.2.

The inputs are edge cases of the encodings, the scalars and the map, and digests; they are the
same in each run. A result that libsodium rejects is null. `--check` compares with the file
instead of writing it.
"""

import argparse
import ctypes
import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import nacl
from nacl import _sodium, bindings, exceptions

PYNACL = "1.6.2"
TARGET = Path(__file__).with_name("edwards25519.json")

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
SIGN = 1 << 255
TOP = 2**256

Row = dict[str, str | bool | None]


def number(value: int, length: int = 32) -> bytes:
    """Encode a number in little endian."""
    return value.to_bytes(length, "little")


def drawn(label: str, length: int = 32) -> bytes:
    """Return deterministic pseudorandom bytes."""
    return hashlib.shake_256(label.encode()).digest(length)


BASE = bindings.crypto_scalarmult_ed25519_base_noclamp(number(1))
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
MIXED = [
    bindings.crypto_core_ed25519_add(BASE, small) for small in (ORDER_8, number(P - 1), number(0))
]
GROUP = [bindings.crypto_core_ed25519_from_uniform(drawn(f"point {i}")) for i in range(6)]
ENCODINGS = [
    number(value | sign)
    for value in (0, 1, 2, 3, 4, 5, 6, P - 2, P - 1, P, P + 1, P + 2, P + 3, P + 4, 2**255 - 1)
    for sign in (0, SIGN)
]
POINTS = [BASE, *GROUP, *MIXED, ORDER_8, *ENCODINGS, *(drawn(f"any {i}") for i in range(6))]
EDGES = [0, 1, 2, 7, 8, L - 1, L, L + 1, 8 * L, 15 * L, 2**252, 2**255 - 1, 2**255, 2**255 + L]
SCALARS = [
    *map(number, EDGES),
    *map(number, (TOP - L, TOP - 2, TOP - 1)),
    *(drawn(f"scalar {i}") for i in range(6)),
]
UNIFORM = [*ENCODINGS, number(TOP - 1), *(drawn(f"uniform {i}") for i in range(12))]
WIDE = [
    bytes(64),
    b"\xff" * 64,
    number(L, 64),
    number(L * L, 64),
    *(drawn(f"wide {i}", 64) for i in range(6)),
]


# Edge cases of the number modulo the prime, with and without the sign bit in front.
HASHES = [
    *(
        value.to_bytes(64, "big")
        for value in (0, 1, P, SIGN, TOP - 1, 2**511, 2**511 - 1, 2**512 - 1)
    ),
    *(drawn(f"hash {i}", 64) for i in range(12)),
]


def from_hash(uniform: bytes) -> bytes:
    """Call a libsodium function that PyNaCl does not wrap."""
    point = ctypes.create_string_buffer(32)
    ctypes.CDLL(_sodium.__file__).crypto_core_ed25519_from_hash(point, uniform)
    return point.raw


def result(call: Callable[[], bytes]) -> str | None:
    """Return libsodium's result, or None if it rejects the input."""
    try:
        return call().hex()
    except exceptions.RuntimeError:
        return None


def points() -> Iterator[Row]:
    """Yield cases of points."""
    for point in POINTS:
        valid = bindings.crypto_core_ed25519_is_valid_point(point)
        yield {"operation": "is_valid", "point": point.hex(), "valid": valid}
    for i, p in enumerate(POINTS):
        q = POINTS[(3 * i + 1) % len(POINTS)]
        for operation, call in (
            ("add", bindings.crypto_core_ed25519_add),
            ("sub", bindings.crypto_core_ed25519_sub),
        ):
            found = result(lambda call=call, p=p, q=q: call(p, q))
            yield {"operation": operation, "p": p.hex(), "q": q.hex(), "result": found}
    for uniform in UNIFORM:
        found = bindings.crypto_core_ed25519_from_uniform(uniform).hex()
        yield {"operation": "from_uniform", "uniform": uniform.hex(), "result": found}
    for uniform in HASHES:
        found = from_hash(uniform).hex()
        yield {"operation": "from_hash", "uniform": uniform.hex(), "result": found}


def multiples() -> Iterator[Row]:
    """Yield cases of scalars and points."""
    pairs = [(scalar, POINTS[i % 4]) for i, scalar in enumerate(SCALARS)]
    pairs += [(SCALARS[-1 - i % 6], point) for i, point in enumerate(POINTS)]
    for n, p in pairs:
        for operation, call in (
            ("scalarmult", bindings.crypto_scalarmult_ed25519),
            ("scalarmult_noclamp", bindings.crypto_scalarmult_ed25519_noclamp),
        ):
            found = result(lambda call=call, n=n, p=p: call(n, p))
            yield {"operation": operation, "scalar": n.hex(), "point": p.hex(), "result": found}
    for n in SCALARS:
        for operation, call in (
            ("base", bindings.crypto_scalarmult_ed25519_base),
            ("base_noclamp", bindings.crypto_scalarmult_ed25519_base_noclamp),
        ):
            found = result(lambda call=call, n=n: call(n))
            yield {"operation": operation, "scalar": n.hex(), "result": found}


def scalars() -> Iterator[Row]:
    """Yield cases of scalars."""
    for wide in WIDE:
        found = bindings.crypto_core_ed25519_scalar_reduce(wide).hex()
        yield {"operation": "scalar_reduce", "wide": wide.hex(), "result": found}
    for i, x in enumerate(SCALARS):
        y = SCALARS[(5 * i + 2) % len(SCALARS)]
        for operation in ("add", "sub", "mul"):
            call = getattr(bindings, f"crypto_core_ed25519_scalar_{operation}")
            found = call(x, y).hex()
            name = f"scalar_{operation}"
            yield {"operation": name, "x": x.hex(), "y": y.hex(), "result": found}
        for operation in ("invert", "negate", "complement"):
            call = getattr(bindings, f"crypto_core_ed25519_scalar_{operation}")
            found = result(lambda call=call, x=x: call(x))
            yield {"operation": f"scalar_{operation}", "x": x.hex(), "result": found}


def text() -> str:
    """Return the text of the file, one case per line."""
    rows = [{"source": f"PyNaCl {PYNACL}", **row} for row in (*points(), *multiples(), *scalars())]
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    about = "Group of Ed25519: points, multiples, scalars; null is what libsodium refuses"
    return f'{{\n  "about": "{about}",\n  "count": {len(rows)},\n  "tests": [\n{lines}\n  ]\n}}\n'


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the file")
    arguments = parser.parse_args()
    if nacl.__version__ != PYNACL:
        sys.exit(f"these are the answers of PyNaCl {PYNACL}, not {nacl.__version__}")
    if not arguments.check:
        TARGET.write_text(text(), encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != text():
        sys.exit(f"{TARGET.name} is not what PyNaCl {PYNACL} says")


if __name__ == "__main__":
    main()
