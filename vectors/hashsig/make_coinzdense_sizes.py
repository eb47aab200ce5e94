#!/usr/bin/env python3
"""Make coinzdense-sizes.json: coinZdense's layer zero in sizes that coinzdense.json lacks.

This is a second implementation of the format, based only on hashlib. Before it writes anything,
it reproduces the cases of coinzdense.json, which come from the package coinzdense. `--check`
compares with the file instead of writing it.
"""

import argparse
import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

TARGET = Path(__file__).with_name("coinzdense-sizes.json")
ORIGINAL = Path(__file__).with_name("coinzdense.json")

ENCODINGS = {"linux": "utf-32-le", "windows": "utf-16-le", "ascii": "ascii"}


@dataclass(frozen=True)
class Shape:
    """The sizes of a key and the encoding of context names."""

    hashlen: int
    otsbits: int
    contexts: str

    @property
    def pairs(self) -> int:
        """Count the pairs of chains."""
        return (8 * self.hashlen - 1) // self.otsbits + 1

    def hash(self, message: bytes, key: bytes) -> bytes:
        """Hash with a key."""
        return hashlib.blake2b(message, digest_size=self.hashlen, key=key).digest()

    def derive(self, key: bytes, name: str, index: int) -> bytes:
        """Derive a value under an index."""
        person = name.encode(ENCODINGS[self.contexts])[:8]
        salt = index.to_bytes(8, "little")
        size = self.hashlen
        return hashlib.blake2b(b"", digest_size=size, key=key, salt=salt, person=person).digest()

    def chain(self, value: bytes, salt: bytes, steps: int) -> bytes:
        """Apply a chain's step function `steps` times."""
        for _ in range(steps):
            value = self.hash(value, salt)
        return value


@dataclass(frozen=True)
class OneTime:
    """A one-time key."""

    shape: Shape
    salt: bytes
    key: bytes
    startno: int

    def start(self, chain: int) -> bytes:
        """Derive the secret start of a chain."""
        return self.shape.derive(self.key, "Signatur", self.startno + 1 + chain)

    def public_key(self) -> bytes:
        """Compute the public key."""
        steps = 1 << self.shape.otsbits
        chains = range(2 * self.shape.pairs)
        ends = [self.shape.chain(self.start(chain), self.salt, steps) for chain in chains]
        return self.shape.hash(b"".join(ends), self.salt)

    def sign_hash(self, digest: bytes) -> bytes:
        """Sign a digest."""
        bits = self.shape.otsbits
        number = int.from_bytes(digest, "big", signed=True)
        signature = b""
        for pair in range(self.shape.pairs):
            digit = number >> (bits * (self.shape.pairs - 1 - pair)) & ((1 << bits) - 1)
            for chain, steps in ((2 * pair, digit + 1), (2 * pair + 1, (1 << bits) - digit)):
                signature += self.shape.chain(self.start(chain), self.salt, steps)
        return signature

    def sign_data(self, message: bytes) -> bytes:
        """Sign a message."""
        nonce = self.shape.derive(self.key, "SigNonce", self.startno)
        return nonce + self.sign_hash(self.shape.hash(message, nonce))


def root(shape: Shape, salt: bytes, key: bytes, first: int, height: int) -> bytes:
    """Compute the public key of a level; its first one-time key starts at index `first`."""
    stride = shape.pairs + 2
    starts = [first + k * stride for k in range(1 << height)]
    row = [OneTime(shape, salt, key, startno).public_key() for startno in starts]
    while len(row) > 1:
        row = [shape.hash(a + b, salt) for a, b in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def check_against_original() -> None:
    """Fail unless this implementation reproduces the package's output."""
    original = json.loads(ORIGINAL.read_text())
    for case in original["ots"]:
        shape = Shape(case["hashlen"], case["otsbits"], "linux")
        salt, key = bytes.fromhex(case["levelsalt"]), bytes.fromhex(case["key"])
        ots = OneTime(shape, salt, key, case["startno"])
        right = ots.public_key().hex() == case["pubkey"]
        for row in case["sign_data"]:
            right &= ots.sign_data(bytes.fromhex(row["msg"])).hex() == row["sig"]
        if not right:
            sys.exit("the one-time keys of coinzdense.json come out differently")
    for case in original["level"]:
        shape = Shape(case["hashlen"], case["otsbits"], "linux")
        key, first = bytes.fromhex(case["seedkey"]), case["wen3index"]
        salt = shape.derive(key, "levelslt", first)
        if root(shape, salt, key, first + 2, case["height"]).hex() != case["pubkey"]:
            sys.exit("the level of coinzdense.json comes out differently")


def one_time_case(shape: Shape, startno: int) -> dict[str, str | int]:
    """Return a one-time key and its signature of a message."""
    name = f"{shape.hashlen}/{shape.otsbits}, {shape.contexts}"
    key = hashlib.sha256(name.encode()).digest()
    salt = shape.derive(key, "levelslt", startno)
    ots = OneTime(shape, salt, key, startno)
    message = f"signed with {name}".encode()
    signature = ots.sign_data(message)
    return {
        "source": f"own, one-time key {name}",
        "hashlen": shape.hashlen,
        "otsbits": shape.otsbits,
        "contexts": shape.contexts,
        "levelsalt": salt.hex(),
        "key": key.hex(),
        "startno": str(startno),
        "public_key": ots.public_key().hex(),
        "message": message.hex(),
        "signature_sha256": hashlib.sha256(signature).hexdigest(),
    }


def level_case(shape: Shape, height: int, wen3index: int) -> dict[str, str | int]:
    """Return the public keys of a level in both layouts."""
    name = f"{shape.hashlen}/{shape.otsbits}/{height}, {shape.contexts}"
    key = hashlib.sha256(name.encode()).digest()
    salt = shape.derive(key, "levelslt", wen3index)
    return {
        "source": f"own, level {name}",
        "hashlen": shape.hashlen,
        "otsbits": shape.otsbits,
        "height": height,
        "contexts": shape.contexts,
        "key": key.hex(),
        "wen3index": str(wen3index),
        "public_key": root(shape, salt, key, wen3index + 2, height).hex(),
        "recovery_tool_public_key": root(shape, salt, key, wen3index + 1, height).hex(),
    }


def cases() -> list[dict[str, str | int]]:
    """Return all cases."""
    sizes = [(16, 16), (17, 5), (24, 12), (32, 5), (32, 8), (33, 7), (64, 4), (64, 9)]
    found = []
    for number, (hashlen, otsbits) in enumerate(sizes):
        for shift, contexts in enumerate(ENCODINGS):
            shape = Shape(hashlen, otsbits, contexts)
            last = 2**64 - 1 - 2 * shape.pairs
            startno = last if (number + shift) % 3 == 0 else 1_000_000 * number
            found.append(one_time_case(shape, startno))
    for hashlen, otsbits, contexts in [(16, 4, "windows"), (24, 6, "linux"), (32, 4, "ascii")]:
        found.append(level_case(Shape(hashlen, otsbits, contexts), 3 + hashlen // 16, 2**40))
    return found


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    check_against_original()
    found = cases()
    about = "coinZdense layer zero at other sizes, in all encodings of contexts"
    text = json.dumps({"about": about, "count": len(found), "tests": found}, indent=1) + "\n"
    if not arguments.check:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} differs")


if __name__ == "__main__":
    main()
