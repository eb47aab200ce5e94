#!/usr/bin/env python3
"""Make recovery.json: credentials and the public keys derived from them.

This is a second implementation, with hashlib and PyNaCl's Argon2id (1.6.2); coinZdense's part
comes from make_coinzdense_sizes.py, which is checked against the package coinzdense. `--check`
compares with the file instead of writing it.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from make_coinzdense_sizes import OneTime, Shape, check_against_original, root
from nacl.pwhash import argon2id

TARGET = Path(__file__).with_name("recovery.json")

Case = dict[str, str | int]

# LMS_SHA256_M32_H5 and LMOTS_SHA256_N32_W8.
LMS, LMOTS, HEIGHT, CHAINS, STEPS = 5, 4, 5, 34, 255


def credentials(account: str, role: str, passphrase: str) -> Case:
    """Return the fields that all cases have."""
    return {"account": account, "role": role, "passphrase": passphrase}


def coinzdense_secret(who: Case) -> bytes:
    """Derive a key like coinzdense's key_from_creds."""
    text = f"{who['account']}{who['role']}{who['passphrase']}"
    return hashlib.sha256(text.encode("latin-1")).digest()


def disaster(contexts: str) -> Case:
    """Return the one-time key of the recovery tool hiveqdpr."""
    who = credentials("myhiveaccount", "disaster", f"P5 {contexts}")
    secret, shape = coinzdense_secret(who), Shape(24, 12, contexts)
    key = OneTime(shape, shape.derive(secret, "levelslt", 0), secret, 1)
    source = f"own, disaster key, {contexts}"
    found = {"contexts": contexts, "published": key.public_key().hex()}
    return {"source": source, "operation": "disaster", "hashlen": 24, "otsbits": 12} | who | found


def level(contexts: str, layout: str) -> Case:
    """Return a level that starts at index 0 or another index."""
    who = credentials("caf\u00e9", "czdowner", f"secret of {layout}")
    secret, shape = coinzdense_secret(who), Shape(20, 7, contexts)
    wen3index = 0 if contexts == "linux" else 1000
    first = wen3index + {"level key": 2, "recovery tool": 1}[layout]
    salt = shape.derive(secret, "levelslt", wen3index)
    sizes = {"hashlen": 20, "otsbits": 7, "height": 3, "wen3index": wen3index}
    published = root(shape, salt, secret, first, 3).hex()
    found = {"contexts": contexts, "layout": layout, "published": published}
    source = f"own, level, {contexts}, {layout}"
    return {"source": source, "operation": "level"} | who | sizes | found


def stretched(who: Case, memory_kib: int, passes: int) -> bytes:
    """Stretch a passphrase with Argon2id."""
    fields = b""
    for name in ("account", "role"):
        text = str(who[name]).encode()
        fields += len(text).to_bytes(4, "little") + text
    salt = hashlib.blake2b(fields, digest_size=16, person=b"quicksalt-recov1").digest()
    text = str(who["passphrase"]).encode()
    return argon2id.kdf(32, text, salt, opslimit=passes, memlimit=memory_kib << 10)


def lms_root(identifier: bytes, seed: bytes) -> bytes:
    """Compute the root of the tree, RFC 8554, appendix A."""

    def digest(number: int, *parts: bytes) -> bytes:
        return hashlib.sha256(identifier + number.to_bytes(4, "big") + b"".join(parts)).digest()

    row = []
    for leaf in range(1 << HEIGHT):
        ends = b""
        for chain in range(CHAINS):
            place = chain.to_bytes(2, "big")
            value = digest(leaf, place, b"\xff", seed)
            for step in range(STEPS):
                value = digest(leaf, place, bytes([step]), value)
            ends += value
        row.append(digest((1 << HEIGHT) + leaf, b"\x82\x82", digest(leaf, b"\x80\x80", ends)))
    while len(row) > 1:
        pairs = enumerate(zip(row[::2], row[1::2], strict=True), start=len(row) // 2)
        row = [digest(number, b"\x83\x83", *pair) for number, pair in pairs]
    return row[0]


def hss(who: Case, memory_kib: int, passes: int) -> Case:
    """Return an HSS key of two levels."""
    secret = stretched(who, memory_kib, passes)
    seed = hashlib.blake2b(key=secret, digest_size=32, person=b"quicksalt-HSS-sd").digest()
    identifiers = LMS.to_bytes(4, "big") + LMOTS.to_bytes(4, "big")
    count = (2).to_bytes(4, "big")
    encoded = count + identifiers * 2
    top = hashlib.sha256(b"quicksalt HSS SEED" + encoded + seed).digest()
    identifier = hashlib.sha256(b"quicksalt HSS I" + encoded + seed).digest()[:16]
    public = count + identifiers + identifier + lms_root(identifier, top)
    cost = {"memory_kib": memory_kib, "passes": passes}
    found = {"published": public.hex()}
    source = f"own, two levels of H5/W8, {memory_kib} KiB"
    return {"source": source, "operation": "hss"} | who | cost | found


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    check_against_original()
    cases = [disaster(contexts) for contexts in ("linux", "windows", "ascii")]
    for contexts in ("linux", "windows", "ascii"):
        cases += [level(contexts, layout) for layout in ("level key", "recovery tool")]
    who = credentials("alice", "signer", "correct horse battery staple")
    cases += [hss(who, 256 << 10, 3), hss(who, 8, 1)]
    cases.append(hss(credentials("", "\u2713 role", "p\u00e4ssword \U0001f511"), 1000, 2))
    about = "keys recovered from account, role and passphrase"
    text = json.dumps({"about": about, "count": len(cases), "tests": cases}, indent=1) + "\n"
    if not arguments.check:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} differs")


if __name__ == "__main__":
    main()
