#!/usr/bin/env python3
"""Make ed25519-verdicts.json: verdicts on odd signatures by libsodium in PyNaCl 1.6.2.

The cases are built from RFC 8032, with a small edwards25519 implementation on plain integers,
and are the same in each run. The verdicts come from PyNaCl; `rule` describes them in a few
lines, and the script fails if a single case deviates. `--check` compares with the file instead
of writing it.
"""

import argparse
import hashlib
import itertools
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import nacl
from nacl import bindings, exceptions

PYNACL = "1.6.2"
TARGET = Path(__file__).with_name("ed25519-verdicts.json")

Point = tuple[int, int]
Row = dict[str, str | bool | None]

# The curve: RFC 8032, section 5.1.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
SIGN = 1 << 255
IDENTITY = (0, 1)


def add(a: Point, b: Point) -> Point:
    """Add two affine points; the law is complete on this curve."""
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + k, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - k, -1, P)
    return x % P, y % P


def times(k: int, point: Point) -> Point:
    """Multiply a point by an unreduced scalar, so the result is correct for all points."""
    product = IDENTITY
    for bit in f"{k:b}":
        product = add(product, product)
        if bit == "1":
            product = add(product, point)
    return product


def negate(point: Point) -> Point:
    """Return the inverse of a point."""
    return -point[0] % P, point[1]


def number(value: int) -> bytes:
    """Encode a scalar, or a y coordinate with its sign bit, in 32 bytes."""
    return value.to_bytes(32, "little")


def encode(point: Point) -> bytes:
    """Return the canonical encoding of a point."""
    return number(point[1] | (point[0] & 1) << 255)


def decode(data: bytes) -> Point | None:
    """Decode a point leniently: y is reduced and x = 0 may have either sign."""
    value = int.from_bytes(data, "little")
    y = value % SIGN % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if x * x % P != square:
        return None
    return (x if x & 1 == value >> 255 else -x % P), y


def order(point: Point) -> int | None:
    """Return the order of a point if it is 1, 2, 4 or 8."""
    return next((k for k in (1, 2, 4, 8) if times(k, point) == IDENTITY), None)


def torsion_points() -> list[Point]:
    """Find a point T of order 8 and return T, 2T, ..., 8T."""
    points = (decode(number(y)) for y in itertools.count(2))
    t = next(t for t in (times(L, point) for point in points if point) if order(t) == 8)
    return [times(k, t) for k in range(1, 9)]


B = decode(number(4 * pow(5, -1, P) % P))
TORSION = torsion_points()


def small_encodings() -> Iterator[tuple[str, bytes, Point]]:
    """Yield all 14 encodings of small-order points: name, bytes, point."""
    ys = {y for _, y in TORSION} | {y + P for _, y in TORSION if y + P < SIGN}
    for data in sorted(number(y | sign) for y in ys for sign in (0, SIGN)):
        point = decode(data)
        form = "canonical" if encode(point) == data else "not canonical"
        yield f"order {order(point)} {form} {data[:1].hex()}..{data[31:].hex()}", data, point


def hash_of(*parts: bytes) -> int:
    """Hash to a scalar."""
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


@dataclass(frozen=True)
class Signed:
    """The inputs of a verification."""

    public_key: bytes
    message: bytes
    signature: bytes

    def rule(self, *, cofactored: bool = False) -> bool:
        """Return the verdict of the rule; `cofactored` selects the batch equation."""
        r, s = self.signature[:32], int.from_bytes(self.signature[32:], "little")
        points = [decode(self.public_key), decode(r)]
        if s >= L or None in points or [encode(p) for p in points] != [self.public_key, r]:
            return False
        if any(order(p) for p in points):
            return False
        k = hash_of(r, self.public_key, self.message)
        difference = add(times(s, B), negate(add(points[1], times(k, points[0]))))
        return order(difference) is not None if cofactored else difference == IDENTITY

    def libsodium(self) -> bool:
        """Return PyNaCl's verdict."""
        try:
            bindings.crypto_sign_open(self.signature + self.message, self.public_key)
        except exceptions.BadSignatureError:
            return False
        return True

    def row(self, name: str) -> Row:
        """Return the row for the file, after checking that the rule explains the verdict."""
        verdict = self.libsodium()
        assert verdict == self.rule(), name
        fields = {field: data.hex() for field, data in vars(self).items()}
        return {"name": name, **fields, "verdict": verdict, "batch": self.rule(cofactored=True)}


