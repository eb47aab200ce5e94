"""`quicksalt trust diff`: what one store has that another has not."""

from __future__ import annotations

from pathlib import Path

import click

from quicksalt.cli.trust.common import certificate_json, filled, open_store, write_json
from quicksalt.trust import Certificate, TrustStore
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples, json_option
from quicksalt_lab.cli.terminal import console


@click.command(
    epilog=examples(
        "quicksalt trust diff old.pem new.pem",
        "quicksalt trust diff system certifi",
        "quicksalt trust diff /etc/ssl/certs /etc/ssl/certs/ca-certificates.crt",
    )
)
@click.argument("old")
@click.argument("new")
@json_option
def diff(old: str, new: str, json_path: Path | None) -> None:
    """Compare two stores, each a file, a directory, `system` or `certifi`.

    Exits with 1 if they differ, with 4 if one of them holds no certificate.
    """
    stores = [_open(name) for name in (old, new)]
    gone, come = _missing(*stores), _missing(*reversed(stores))
    out = console()
    for sign, certificates in (("-", gone), ("+", come)):
        for certificate in certificates:
            digits = certificate.fingerprint.hex()[:16]
            out.print(f"{sign} {digits} {certificate.subject}", soft_wrap=True)
    out.print(f"{len(gone)} only in {old}, {len(come)} only in {new}", soft_wrap=True)
    write_json(
        json_path,
        {
            "only_old": [certificate_json(c) for c in gone],
            "only_new": [certificate_json(c) for c in come],
        },
    )
    raise SystemExit(Exit.FAILED if gone or come else Exit.OK)


def _open(name: str) -> TrustStore:
    system, certifi = name == "system", name == "certifi"
    paths = () if system or certifi else (Path(name),)
    return filled(open_store(paths, system=system, certifi=certifi, missing_ok=True), name)


def _missing(store: TrustStore, other: TrustStore) -> list[Certificate]:
    return [c for c in store if other.by_fingerprint(c.fingerprint) is None]
