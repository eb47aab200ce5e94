#!/usr/bin/env python3
"""Makes ed25519-verdicts.json: what the libsodium inside PyNaCl 1.6.2 decides on odd signatures.

The cases are built from RFC 8032 alone, with a small edwards25519 in plain integers, and are the
same on every run. The verdicts come from PyNaCl; `rule` says in one line what they amount to, and
this script fails if a single case departs from it. `--check` compares with the file instead of
writing it.
"""

import argparse
import hashlib
import itertools
import json
import sys
from pathlib import Path

import nacl
from nacl import bindings, exceptions

PYNACL = "1.6.2"
TARGET = Path(__file__).with_name("ed25519-verdicts.json")

# The curve: RFC 8032, section 5.1.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
SIGN = 1 << 255
IDENTITY = (0, 1)


def add(a, b):
    """The sum of two affine points; the law is complete on this curve."""
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + k, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - k, -1, P)
    return x % P, y % P


def times(k, point):
    product = IDENTITY
    for bit in f"{k:b}":
        product = add(product, product)
        if bit == "1":
            product = add(product, point)
    return product


def negate(point):
    return -point[0] % P, point[1]


def encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(data):
    """The point of an encoding, the lenient way: y is reduced and x = 0 takes either sign."""
    number = int.from_bytes(data, "little")
    y = number % SIGN % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_1 % P
    if x * x % P != square:
        return None
    return (x if x & 1 == number >> 255 else -x % P), y


def order(point):
    """1, 2, 4 or 8; None for a point that is not of small order."""
    return next((k for k in (1, 2, 4, 8) if times(k, point) == IDENTITY), None)


def torsion_points():
    """T, 2T, ..., 8T for one T of order 8."""
    for y in itertools.count(2):
        point = decode(y.to_bytes(32, "little"))
        if point is not None and order(times(L, point)) == 8:
            return [times(k * L, point) for k in range(1, 9)]
    raise AssertionError


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
TORSION = torsion_points()


def small_encodings():
    """All 14 encodings of points of small order: name, bytes, point."""
    found = set()
    for point in TORSION:
        for y in (point[1], point[1] + P):
            for sign in (0, SIGN):
                data = (y % SIGN | sign).to_bytes(32, "little")
                if decode(data) == point:
                    found.add(data)
    assert len(found) == 14
    for data in sorted(found):
        point = decode(data)
        form = "canonical" if encode(point) == data else "not canonical"
        yield f"order {order(point)} {form} {data[:1].hex()}..{data[31:].hex()}", data, point


