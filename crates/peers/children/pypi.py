"""A package of PyPI behind the protocol of src/child.rs: python pypi.py pyhsslms | hsslms."""

from __future__ import annotations

import struct
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol


class Package(Protocol):
    """What both packages are made to look like."""

    def generate(self, height: int, width: int) -> bytes:
        """Make a key, keep it, and give the encoded public key."""

    def sign(self, message: bytes) -> bytes:
        """Sign with the key made last."""

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """Tell whether a signature is good."""


class Pyhsslms:
    """The package pyhsslms."""

    def __init__(self) -> None:
        """Import the package."""
        import pyhsslms

        self.package = pyhsslms
        self.key: Any = None

    def generate(self, height: int, width: int) -> bytes:
        """Make a key of one level."""
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
        """Verify; whatever the package raises on a damaged signature is a refusal."""
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
        """Make a key of one level in one process."""
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


def timed(count: int, call: Callable[[], Any]) -> tuple[float, Any]:
    """Give the nanoseconds of one call and what the last one returned."""
    start = time.thread_time_ns()
    value = None
    for _ in range(count):
        value = call()
    return (time.thread_time_ns() - start) / count, value


def answer(package: Package, request: list[str]) -> str:
    """Answer one request."""
    match request:
        case ["generate", height, width]:
            ns, public_key = timed(1, lambda: package.generate(int(height), int(width)))
            return f"{ns} {public_key.hex()}"
        case ["sign", count, message]:
            content = bytes.fromhex(message)
            ns, signature = timed(int(count), lambda: package.sign(content))
            return f"{ns} {signature.hex()}"
        case ["verify", count, *texts]:
            key, content, signature = map(bytes.fromhex, texts)
            ns, verdict = timed(int(count), lambda: package.verify(key, content, signature))
            return f"{ns} {int(verdict)}"
    sys.exit(f"no such request: {request[:1]}")


def main() -> None:
    """Answer until the input ends."""
    packages: dict[str, Callable[[], Package]] = {"pyhsslms": Pyhsslms, "hsslms": Hsslms}
    package = packages[sys.argv[1]]()
    for line in sys.stdin:
        print(answer(package, line.split()), flush=True)


if __name__ == "__main__":
    main()