@dataclass(frozen=True)
class Signer:
    """Makes signatures that satisfy the cofactored equation for arbitrarily odd points.

    A is `a` B + `a_torsion` and R is `r` B + `r_torsion`, with all four values known. If given,
    the bytes `public_key` and `commitment` replace the encodings of A and R; `hashed` replaces
    them in the hash.
    """

    a: int = hash_of(b"the secret scalar of these vectors")
    r: int = hash_of(b"the secret nonce of these vectors")
    a_torsion: Point = IDENTITY
    r_torsion: Point = IDENTITY
    public_key: bytes = b""
    commitment: bytes = b""
    hashed: tuple[bytes, bytes] | None = None

    def points(self) -> tuple[bytes, bytes]:
        """Return the bytes of A and R."""
        a = self.public_key or encode(add(times(self.a, B), self.a_torsion))
        r = self.commitment or encode(add(times(self.r, B), self.r_torsion))
        return a, r

    def sign(self, message: bytes = b"a message", *, add_to_s: int = 0) -> Signed:
        """Sign a message."""
        a, r = self.points()
        k = hash_of(*(self.hashed or (r, a)), message)
        s = (self.r + k * self.a) % L + add_to_s
        return Signed(a, message, r + number(s))

    def sign_where(self, *, exact: bool) -> Signed | None:
        """Return the first signature whose verdict without the cofactor is `exact`."""
        a, r = self.points()
        for attempt in range(128):
            message = b"message %d" % attempt
            k = hash_of(r, a, message)
            if (add(self.r_torsion, times(k % 8, self.a_torsion)) == IDENTITY) == exact:
                return self.sign(message)
        return None


PLAIN = Signer()
Named = Iterator[tuple[str, Signed]]


def ordinary() -> Named:
    """Yield valid signatures, and modified ones."""
    for length in (0, 1, 111, 112, 1000):
        yield f"valid, {length} bytes", PLAIN.sign(bytes(i & 255 for i in range(length)))
    yield "valid, A = B", replace(PLAIN, a=1).sign()
    yield "valid, R = B", replace(PLAIN, r=1).sign()
    yield "valid, A = -B", replace(PLAIN, a=L - 1).sign()
    yield "valid, A = R", replace(PLAIN, a=PLAIN.r).sign()
    valid = PLAIN.sign()
    for field, data in vars(valid).items():
        for bit in (0, 7, 8 * len(data) - 1):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            name = f"{field.replace('_', ' ')}, bit {bit} changed"
            yield name, replace(valid, **{field: bytes(changed)})
    for name, s in (("S = 0", 0), ("S = L", L), ("S = 2^256 - 1", 2**256 - 1)):
        yield name, replace(valid, signature=valid.signature[:32] + number(s))
    for multiple in range(1, 16):
        yield f"S + {multiple} L", PLAIN.sign(add_to_s=multiple * L)


def not_points() -> Named:
    """Yield cases with A or R off the curve, or an unreduced y, for which signing is impossible."""
    assert decode(number(2)) is None
    yield "A not on the curve", replace(PLAIN, public_key=number(2)).sign()
    yield "R not on the curve", replace(PLAIN, commitment=number(2)).sign()
    for y in range(P, SIGN):
        point = decode(number(y))
        if point and not order(point):
            name = f"not canonical, y = p + {y - P}"
            yield f"A {name}", replace(PLAIN, public_key=number(y)).sign()
            yield f"R {name}", replace(PLAIN, commitment=number(y)).sign()


def one_small() -> Named:
    """Yield A or R of small order in every encoding, satisfying the equations where possible."""
    for name, data, point in small_encodings():
        small_a = replace(PLAIN, a=0, a_torsion=point, public_key=data)
        small_r = replace(PLAIN, r=0, r_torsion=point, commitment=data)
        yield f"A small, {name}", small_a.sign()
        yield f"A small, exact, {name}", small_a.sign_where(exact=True)
        yield f"R small, {name}", small_r.sign()
        mixed = replace(small_r, a_torsion=TORSION[0])
        yield f"R small, A mixed, exact, {name}", mixed.sign_where(exact=True)
        if encode(point) != data:
            hashed = (PLAIN.points()[1], encode(point))
            yield f"A small, hashed as canonical, {name}", replace(small_a, hashed=hashed).sign()
            hashed = (encode(point), PLAIN.points()[0])
            yield f"R small, hashed as canonical, {name}", replace(small_r, hashed=hashed).sign()


