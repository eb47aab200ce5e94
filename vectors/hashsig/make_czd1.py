#!/usr/bin/env python3
"""Makes czd1.json: keys and signatures of czd1, as docs/czd1.md specifies it.

A second implementation, on hashlib alone. `--check` compares with the file instead of writing it.
"""

import argparse
import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

TARGET = Path(__file__).with_name("czd1.json")


@dataclass(frozen=True)
class Sizes:
    """The sizes of a key."""

    n: int
    b: int
    heights: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """Count the pairs of chains."""
        return -(-8 * self.n // self.b)

    def header(self, form: bytes) -> bytes:
        """Give the header of a form."""
        fixed = [1, self.n, self.b, len(self.heights)]
        return b"cz1" + form + bytes(fixed) + bytes(self.heights)

    def leaf(self, level: int, index: int) -> int:
        """Give the leaf of a level that signs at an index of the key."""
        return (index >> sum(self.heights[level + 1 :])) % 2 ** self.heights[level]

    def digits(self, digest: bytes) -> list[int]:
        """Cut a digest into digits, the most significant one first."""
        number, found = int.from_bytes(digest, "big"), []
        for _ in range(self.pairs):
            number, digit = divmod(number, 2**self.b)
            found.insert(0, digit)
        return found


@dataclass(frozen=True)
class Address:
    """The place of a call of the hash function."""

    kind: str
    index: int = 0
    height: int = 0
    chain: int = 0
    step: int = 0

    def personal(self, level: int) -> bytes:
        """Give the personalisation at a level."""
        place = b"cz1" + self.kind.encode() + bytes([level, self.height, 0, 0])
        place += self.step.to_bytes(2, "little") + self.chain.to_bytes(2, "little")
        return place + self.index.to_bytes(4, "little")


@dataclass(frozen=True)
class Tree:
    """The secret of a tree."""

    sizes: Sizes
    level: int
    salt: bytes
    seed: bytes

    def hash(self, message: bytes, place: Address, size: int = 0, key: bytes = b"") -> bytes:
        """Hash under an address."""
        person, size = place.personal(self.level), size or self.sizes.n
        state = hashlib.blake2b(digest_size=size, key=key, salt=self.salt, person=person)
        state.update(message)
        return state.digest()

    def walk(self, value: bytes, leaf: int, chain: int, steps: range) -> bytes:
        """Take a chain through some steps."""
        for step in steps:
            value = self.hash(value, Address("C", leaf, chain=chain, step=step))
        return value

    def starts(self, leaf: int) -> list[bytes]:
        """Give the secret starts of the chains of a leaf."""
        own = self.hash(self.seed, Address("S", leaf), 32)
        return [self.hash(own, Address("X", leaf, chain=c)) for c in range(2 * self.sizes.pairs)]

    def node(self, height: int, index: int) -> bytes:
        """Compute a node from the leaves below it."""
        if height > 0:
            pair = self.node(height - 1, 2 * index) + self.node(height - 1, 2 * index + 1)
            return self.hash(pair, Address("N", index, height))
        every = range(2**self.sizes.b)
        ends = [self.walk(x, index, chain, every) for chain, x in enumerate(self.starts(index))]
        return self.hash(b"".join(ends), Address("L", index))

    def public(self) -> bytes:
        """Give salt and root."""
        topmost = self.node(self.sizes.heights[self.level], 0)
        return self.salt + self.hash(self.sizes.header(b"p") + topmost, Address("P"))

    def below(self, leaf: int) -> "Tree":
        """Derive the tree below a leaf."""
        seed = self.hash(self.seed, Address("T", leaf), 32)
        salt = self.hash(self.seed, Address("A", leaf), 16)
        return Tree(self.sizes, self.level + 1, salt, seed)

    def sign(self, leaf: int, message: bytes) -> bytes:
        """Sign a message: randomiser, values, path."""
        key = self.hash(self.seed, Address("K"), 32)
        randomiser = self.hash(message, Address("R", leaf), key=key)
        root = self.public()[16:]
        covered = randomiser + root + leaf.to_bytes(4, "big") + message
        digest = self.hash(covered, Address("M", leaf))
        signature, starts = randomiser, self.starts(leaf)
        for pair, digit in enumerate(self.sizes.digits(digest)):
            up, down = 2 * pair, 2 * pair + 1
            signature += self.walk(starts[up], leaf, up, range(digit + 1))
            signature += self.walk(starts[down], leaf, down, range(2**self.sizes.b - digit))
        for height in range(self.sizes.heights[self.level]):
            signature += self.node(height, (leaf >> height) ^ 1)
        return signature


def top(sizes: Sizes, master: bytes) -> Tree:
    """Derive the top tree."""

    def derive(kind: str, size: int) -> bytes:
        person = Address(kind).personal(0)
        header = sizes.header(b"p")
        return hashlib.blake2b(header, digest_size=size, key=master, person=person).digest()

    return Tree(sizes, 0, derive("A", 16), derive("T", 32))


def sign(sizes: Sizes, master: bytes, index: int, message: bytes) -> bytes:
    """Sign with the leaves of all levels."""
    signature = sizes.header(b"s") + index.to_bytes(4, "big")
    tree = top(sizes, master)
    for level in range(len(sizes.heights)):
        leaf = sizes.leaf(level, index)
        if level + 1 == len(sizes.heights):
            return signature + tree.sign(leaf, message)
        below = tree.below(leaf)
        signature += tree.sign(leaf, below.public()) + below.public()
        tree = below
    raise AssertionError


def case(n: int, b: int, heights: tuple[int, ...]) -> dict[str, object]:
    """Make a key and let it sign at some indices."""
    sizes = Sizes(n, b, heights)
    name = f"{n}/{b}/{'+'.join(map(str, heights))}"
    master = hashlib.sha256(name.encode()).digest()
    last = 2 ** sum(heights) - 1
    signatures = []
    for index in sorted({0, last // 3, last}):
        message = f"signed with {name} at {index}".encode() if index else b""
        signature = sign(sizes, master, index, message)
        digest = hashlib.sha256(signature).hexdigest()
        said = {"index": index, "message": message.hex(), "length": len(signature)}
        signatures.append({**said, "signature_sha256": digest})
    if len(signature) < 5000:
        signatures[-1]["signature"] = signature.hex()
    return {
        "source": f"own, {name}",
        "hashlen": n,
        "otsbits": b,
        "heights": list(heights),
        "seed": master.hex(),
        "public_key": (sizes.header(b"p") + top(sizes, master).public()).hex(),
        "signatures": signatures,
    }


def cases() -> list[dict[str, object]]:
    """Give all cases."""
    single = [(16, 4, (3,)), (20, 7, (2,)), (24, 5, (4,)), (32, 8, (1,)), (64, 4, (1,))]
    stacked = [(20, 4, (2, 1)), (33, 6, (1, 2)), (24, 4, (1, 2, 1))]
    wide = [(16, 16, (1,)), (17, 12, (1,))]
    return [case(*sizes) for sizes in single + stacked + wide]


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    found = cases()
    about = "czd1: keys and signatures of one and of several levels"
    text = json.dumps({"about": about, "count": len(found), "tests": found}, indent=1) + "\n"
    if not arguments.check:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} differs")


if __name__ == "__main__":
    main()
