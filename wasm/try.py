"""Call the functions of all modules in wasmtime: python wasm/try.py FOLDER.

FOLDER is the folder with the modules of `make wasm`. Each module has one import. Its results must
match `vectors/`, Python's hashlib and the inverse functions. Wrong lengths, a failing random source
and too little memory must give error codes, and must not break the instance.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import vectors
from instance import Sodium

# NaCl's own secretbox example: key, nonce, and the tag of the message.
KEY = bytes.fromhex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
NONCE = bytes.fromhex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
MESSAGE = bytes.fromhex(
    "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c6129"
    "6cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde"
    "048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705"
)
BOX_TAG = bytes.fromhex("f3ffc7703f9400e52a7dfb4b3d3305d9")


def secretbox(sodium: Sodium) -> Iterator[str]:
    """Yield problems with secret boxes."""
    key, nonce, message = sodium.put(KEY), sodium.put(NONCE), sodium.put(MESSAGE)
    size = len(MESSAGE)
    boxed = sodium.put(bytes(size + 16))
    if sodium.call("crypto_secretbox_easy", boxed, message, size, nonce, key) != 0:
        yield "sealing fails"
    if sodium.get(boxed, 16) != BOX_TAG:
        yield "the tag is wrong"
    opened = sodium.put(bytes(size))
    if sodium.call("crypto_secretbox_open_easy", opened, boxed, size + 16, nonce, key) != 0:
        yield "opening fails"
    if sodium.get(opened, size) != MESSAGE:
        yield "the opened message is wrong"
    sodium.call("quicksalt_status")
    if sodium.call("crypto_secretbox_open_easy", opened, boxed + 1, size + 15, nonce, key) == 0:
        yield "a forgery is opened"
    if sodium.call("quicksalt_status") != 1:
        yield "wrong status for a forgery"
    if sodium.call("crypto_secretbox_easy", boxed, message, 1 << 40, nonce, key) == 0:
        yield "a message of 2^40 bytes is accepted"
    if sodium.call("quicksalt_status") != 7:
        yield "wrong status for misuse"
    # The instance still works.
    if sodium.call("crypto_secretbox_easy", boxed, message, size, nonce, key) != 0:
        yield "sealing fails after misuse"


def randomness(sodium: Sodium) -> Iterator[str]:
    """Yield problems with random bytes."""
    at = sodium.put(bytes(100_000))
    sodium.call("randombytes_buf", at, 100_000)
    if len(set(sodium.get(at, 100_000))) != 256:
        yield "random bytes are not random"
    sodium.random = lambda _: None
    sodium.call("quicksalt_status")
    sodium.call("crypto_secretbox_keygen", at)
    if sodium.call("quicksalt_status") != 5:
        yield "wrong status for a failing random source"
    sodium.random = os.urandom
    sodium.call("crypto_secretbox_keygen", at)
    if sodium.call("quicksalt_status") != 0:
        yield "wrong status for a random source that works again"
    if sodium.call("malloc", 0x7FFFFFFF) != 0:
        yield "malloc returns memory beyond the limit"


def standard(sodium: Sodium) -> Iterator[str]:
    """Yield problems with signatures, boxes, hashes and passwords."""
    public, secret, signature = (sodium.put(bytes(n)) for n in (32, 64, 64))
    message, size = sodium.put(MESSAGE), len(MESSAGE)
    sodium.call("crypto_sign_keypair", public, secret)
    if sodium.call("crypto_sign_detached", signature, 0, message, size, secret) != 0:
        yield "signing fails"
    if sodium.call("crypto_sign_verify_detached", signature, message, size, public) != 0:
        yield "a valid signature is rejected"
    if sodium.call("crypto_sign_verify_detached", signature, message, size - 1, public) == 0:
        yield "the signature of another message is accepted"
    digest = sodium.put(bytes(64))
    for name in ("sha512", "sha256"):
        wanted = hashlib.new(name, MESSAGE).digest()
        sodium.call(f"crypto_hash_{name}", digest, message, size)
        if sodium.get(digest, len(wanted)) != wanted:
            yield f"crypto_hash_{name} returns a wrong digest"
    sodium.call("crypto_generichash", digest, 32, message, size, 0, 0)
    if sodium.get(digest, 32) != hashlib.blake2b(MESSAGE, digest_size=32).digest():
        yield "crypto_generichash returns a wrong digest"
    sodium.call("crypto_box_keypair", public, secret)
    sealed, opened = sodium.put(bytes(size + 48)), sodium.put(bytes(size))
    sodium.call("crypto_box_seal", sealed, message, size, public)
    if sodium.call("crypto_box_seal_open", opened, sealed, size + 48, public, secret) != 0:
        yield "a sealed box does not open"
    if sodium.get(opened, size) != MESSAGE:
        yield "a sealed box opens to a wrong message"
    yield from passwords(sodium, digest, message)


def passwords(sodium: Sodium, out: int, password: int) -> Iterator[str]:
    """Yield problems with Argon2id, including a lack of memory."""
    salt = sodium.put(bytes(16))
    arguments = (out, 32, password, 8, salt)
    if sodium.call("crypto_pwhash", *arguments, 1, 1 << 20, 2) != 0:
        yield "crypto_pwhash fails"
    if sodium.call("crypto_pwhash", *arguments, 1, 0xFFFFFC00, 2) == 0:
        yield "a password hash uses more memory than available"
    if sodium.call("quicksalt_status") != 3:
        yield "wrong status for too little memory"
    if sodium.call("crypto_pwhash", *arguments, 1, 1 << 20, 2) != 0:
        yield "crypto_pwhash fails after too little memory"


def problems(path: Path, *, is_optimised: bool) -> list[str]:
    """Return the problems of a module."""
    sodium = Sodium(path, is_optimised=is_optimised)
    found = [*secretbox(sodium), *randomness(sodium)]
    sodium.release()
    found += vectors.problems(sodium, path.name.split(".")[0].removeprefix("quicksalt-"))
    if sodium.has("crypto_sign_keypair"):
        found += standard(sodium)
    if failing := sodium.call("quicksalt_selftest"):
        found.append(f"{failing} candidates fail their self-tests")
    sodium.release()
    return found


def main() -> int:
    """Print a line per module; return 1 if there are problems."""
    modules = sorted(Path(sys.argv[1]).glob("*.wasm"))
    is_wrong = not modules
    for path in modules:
        for is_optimised in (True, False):
            found = problems(path, is_optimised=is_optimised)
            is_wrong |= bool(found)
            level = "optimised" if is_optimised else "not optimised"
            print(f"{path.name}, {level}: {', '.join(found) or 'fine'}")
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