def both_small() -> Named:
    """Yield all pairs of small-order encodings, exact where the two points allow it."""
    pairs = itertools.product(small_encodings(), repeat=2)
    for (name_a, a, point_a), (name_r, r, point_r) in pairs:
        name = f"A small, {name_a}, R small, {name_r}"
        signer = Signer(0, 0, point_a, point_r, a, r)
        exact = signer.sign_where(exact=True)
        yield (f"{name}, exact", exact) if exact else (name, signer.sign())


def mixed() -> Named:
    """Yield points of large order with a small-order component."""
    for i, t in enumerate(TORSION[:7], 1):
        name = f"by {i}T, of order {order(t)}"
        mixed_a = replace(PLAIN, a_torsion=t)
        both = replace(PLAIN, a_torsion=TORSION[0], r_torsion=t)
        yield f"A mixed, exact, {name}", mixed_a.sign_where(exact=True)
        yield f"A and R mixed, exact, {name}", both.sign_where(exact=True)
        yield f"A mixed, cofactored only, {name}", mixed_a.sign_where(exact=False)
        yield f"A and R mixed, cofactored only, {name}", both.sign_where(exact=False)
        yield f"R mixed, cofactored only, {name}", replace(PLAIN, r_torsion=t).sign()


def public_keys() -> Iterator[Row]:
    """Yield Ed25519 public keys and the X25519 public keys that libsodium derives from them."""
    a = times(PLAIN.a, B)
    keys = {"valid": encode(a), "valid, other sign": encode(negate(a)), "base point": encode(B)}
    keys |= {f"small, {name}": data for name, data, _ in small_encodings()}
    keys |= {f"mixed by {i}T": encode(add(a, t)) for i, t in enumerate(TORSION[:7], 1)}
    for y, sign in itertools.product((*range(2, 19), *range(P + 2, SIGN)), (0, SIGN)):
        keys[f"y = {y if y < P else f'p + {y - P}'}, sign {sign >> 255}"] = number(y | sign)
    for name, key in keys.items():
        try:
            converted = bindings.crypto_sign_ed25519_pk_to_curve25519(key)
        except exceptions.RuntimeError:
            converted = None
        point = decode(key)
        good = point is not None and not order(point) and times(L, point) == IDENTITY
        u = number((1 + point[1]) * pow(1 - point[1], -1, P) % P) if good else None
        assert converted == u, name
        yield {"name": name, "public_key": key.hex(), "x25519": converted and converted.hex()}


def seeds() -> Iterator[Row]:
    """Yield seeds with their public keys and the X25519 secret keys that libsodium derives."""
    for name, byte in (("zeros", 0), ("ones", 0xFF), ("ascending", None)):
        seed = bytes(range(32)) if byte is None else bytes([byte] * 32)
        public_key, secret_key = bindings.crypto_sign_seed_keypair(seed)
        x25519 = bindings.crypto_sign_ed25519_sk_to_curve25519(secret_key)
        row = {"seed": seed, "public_key": public_key, "x25519": x25519}
        yield {"name": name, **{field: data.hex() for field, data in row.items()}}


def made() -> str:
    """Return the text of the file."""
    if nacl.__version__ != PYNACL:
        sys.exit(f"these verdicts are those of PyNaCl {PYNACL}, not {nacl.__version__}")
    groups = (ordinary(), not_points(), one_small(), both_small(), mixed())
    cases = list(itertools.chain(*groups))
    assert len(cases) == len({name for name, _ in cases})
    lists = {
        "signatures": [signed.row(name) for name, signed in cases],
        "public_keys": list(public_keys()),
        "seeds": list(seeds()),
    }
    # One case per line, so that diffs are readable.
    rows = (
        f'"{key}": [\n' + ",\n".join(map(json.dumps, value)) + "\n]" for key, value in lists.items()
    )
    head = f'"made_by": "vectors/{Path(__file__).name} with PyNaCl {PYNACL}"'
    return "{\n" + ",\n".join((head, *rows)) + "\n}\n"


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    text = made()
    if not check:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} is not what PyNaCl decides")


if __name__ == "__main__":
    main()
