"""Compares verdicts on certificate chains with peers: python scripts/verdicts.py [FILE ...].

Without a file: prints a table of faults in newly generated trusted certificates and intermediates,
and the verdict of each peer. With files in the form of `vectors/trust/`: prints the agreement of
each peer with the suite, over all cases that it judges and over the cases that all judge, and with
`--list` the deviating cases. quicksalt is included with each of its profiles. The peers are
OpenSSL's command, Go and the Python package cryptography; missing ones are reported. OpenSSL runs
with `-partial_chain`, because any certificate of the store is trusted here, both without
`-x509_strict`, as in most programs, and with it, as in Python since 3.13. Go and cryptography do
not process revocation lists, and Go lacks a maximum depth. Exits with 1 if quicksalt's verdicts
differ from the table.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import ipaddress
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from anchor_cases import cases

from quicksalt import exceptions
from quicksalt.trust import Profile, RevocationLists, TrustStore

Case = dict[str, Any]
"""`trusted`, `chain` and `crls` are DER; the other entries are as in `vectors/trust/`."""

TIMEOUT = 600


class Peer(NamedTuple):
    """A verifier, which returns for each chain whether it accepts it; None if not applicable."""

    name: str
    judge: Callable[[list[Case]], list[bool | None]]


def ours(profile: Profile, cases: list[Case]) -> list[bool | None]:
    """Return quicksalt's verdicts."""
    return [ours_accepts(profile, case) for case in cases]


def ours_accepts(profile: Profile, case: Case) -> bool:
    """Return whether quicksalt accepts a chain."""
    store = TrustStore()
    store.add(b"".join(map(pem, case["trusted"])))
    depth = {} if case["max_depth"] is None else {"max_depth": min(case["max_depth"], 6)}
    try:
        store.verify(
            case["chain"],
            case["host"],
            time=case["time"],
            purpose=case["purpose"],
            revocation=revocation_lists(case["crls"]),
            profile=profile,
            **depth,
        )
    except (exceptions.CryptoError, exceptions.ValueError):
        return False
    return True


def revocation_lists(ders: list[bytes]) -> RevocationLists | None:
    """Return the revocation lists that quicksalt supports; None without lists."""
    lists = RevocationLists()
    for der in ders:
        with contextlib.suppress(exceptions.ValueError):
            lists.add(der)
    return lists if ders else None


def pem(der: bytes, label: bytes = b"CERTIFICATE") -> bytes:
    """Encode a certificate or a CRL in PEM."""
    body = base64.encodebytes(der)
    return b"-----BEGIN " + label + b"-----\n" + body + b"-----END " + label + b"-----\n"


def openssl(options: Sequence[str], cases: list[Case]) -> list[bool | None]:
    """Return the verdicts of OpenSSL's command."""
    with tempfile.TemporaryDirectory() as folder:
        return [openssl_accepts(options, case, Path(folder)) for case in cases]


def openssl_accepts(options: Sequence[str], case: Case, folder: Path) -> bool:
    """Return whether OpenSSL accepts a chain; write its files to a folder."""
    leaf, *others = case["chain"]
    files = {"trusted": case["trusted"], "leaf": [leaf], "others": others}
    for name, ders in files.items():
        (folder / name).write_bytes(b"".join(map(pem, ders)))
    (folder / "lists").write_bytes(b"".join(pem(der, b"X509 CRL") for der in case["crls"]))
    command = ["openssl", "verify", "-no-CApath", "-no-CAstore", "-partial_chain", *options]
    if case["crls"]:
        command += ["-crl_check_all", "-CRLfile", str(folder / "lists")]
    command += ["-CAfile", str(folder / "trusted"), "-attime", str(case["time"])]
    command += ["-purpose", "sslclient" if case["purpose"] == "client" else "sslserver"]
    if others:
        command += ["-untrusted", str(folder / "others")]
    if case["max_depth"] is not None:
        command += ["-verify_depth", str(case["max_depth"])]
    if case["host"] is not None:
        option = "-verify_ip" if is_address(case["host"]) else "-verify_hostname"
        command += [option, case["host"]]
    run = subprocess.run(
        [*command, str(folder / "leaf")], capture_output=True, check=False, timeout=TIMEOUT
    )
    return run.returncode == 0


