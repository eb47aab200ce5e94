#!/usr/bin/env python3
"""Make slhdsa*.json from the NIST ACVP vectors in the Go module github.com/cloudflare/circl.

`--circl` is the folder of the module, version 1.6.5, as printed by `go mod download -json`. Some
cases of pure message signatures are used for each parameter set. The files store the SHA-256 of
signatures to generate, and full signatures to verify, only for the smallest sets. Slow
signatures have a separate file. `--all FILE` writes all cases instead, for a manual test, and
`--check` compares with the files.
"""

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent

Case = dict[str, str | bool]

# Small signatures with SHAKE take seconds.
FASTEST = ["SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f"]
SLOWEST = ["SLH-DSA-SHAKE-128s", "SLH-DSA-SHAKE-192s", "SLH-DSA-SHAKE-256s"]
VERIFIED = ["SLH-DSA-SHA2-128s", "SLH-DSA-SHAKE-128s"]


def rows(folder: Path, name: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Yield each test of pure signatures or of keys with the data of its group."""
    data = folder / "sign/slhdsa/testdata"
    with gzip.open(data / f"{name}_prompt.json.gz") as file:
        prompt = json.load(file)
    with gzip.open(data / f"{name}_results.json.gz") as file:
        results = json.load(file)
    found = {test["tcId"]: test for group in results["testGroups"] for test in group["tests"]}
    for group in prompt["testGroups"]:
        if group.get("preHash", "pure") == "pure" and group.get("signatureInterface") != "internal":
            about = {key: value for key, value in group.items() if key != "tests"}
            for test in group["tests"]:
                yield about, test | found[test["tcId"]]


def source(mode: str, test: dict[str, str]) -> str:
    """Return the name of a test."""
    return f"NIST ACVP SLH-DSA {mode} FIPS205, tcId {test['tcId']}"


def keys(folder: Path) -> Iterator[Case]:
    """Yield the cases for key generation."""
    for group, test in rows(folder, "keyGen"):
        yield {
            "source": source("keyGen", test),
            "operation": "keygen",
            "set": group["parameterSet"],
            "seeds": (test["skSeed"] + test["skPrf"] + test["pkSeed"]).lower(),
            "secret_key": test["sk"].lower(),
            "public_key": test["pk"].lower(),
        }


def signatures(folder: Path) -> Iterator[Case]:
    """Yield the cases for signing."""
    for group, test in rows(folder, "sigGen"):
        signature = bytes.fromhex(test["signature"])
        yield {
            "source": source("sigGen", test),
            "operation": "sign",
            "set": group["parameterSet"],
            "secret_key": test["sk"].lower(),
            "message": test["message"].lower(),
            "context": test["context"].lower(),
            "deterministic": group["deterministic"],
            "randomness": test.get("additionalRandomness", "").lower(),
            "signature_sha256": hashlib.sha256(signature).hexdigest(),
        }


def verdicts(folder: Path) -> Iterator[Case]:
    """Yield the cases for verifying."""
    for group, test in rows(folder, "verify"):
        yield {
            "source": source("sigVer", test),
            "operation": "verify",
            "set": group["parameterSet"],
            "public_key": test["pk"].lower(),
            "message": test["message"].lower(),
            "context": test["context"].lower(),
            "signature": test["signature"].lower(),
            "genuine": test["testPassed"],
        }


def first(cases: Iterator[Case], each: int, *fields: str) -> Iterator[Case]:
    """Yield the `each` shortest cases of each kind; `fields` define the kind."""
    kinds: dict[tuple[str | bool, ...], list[Case]] = {}
    for case in cases:
        kinds.setdefault(tuple(case[field] for field in fields), []).append(case)
    for found in kinds.values():
        found.sort(key=lambda case: len(str(case.get("message", ""))))
        yield from found[:each]


def is_slow(case: Case) -> bool:
    """Return whether a test belongs to the slow file: the slowest, and second ones of a set."""
    if case["operation"] != "sign" or case["set"] in FASTEST:
        return False
    return bool(case["deterministic"]) or case["set"] in SLOWEST


def some(folder: Path) -> Iterator[Case]:
    """Yield the cases of the committed files."""
    yield from first(keys(folder), 1, "set")
    for case in first(signatures(folder), 1, "set", "deterministic"):
        if case["set"] not in SLOWEST or not case["deterministic"]:
            yield case
    for case in first(verdicts(folder), 2, "set", "genuine"):
        if case["set"] in VERIFIED:
            yield case


def text(cases: list[Case]) -> str:
    """Format cases as the text of a file."""
    about = "SLH-DSA: keys out of seeds, pure signatures as their SHA-256, verdicts"
    return json.dumps({"about": about, "count": len(cases), "tests": cases}, indent=1) + "\n"


def main() -> None:
    """Write the files, or compare with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--circl", type=Path, required=True, help="folder of the Go module")
    parser.add_argument("--all", type=Path, metavar="FILE", help="write all cases to another file")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    folder = arguments.circl
    if arguments.all:
        arguments.all.write_text(text([*keys(folder), *signatures(folder), *verdicts(folder)]))
        return
    cases = list(some(folder))
    for name, slow in [("slhdsa.json", False), ("slhdsa-slow.json", True)]:
        found = text([case for case in cases if is_slow(case) == slow])
        if not arguments.check:
            (FOLDER / name).write_text(found)
        elif (FOLDER / name).read_text() != found:
            sys.exit(f"{name} differs")


if __name__ == "__main__":
    main()
