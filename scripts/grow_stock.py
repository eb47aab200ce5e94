"""Grows the trust stores of stock GnuTLS and OpenSSL, and our own: python scripts/grow_stock.py.

Builds two small C programs, makes bundles of certificates, runs `quicksalt grow` on the programs
and on our own store from Python, and checks who is named: GnuTLS 3.7 compares a new certificate
with those before, OpenSSL 3.0 sorts again on every add, and nobody does wrong in ours. Exit codes:
1 if somebody else is named, 3 if a tool or a library's header is missing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from quicksalt.lab.growth.certificates import blocks

ROOT = Path(__file__).parent.parent
STOCK = ROOT / "python/tests/quicksalt_lab/grow/suite"
GROW = Path(sys.executable).with_name("quicksalt")

SIZES = (64, 128, 256, 512)
PROJECT = "20000"

OURS = "import sys; from quicksalt.trust import TrustStore; TrustStore.load(sys.argv[1])"


class Library(NamedTuple):
    """A library that is installed, and what is known of it."""

    name: str
    link: str
    header: str
    install: str
    culprit: str
    """Who must be on the way to an origin."""


LIBRARIES = (
    Library(
        "gnutls",
        "-lgnutls",
        "gnutls/x509.h",
        "apt install libgnutls28-dev",
        "gnutls_x509_trust_list_add_cas",
    ),
    Library("openssl", "-lcrypto", "openssl/x509.h", "apt install libssl-dev", "OPENSSL_sk_find"),
)


def missing() -> list[str]:
    """Say what is not there, and how to get it."""
    tools = {"gcc": "apt install gcc", "valgrind": "apt install valgrind"}
    found = [f"{tool} is missing: {how}" for tool, how in tools.items() if not shutil.which(tool)]
    if found:
        return found
    for library in LIBRARIES:
        probe = subprocess.run(
            ["gcc", "-E", "-include", library.header, "-x", "c", "/dev/null"],
            capture_output=True,
            check=False,
        )
        if probe.returncode:
            found.append(f"{library.header} is missing: {library.install}")
    return found


def bundles(folder: Path) -> None:
    """Write a bundle of each size."""
    for n in SIZES:
        (folder / f"{n}.pem").write_text("".join(blocks(n)))


def grow(name: str, program: list[str], folder: Path) -> dict[str, Any]:
    """Run the command, and return what it wrote as JSON."""
    kept = folder / f"{name}.json"
    sizes = ",".join(map(str, SIZES))
    options = ["--sizes", sizes, "--project", PROJECT, "--json", str(kept)]
    command = [str(GROW), "grow", *options, "--", *program, f"{folder}/{{n}}.pem"]
    subprocess.run(command, check=True)
    detail: dict[str, Any] = json.loads(kept.read_text())["detail"]
    return detail


def named(detail: dict[str, Any]) -> list[str]:
    """List the functions on the ways to the measured and the projected origins."""
    origins = [*detail["origins"], *detail["projection"]["origins"]]
    return [name for origin in origins for name in origin["path"]]


def main() -> int:
    """Grow all three and say who was named wrongly."""
    if lacking := missing():
        print("\n".join(lacking))
        return 3
    wrong = []
    with tempfile.TemporaryDirectory(prefix="grow-stock-") as place:
        folder = Path(place)
        bundles(folder)
        for library in LIBRARIES:
            program = folder / library.name
            source = str(STOCK / f"{library.name}.c")
            build = ["gcc", "-g", "-O2", source, "-o", str(program), library.link]
            subprocess.run(build, check=True)
            if library.culprit not in named(grow(library.name, [str(program)], folder)):
                wrong.append(f"{library.name}: {library.culprit} was not named")
        if found := named(grow("quicksalt", [sys.executable, "-c", OURS], folder)):
            wrong.append(f"our own store: {found[-1]} was named")
    print("\n".join(wrong) or "everybody is named who should be, and nobody else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
