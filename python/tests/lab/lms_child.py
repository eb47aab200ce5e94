"""A child of the ruler that runs the native module's LMS, with the protocol of the Python peers.

Usage: python lms_child.py [lax | forging]. A `lax` child accepts every signature; a `forging` child
damages its own signatures.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "crates" / "peers" / "children"))

import pypi

from quicksalt.exceptions import BadSignatureError
from quicksalt.hashsig import HssPublicKey, Params, SigningKey


class Quicksalt:
    """The interface of a PyPI package, implemented with quicksalt."""

    def __init__(self, folder: str, manner: str) -> None:
        self.paths = (Path(folder) / str(number) for number in count())
        self.manner = manner
        self.key: SigningKey

    def generate(self, height: int, width: int) -> bytes:
        params = Params.parse(f"{height}/{width}")
        self.key = SigningKey.create(next(self.paths), params)
        return bytes(self.key.public_key)

    def sign(self, message: bytes) -> bytes:
        signature = self.key.sign(message)
        return signature[:-1] + b"\0" if self.manner == "forging" else signature

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        try:
            HssPublicKey(public_key).verify(message, signature)
        except (BadSignatureError, ValueError):
            return self.manner == "lax"
        return True


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        pypi.serve("quicksalt", Quicksalt(folder, sys.argv[1] if len(sys.argv) > 1 else ""))