def is_address(host: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def go(cases: list[Case]) -> list[bool | None]:
    """Return Go's verdicts; Go lacks a maximum depth."""
    lines = [
        json.dumps(
            {
                "trusted": [base64.b64encode(der).decode() for der in case["trusted"]],
                "chain": [base64.b64encode(der).decode() for der in case["chain"]],
                "host": case["host"] or "",
                "purpose": case["purpose"],
                "time": case["time"],
            }
        )
        for case in cases
    ]
    run = subprocess.run(
        ["go", "run", str(Path(__file__).with_suffix(".go"))],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=TIMEOUT,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    return [
        None if case["max_depth"] is not None or case["crls"] else not answer
        for case, answer in zip(cases, answers, strict=True)
    ]


def cryptography(cases: list[Case]) -> list[bool | None]:
    """Return the verdicts of the package cryptography, which requires a server name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [cryptography_accepts(case) for case in cases]


def cryptography_accepts(case: Case) -> bool | None:
    """Return whether cryptography accepts a chain; None if not applicable."""
    from cryptography import x509
    from cryptography.x509 import verification

    if (case["host"] is None and case["purpose"] == "server") or case["crls"]:
        return None
    try:
        trusted = [x509.load_der_x509_certificate(der) for der in case["trusted"]]
        leaf, *others = (x509.load_der_x509_certificate(der) for der in case["chain"])
        builder = verification.PolicyBuilder().store(verification.Store(trusted))
        builder = builder.time(datetime.fromtimestamp(case["time"], UTC))
        if case["max_depth"] is not None:
            builder = builder.max_chain_depth(case["max_depth"])
        if case["purpose"] == "client":
            builder.build_client_verifier().verify(leaf, others)
        elif is_address(case["host"]):
            address = x509.IPAddress(ipaddress.ip_address(case["host"]))
            builder.build_server_verifier(address).verify(leaf, others)
        else:
            builder.build_server_verifier(x509.DNSName(case["host"])).verify(leaf, others)
    except (ValueError, verification.VerificationError):
        return False
    return True


def version(command: list[str]) -> str:
    """Return the first line that a program prints."""
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=TIMEOUT)
    return run.stdout.splitlines()[0]


def peers() -> list[Peer]:
    """Return quicksalt and the installed peers; print the missing ones."""
    found = [Peer("quicksalt", partial(ours, "usual"))]
    found += [
        Peer("quicksalt strict", partial(ours, "strict")),
        Peer("quicksalt webpki", partial(ours, "webpki")),
    ]
    if shutil.which("openssl"):
        name = " ".join(version(["openssl", "version"]).split()[:2])
        found.append(Peer(name, partial(openssl, [])))
        found.append(Peer(f"{name} -x509_strict", partial(openssl, ["-x509_strict"])))
    else:
        print("OpenSSL is missing: apt install openssl", file=sys.stderr)
    if shutil.which("go"):
        found.append(Peer(version(["go", "env", "GOVERSION"]).replace("go", "Go "), go))
    else:
        print("Go is missing: apt install golang-go", file=sys.stderr)
    try:
        import cryptography as package
    except ImportError:
        print("cryptography is missing: pip install cryptography", file=sys.stderr)
    else:
        found.append(Peer(f"cryptography {package.__version__}", cryptography))
    return found


def read(path: Path) -> list[Case]:
    """Return the cases of a file."""
    file = json.loads(path.read_text())
    ders, crls = (
        [base64.b64decode(one) for one in file[name]] for name in ("certificates", "crls")
    )
    wanted = {"trusted": ders, "chain": ders, "crls": crls}
    return [
        case | {name: [held[place] for place in case[name]] for name, held in wanted.items()}
        for case in file["tests"]
    ]


def word(verdict: bool | None) -> str:
    """Return a verdict as a word."""
    return {True: "accepts", False: "refuses", None: "-"}[verdict]


def table(peers: Iterable[Peer]) -> bool:
    """Print all verdicts as a Markdown table; return whether quicksalt's are as expected."""
    rows = cases()
    verdicts = {peer.name: peer.judge(rows) for peer in peers}
    print("| case | " + " | ".join(verdicts) + " |")
    print("|---|" + "---|" * len(verdicts))
    for number, case in enumerate(rows):
        words = [word(column[number]) for column in verdicts.values()]
        print(f"| {case['id']} | " + " | ".join(words) + " |")
    return verdicts["quicksalt"] == [case["is_valid"] for case in rows]


def count(path: Path, peers: Iterable[Peer], is_listed: bool) -> None:
    """Print the agreement of each peer with a suite."""
    rows = read(path)
    verdicts = {peer.name: peer.judge(rows) for peer in peers}
    by_all = [None not in row for row in zip(*verdicts.values(), strict=True)]
    for name, column in verdicts.items():
        judged = list(zip(rows, column, strict=True))
        ids = {
            kind: [case["id"] for case, verdict in judged if (case["is_valid"], verdict) == pair]
            for kind, pair in {"refused": (True, False), "accepted": (False, True)}.items()
        }
        asked = sum(verdict is not None for _, verdict in judged)
        agreed = asked - sum(map(len, ids.values()))
        print(
            f"{path.stem}, {name}: {agreed} of {asked} agreed, {len(ids['refused'])} refused "
            f"though valid, {len(ids['accepted'])} accepted though not; "
            f"{deviations(judged, by_all)} deviations in the {sum(by_all)} cases that all judge"
        )
        if is_listed:
            for kind, names in ids.items():
                print("".join(f"  {kind} {name}\n" for name in names), end="")


def deviations(judged: Iterable[tuple[Case, bool | None]], counted: Iterable[bool]) -> int:
    """Count the verdicts that differ from the suite's among the selected cases."""
    pairs = zip(judged, counted, strict=True)
    return sum(case["is_valid"] != verdict for (case, verdict), counts in pairs if counts)


def main() -> None:
    """Read the arguments, print the table or the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="such as vectors/trust/limbo.json")
    parser.add_argument("--list", action="store_true", help="list the deviating cases")
    arguments = parser.parse_args()
    found = peers()
    for path in arguments.files:
        count(path, found, arguments.list)
    if not arguments.files and not table(found):
        sys.exit("quicksalt's verdicts differ from the expected ones")


if __name__ == "__main__":
    main()