def hash_of(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def scalar_bytes(s):
    return s.to_bytes(32, "little")


# The two secrets behind every case, and their points.
KEY = hash_of(b"the secret scalar of these vectors")
NONCE = hash_of(b"the secret nonce of these vectors")
A = times(KEY, BASE)
R = times(NONCE, BASE)


def rule(public_key, message, signature, *, cofactored=False):
    """What verification asks for; `cofactored` is the equation of a batch."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    points = [decode(public_key), decode(r)]
    if s >= L or None in points or [encode(p) for p in points] != [public_key, r]:
        return False
    if any(order(p) for p in points):
        return False
    k = hash_of(r, public_key, message)
    difference = add(times(s, BASE), negate(add(points[1], times(k, points[0]))))
    return order(difference) is not None if cofactored else difference == IDENTITY


def pynacl_verifies(public_key, message, signature):
    try:
        bindings.crypto_sign_open(signature + message, public_key)
    except exceptions.BadSignatureError:
        return False
    return True


class Cases:
    def __init__(self):
        self.rows = []

    def add(self, name, public_key, message, signature):
        verdict = pynacl_verifies(public_key, message, signature)
        assert verdict == rule(public_key, message, signature), name
        self.rows.append(
            {
                "name": name,
                "public_key": public_key.hex(),
                "message": message.hex(),
                "signature": signature.hex(),
                "verdict": verdict,
                "batch": rule(public_key, message, signature, cofactored=True),
            }
        )

    def sign(self, name, *, a=(KEY, IDENTITY), r=(NONCE, IDENTITY), **odd):
        """A signature with the points a B + T and r B + T', made with full knowledge of all four.

        It always meets the cofactored equation. `exact` asks for a message with which it also
        meets the cofactorless one (True) or does not (False). `key`, `commitment`: bytes that
        stand for the points; `hashed`: those that go into the hash instead; `add_to_s`: what is
        added to S after signing.
        """
        key = odd.get("key", encode(add(times(a[0], BASE), a[1])))
        commitment = odd.get("commitment", encode(add(times(r[0], BASE), r[1])))
        hashed_r, hashed_a = odd.get("hashed", (commitment, key))
        exact = odd.get("exact")
        for attempt in range(128):
            message = b"%d" % attempt if attempt else odd.get("message", b"a message")
            k = hash_of(hashed_r, hashed_a, message)
            if exact in (None, add(r[1], times(k % 8, a[1])) == IDENTITY):
                break
        else:
            return
        s = (r[0] + k * a[0]) % L + odd.get("add_to_s", 0)
        self.add(name, key, message, commitment + scalar_bytes(s))


def ordinary(cases):
    for length in (0, 1, 111, 112, 1000):
        cases.sign(f"valid, {length} bytes", message=bytes(i & 255 for i in range(length)))
    cases.sign("valid, A = B", a=(1, IDENTITY))
    cases.sign("valid, R = B", r=(1, IDENTITY))
    cases.sign("valid, A = -B", a=(L - 1, IDENTITY))
    cases.sign("valid, A = R", a=(NONCE, IDENTITY))
    valid = {k: bytes.fromhex(cases.rows[2][k]) for k in ("public_key", "message", "signature")}
    for field, data in valid.items():
        for bit in (0, 7, 8 * len(data) - 1):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            name = f"{field.replace('_', ' ')}, bit {bit} changed"
            cases.add(name, **{**valid, field: bytes(changed)})
    half = valid["signature"][:32]
    for name, s in (("S = 0", 0), ("S = L", L), ("S = 2^256 - 1", 2**256 - 1)):
        cases.add(name, **{**valid, "signature": half + scalar_bytes(s)})


def not_points(cases):
    off_curve = scalar_bytes(2)
    assert decode(off_curve) is None
    cases.sign("A not on the curve", key=off_curve)
    cases.sign("R not on the curve", commitment=off_curve)
    for y in range(P, SIGN):
        if decode(scalar_bytes(y)) and not order(decode(scalar_bytes(y))):
            cases.sign(f"A not canonical, y = p + {y - P}", key=scalar_bytes(y))
            cases.sign(f"R not canonical, y = p + {y - P}", commitment=scalar_bytes(y))


def scalars_out_of_range(cases):
    for multiple in range(1, 16):
        cases.sign(f"S + {multiple} L", add_to_s=multiple * L)


def small_order(cases):
    t = TORSION[0]
    for name, data, point in small_encodings():
        cases.sign(f"A small, {name}", a=(0, point), key=data)
        cases.sign(f"A small, exact, {name}", a=(0, point), key=data, exact=True)
        cases.sign(f"R small, {name}", r=(0, point), commitment=data)
        odd = {"a": (KEY, t), "r": (0, point), "commitment": data}
        cases.sign(f"R small, A mixed, exact, {name}", **odd, exact=True)
        if encode(point) != data:
            odd = {"hashed": (encode(R), encode(point))}
            cases.sign(f"A small, hashed as canonical, {name}", a=(0, point), key=data, **odd)
            odd = {"hashed": (encode(point), encode(A))}
            cases.sign(
                f"R small, hashed as canonical, {name}", r=(0, point), commitment=data, **odd
            )
    for (name_a, key, a), (name_r, commitment, r) in itertools.product(small_encodings(), repeat=2):
        odd = {"a": (0, a), "r": (0, r), "key": key, "commitment": commitment}
        name = f"A small, {name_a}, R small, {name_r}"
        before = len(cases.rows)
        cases.sign(f"{name}, exact", **odd, exact=True)
        if len(cases.rows) == before:
            cases.sign(name, **odd)


def mixed_order(cases):
    for i, t in enumerate(TORSION[:7], 1):
        name = f"by {i}T, of order {order(t)}"
        for exact in (True, False):
            kind = "exact" if exact else "cofactored only"
            cases.sign(f"A mixed, {kind}, {name}", a=(KEY, t), exact=exact)
            odd = {"a": (KEY, TORSION[0]), "r": (NONCE, t), "exact": exact}
            cases.sign(f"A and R mixed, {kind}, {name}", **odd)
        cases.sign(f"R mixed, cofactored only, {name}", r=(NONCE, t))


def conversions():
    """Ed25519 public keys and the X25519 public keys that libsodium makes of them."""
    keys = {"valid": encode(A), "valid, other sign": encode(negate(A)), "base point": encode(BASE)}
    keys |= {f"small, {name}": data for name, data, _ in small_encodings()}
    keys |= {f"mixed by {i}T": encode(add(A, t)) for i, t in enumerate(TORSION[:7], 1)}
    for y, sign in itertools.product((*range(2, 19), *range(P + 2, SIGN)), (0, SIGN)):
        keys[f"y = {y if y < P else f'p + {y - P}'}, sign {sign >> 255}"] = scalar_bytes(y | sign)
    for name, key in keys.items():
        try:
            converted = bindings.crypto_sign_ed25519_pk_to_curve25519(key)
        except exceptions.RuntimeError:
            converted = None
        point = decode(key)
        good = point is not None and not order(point) and times(L, point) == IDENTITY
        u = good and scalar_bytes((1 + point[1]) * pow(1 - point[1], -1, P) % P)
        assert converted == (u or None), name
        yield {"name": name, "public_key": key.hex(), "x25519": converted and converted.hex()}


def made():
    if nacl.__version__ != PYNACL:
        sys.exit(f"these verdicts are those of PyNaCl {PYNACL}, not {nacl.__version__}")
    cases = Cases()
    for group in (ordinary, not_points, scalars_out_of_range, small_order, mixed_order):
        group(cases)
    names = [row["name"] for row in cases.rows]
    assert len(names) == len(set(names))
    lists = {"signatures": cases.rows, "conversions": list(conversions())}
    rows = (
        f'"{key}": [\n' + ",\n".join(map(json.dumps, value)) + "\n]" for key, value in lists.items()
    )
    head = f'"made_by": "vectors/{Path(__file__).name} with PyNaCl {PYNACL}"'
    return "{\n" + ",\n".join((head, *rows)) + "\n}\n"


def main():
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
