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
    """Compare two stores, and what they trust each certificate for.

    A store is a file, a directory, `system` or `certifi`.

    Exits with 1 if they differ, with 4 if one of them holds no certificate.
    """
    stores = [_open(name) for name in (old, new)]
    gone, come = _missing(*stores), _missing(*reversed(stores))
    out = console()
    for sign, certificates in (("-", gone), ("+", come)):
        for certificate in certificates:
            digits = certificate.fingerprint.hex()[:16]
            out.print(f"{sign} {digits} {certificate.subject}", soft_wrap=True)
    changed = [(one, two) for one in stores[0] if (two := _otherwise(one, stores[1]))]
    for one, two in changed:
        digits = one.fingerprint.hex()[:16]
        out.print(f"~ {digits} {one.subject}: {_trust(one)}; now {_trust(two)}", soft_wrap=True)
    out.print(
        f"{len(gone)} only in {old}, {len(come)} only in {new}, {len(changed)} trusted otherwise",
        soft_wrap=True,
    )
    write_json(
        json_path,
        {
            "only_old": [certificate_json(c) for c in gone],
            "only_new": [certificate_json(c) for c in come],
            "trusted_otherwise": [
                {"old": certificate_json(one), "new": certificate_json(two)} for one, two in changed
            ],
        },
    )
    raise SystemExit(Exit.FAILED if gone or come or changed else Exit.OK)


def _otherwise(certificate: Certificate, other: TrustStore) -> Certificate | None:
    """Return the certificate of another store, if it is trusted for other purposes there."""
    found = other.by_fingerprint(certificate.fingerprint)
    return found if found and found.to_pem() != certificate.to_pem() else None


def _trust(certificate: Certificate) -> str:
    """Return the purposes of a certificate as text."""
    trusted, rejected = certificate.trusted_for, certificate.rejected_for
    said = "trusted for " + ("all purposes" if trusted is None else ", ".join(trusted) or "nothing")
    return said + (f", not for {', '.join(rejected)}" if rejected else "")


def _open(name: str) -> TrustStore:
    system, certifi = name == "system", name == "certifi"
    paths = () if system or certifi else (Path(name),)
    return filled(open_store(paths, system=system, certifi=certifi, missing_ok=True), name)


def _missing(store: TrustStore, other: TrustStore) -> list[Certificate]:
    return [c for c in store if other.by_fingerprint(c.fingerprint) is None]
