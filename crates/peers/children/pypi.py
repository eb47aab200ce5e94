"""Run a PyPI package as a child of the ruler: python pypi.py pyhsslms | hsslms.

Implements the protocol of docs/children.md with the tasks of src/lms.rs.
"""

from __future__ import annotations

import struct
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Protocol


class Package(Protocol):
    """The common interface of both packages."""

    def generate(self, height: int, width: int) -> bytes:
        """Generate and store a key; return the encoded public key."""

    def sign(self, message: bytes) -> bytes:
        """Sign with the latest key."""

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Return whether a signature is valid."""


class Pyhsslms:
    """The package pyhsslms."""

    def __init__(self) -> None:
        """Import the package."""
        import pyhsslms

        self.package = pyhsslms
        self.key: Any = None

    def generate(self, height: int, width: int) -> bytes:
        """Generate a key of one level."""
        lms = struct.pack(">I", 4 + height // 5)
        lmots = struct.pack(">I", {1: 1, 2: 2, 4: 3, 8: 4}[width])
        self.key = self.package.HssPrivateKey(levels=1, lms_type=lms, lmots_type=lmots)
        public: bytes = self.key.publicKey().serialize()
        return public

    def sign(self, message: bytes) -> bytes:
        """Sign with the next one-time key."""
        signature: bytes = self.key.sign(message)
        return signature

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Verify; any exception for a damaged signature means that it is invalid."""
        try:
            key = self.package.HssPublicKey.deserialize(public_key)
            return bool(key.verify(message, signature))
        except (ValueError, IndexError, struct.error):
            return False


class Hsslms:
    """The package hsslms."""

    def __init__(self) -> None:
        """Import the package."""
        import hsslms

        self.package = hsslms
        self.key: Any = None

    def generate(self, height: int, width: int) -> bytes:
        """Generate a key of one level in one process."""
        lms = getattr(self.package.LMS_ALGORITHM_TYPE, f"LMS_SHA256_M32_H{height}")
        lmots = getattr(self.package.LMOTS_ALGORITHM_TYPE, f"LMOTS_SHA256_N32_W{width}")
        self.key = self.package.HSS_Priv([lms], lmots, num_cores=1)
        public: bytes = self.key.gen_pub().get_pubkey()
        return public

    def sign(self, message: bytes) -> bytes:
        """Sign with the next one-time key."""
        signature: bytes = self.key.sign(message)
        return signature

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Verify."""
        try:
            self.package.HSS_Pub(public_key).verify(message, signature)
        except self.package.INVALID:
            return False
        return True


class Lms:
    """A package with its current task."""

    def __init__(self, package: Package) -> None:
        """Store the package, without a task."""
        self.package = package
        self.iteration: Callable[[], bytes] | None = None
        self.size: tuple[int, int] | None = None
        """Height and width of the signing keys; None for other tasks."""
        self.public_key = b""
        self.left = 0
        """The number of unused one-time keys of the latest key."""
        self.result = b""

    def task(self, *words: str) -> None:
        """Set the task."""
        self.iteration, self.size, self.public_key, self.left = None, None, b"", 0
        match words:
            case ["generate", height, width]:
                size = int(height), int(width)
                self.iteration = lambda: self.package.generate(*size)
            case ["sign", height, width, text]:
                self.size = int(height), int(width)
                message = bytes.fromhex(text)
                self.iteration = lambda: self.package.sign(message)
            case ["verify", _, _, *texts]:
                given = [bytes.fromhex(text) for text in texts]
                self.iteration = lambda: self.verdict(*given)
            case _:
                raise ValueError("no such task")

    def run(self, count: int) -> int:
        """Run the task `count` times; return the nanoseconds, without generating signing keys.

        Raises ValueError without a task.
        """
        if self.iteration is None:
            raise ValueError("set a task first")
        spent = 0
        while count > 0:
            part = count
            if self.size is not None:
                if self.left == 0:
                    self.public_key = self.package.generate(*self.size)
                    self.left = 1 << self.size[0]
                part = min(count, self.left)
                self.left -= part
            count -= part
            start = time.thread_time_ns()
            for _ in range(part):
                self.result = self.iteration()
            spent += time.thread_time_ns() - start
        return spent

    def verdict(self, public_key: bytes, message: bytes, *signatures: bytes) -> bytes:
        """Verify each signature; return one byte, 1 if all are valid."""
        verdicts = [self.package.verify(public_key, message, one) for one in signatures]
        return bytes([all(verdicts)])

    def output(self) -> bytes:
        """Return the output of the last iteration; for signing, the public key and the signature."""
        return self.public_key + self.result


def answer(lms: Lms, name: str, line: str) -> str:
    """Answer a request."""
    match line.split():
        case ["hello", "quicksalt-child/1"]:
            return f"quicksalt-child/1 thread-cpu {name} {version(name)}"
        case ["task", *words]:
            lms.task(*words)
            return ""
        case ["run", count]:
            return str(lms.run(int(count)))
        case ["output"]:
            return lms.output().hex()
    raise ValueError("no such request")


def serve(name: str, package: Package) -> None:
    """Answer requests until the input ends."""
    lms = Lms(package)
    for line in sys.stdin:
        if line == "end\n":
            break
        try:
            print("ok", answer(lms, name, line), flush=True)
        except Exception as error:
            # Any exception of a package is an answer.
            print("error", type(error).__name__, str(error).replace("\n", " "), flush=True)


def main() -> None:
    """Serve with the package that the command line names."""
    packages: dict[str, Callable[[], Package]] = {"pyhsslms": Pyhsslms, "hsslms": Hsslms}
    name = sys.argv[1]
    serve(name, packages[name]())


if __name__ == "__main__":
    main()
