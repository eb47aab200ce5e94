#!/usr/bin/env python3
"""Make lms.json: RFC 8554's test cases, and keys and signatures by pyhsslms 2.0.0.

RFC 8554, appendix F, comes from the sources of the crate hbs-lms 0.2.0-alpha.1; `--hbs-lms` is
their folder. pyhsslms makes the other cases, with random bytes replaced by a hash of a label and
a counter, so that each run gives the same output. `--check` compares with the file instead of
writing it.
"""

import argparse
import hashlib
import json
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pyhsslms
from pyhsslms import pyhsslms as peer

PYHSSLMS = "2.0.0"
TARGET = Path(__file__).with_name("lms.json")

Json = str | int | list[dict[str, str]]
Case = dict[str, Json]

# RFC 8554, appendix F, test case 2: SEED and I of both trees.
RFC_CASE_2 = [
    (
        "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439",
        "d08fabd4a2091ff0a8cb4ed834e74534",
    ),
    (
        "a1c4696e2608035a886100d05cd99945eb3370731884a8235e2fb3d4d71f2547",
        "215f83b7ccb9acbcd08db97b0d04dc2b",
    ),
]

FAMILIES = {"sha256_n32": 0, "sha256_n24": 1, "shake256_n32": 2, "shake256_n24": 3}
WIDTHS = [1, 2, 4, 8]
HEIGHTS = [5, 10, 15, 20, 25]


def rfc_cases(folder: Path) -> list[Case]:
    """Read the two test cases of RFC 8554 from the tests of hbs-lms."""
    cases: list[Case] = []
    for number in (1, 2):
        text = (folder / "tests" / f"rfc_testcase{number}.rs").read_text()
        fields = dict(re.findall(r"static (\w+): &\[u8\] = &\[(.*?)\];", text, re.DOTALL))
        values = {name: "".join(re.findall(r"0x(\w\w)", body)) for name, body in fields.items()}
        case: Case = {
            "source": f"RFC 8554 appendix F, test case {number}",
            "public_key": values["PUBLIC_KEY"],
            "message": values["MESSAGE"],
            "signature": values["SIGNATURE"],
            "trees": [],
        }
        if number == 2:
            case["trees"] = [{"seed": seed, "id": id_} for seed, id_ in RFC_CASE_2]
        cases.append(case)
    return cases


def drawn(label: str) -> Callable[[int], bytes]:
    """Return a deterministic replacement for random bytes: SHAKE256 of a label and a counter."""
    count = 0

    def draw(length: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"{label}, {count}".encode()).digest(length)

    return draw


def peer_case(family: str, height: int, width: int, levels: int, skip: int) -> Case:
    """Make a key with pyhsslms, skip `skip` signatures, and sign."""
    name = f"{family}_h{height}_w{width}, {levels} levels, signature {skip}"
    peer.randBytes = drawn(name)
    lms = struct.pack(">I", 5 + 5 * FAMILIES[family] + HEIGHTS.index(height))
    lmots = struct.pack(">I", 1 + 4 * FAMILIES[family] + WIDTHS.index(width))
    key = peer.HssPrivateKey(levels=levels, lms_type=lms, lmots_type=lmots)
    message = f"signed with {name}".encode()
    for _ in range(skip):
        key.sign(b"")
    signature = key.sign(message)
    public = key.publicKey()
    if not public.verify(message, signature):
        sys.exit(f"pyhsslms does not accept its own signature: {name}")
    return {
        "source": f"pyhsslms {PYHSSLMS}, {name}",
        "public_key": public.serialize().hex(),
        "message": message.hex(),
        "signature": signature.hex(),
        "trees": [{"seed": tree.SEED.hex(), "id": tree.I.hex()} for tree in key.prv],
    }


def cases(folder: Path) -> list[Case]:
    """Return all cases."""
    found = rfc_cases(folder)
    skip = 0
    for family in FAMILIES:
        for width in WIDTHS:
            found.append(peer_case(family, 5, width, 1, skip))
            skip = (skip + 7) % 32
    found.append(peer_case("sha256_n24", 10, 4, 1, 777))
    found.append(peer_case("shake256_n32", 5, 4, 2, 31))
    found.append(peer_case("shake256_n24", 5, 4, 2, 32))
    found.append(peer_case("sha256_n24", 5, 8, 3, 1))
    return found


def main() -> None:
    """Write the file, or compare with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hbs-lms", type=Path, required=True, help="folder of the crate's sources")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    if pyhsslms.__version__ != PYHSSLMS:
        sys.exit(f"this needs pyhsslms {PYHSSLMS}: pip install pyhsslms=={PYHSSLMS}")
    found = cases(arguments.hbs_lms)
    about = "HSS: public key, message, signature; I and SEED of each level's tree where known"
    text = json.dumps({"about": about, "count": len(found), "tests": found}, indent=1) + "\n"
    if not arguments.check:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET.name} differs")


if __name__ == "__main__":
    main()
