#!/usr/bin/env python3
"""Make the files of this folder from the suites of other projects.

`make_chains.py limbo LIMBO_JSON` writes limbo.json and bettertls.json; `--all` includes all
cases of BetterTLS's name constraints, not one in a hundred. `make_chains.py pkits FOLDER` writes
pkits.json from the folder `pki/testdata/nist-pkits` of BoringSSL. `--out FOLDER` writes to
another folder. `../VECTORS.md` names the sources of the suites.
"""

import argparse
import base64
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

# The verification time if a case of x509-limbo does not specify one.
NOW = "2026-07-01T00:00:00+00:00"
# The publication date of PKITS, which BoringSSL uses as the verification time.
PKITS_TIME = "2011-04-15T00:00:00+00:00"
# Keep one of this many similar BetterTLS name constraint cases (9491 in total).
STEP = 100

Case = dict[str, Any]


class Blobs:
    """Certificates or CRLs in base64, without duplicates."""

    def __init__(self) -> None:
        """Start with an empty list."""
        self.places: dict[str, int] = {}

    def place(self, der: bytes) -> int:
        """Return the index of an item, adding it if it is new."""
        return self.places.setdefault(base64.b64encode(der).decode(), len(self.places))


class Suite:
    """The cases of one file."""

    def __init__(self, source: str) -> None:
        """Start with an empty file; `source` names the suite and its version."""
        self.source = source
        self.certificates = Blobs()
        self.crls = Blobs()
        self.tests: list[Case] = []

    def add(
        self, name: str, trusted: Iterable[bytes], chain: Iterable[bytes], crls: Iterable[bytes]
    ) -> Case:
        """Append a case; the caller adds the expectation."""
        case = {
            "id": name,
            "trusted": [self.certificates.place(der) for der in trusted],
            "chain": [self.certificates.place(der) for der in chain],
            "crls": [self.crls.place(der) for der in crls],
        }
        self.tests.append(case)
        return case

    def write(self, path: Path) -> None:
        """Write the file, one certificate or case per line."""
        lists = {
            "certificates": list(self.certificates.places),
            "crls": list(self.crls.places),
            "tests": self.tests,
        }
        head = f'{{\n"source": {json.dumps(self.source)},\n"count": {len(self.tests)}'
        parts = [
            f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]"
            for name, rows in lists.items()
        ]
        path.write_text(",\n".join([head, *parts]) + "\n}\n")


def seconds(time: str | None) -> int:
    """Convert a time to seconds since 1970."""
    moment = datetime.fromisoformat(time or NOW)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp())


def der(pem: str) -> bytes:
    """Decode a text with a single PEM block."""
    return base64.b64decode("".join(pem.strip().splitlines()[1:-1]))


def add_limbo(suite: Suite, case: Case) -> None:
    """Append a case of x509-limbo."""
    chain = [case["peer_certificate"], *case["untrusted_intermediates"]]
    added = suite.add(
        case["id"], map(der, case["trusted_certs"]), map(der, chain), map(der, case["crls"])
    )
    name = case["expected_peer_name"]
    added["host"] = name["value"] if name else None
    added["purpose"] = case["validation_kind"].lower()
    added["time"] = seconds(case["validation_time"])
    added["max_depth"] = case["max_chain_depth"]
    added["is_valid"] = case["expected_result"] == "SUCCESS"


def limbo(path: Path, out: Path, step: int) -> None:
    """Write limbo.json and bettertls.json."""
    core = Suite("C2SP/x509-limbo 8a2e6f41023b1716dc16fe63335e4bb972e4c3f6")
    bettertls = Suite("Netflix/bettertls e1e99e35307478b568b81ee5f8cc2cb4abbce402")
    constraints = 0
    for case in json.loads(path.read_text())["testcases"]:
        if case["id"].startswith("bettertls::nameconstraints::"):
            constraints += 1
            if constraints % step == 0:
                add_limbo(bettertls, case)
        else:
            is_bettertls = case["id"].startswith("bettertls::")
            add_limbo(bettertls if is_bettertls else core, case)
    core.write(out / "limbo.json")
    bettertls.write(out / "bettertls.json")


def pkits_cases(text: str) -> Iterator[tuple[str, list[str], list[str], bool]]:
    """Yield number, certificate names (root first), CRL names, and verdict."""
    arrays = r"certs\[\] = \{(.*?)\};.*?crls\[\] = \{(.*?)\};.*?"
    facts = r'test_number = "([\d.]+)";.*?should_validate = (true|false);'
    for certs, crls, number, verdict in re.findall(arrays + facts, text, re.DOTALL):
        names, lists = (re.findall(r'"([^"]+)"', array) for array in (certs, crls))
        yield number, names, lists, verdict == "true"


def pkits(folder: Path, out: Path) -> None:
    """Write pkits.json."""
    suite = Suite("NIST PKITS 1.0.1 in google/boringssl a0689af29e8e460f1e5380e0fb74cef1b342e810")
    text = (folder / "pkits_testcases-inl.h").read_text()
    seen: Counter[str] = Counter()
    for number, names, lists, is_valid in pkits_cases(text):
        root, *others = [(folder / "certs" / f"{name}.crt").read_bytes() for name in names]
        crls = [(folder / "crls" / f"{name}.crl").read_bytes() for name in lists]
        # PKITS tests some chains with several policy sets, which are not distinguished here.
        seen[number] += 1
        name = f"pkits::{number}" + (f" ({seen[number]})" if seen[number] > 1 else "")
        added = suite.add(name, [root], reversed(others), crls)
        added["host"] = None
        added["purpose"] = "server"
        added["time"] = seconds(PKITS_TIME)
        added["max_depth"] = None
        added["is_valid"] = is_valid
    suite.write(out / "pkits.json")


def main() -> None:
    """Read the arguments and write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", choices=["limbo", "pkits"])
    parser.add_argument("source", type=Path)
    parser.add_argument("--all", action="store_true", help="all cases of name constraints")
    parser.add_argument("--out", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.suite == "limbo":
        limbo(arguments.source, arguments.out, 1 if arguments.all else STEP)
    else:
        pkits(arguments.source, arguments.out)


if __name__ == "__main__":
    main()
