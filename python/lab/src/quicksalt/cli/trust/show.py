"""`quicksalt trust list` and `quicksalt trust show`: the certificates of a store."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from quicksalt.cli.trust.common import Opened, certificate_json, from_store, report_json
from quicksalt.trust import Certificate
from quicksalt_lab.cli import tables
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import examples, words

SHORT = 16
"""Digits of a fingerprint in a table."""
SHOWN_AS = {
    "key_id": ("key identifier", "none"),
    "authority": ("says authority", "nothing of it"),
    "is_authority": ("may vouch", ""),
    "trusted_for": ("trusted for", "all purposes"),
    "is_constrained": ("constrained", ""),
}
"""What the screen calls what the JSON file names in another way, and what it says for `None`."""


def matches(certificate: Certificate, text: str) -> bool:
    """Tell whether a text stands in the subject or begins the fingerprint."""
    digits = text.replace(":", "").lower()
    return text.lower() in certificate.subject.lower() or (
        len(digits) >= 4 and certificate.fingerprint.hex().startswith(digits)
    )


match_option = click.option(
    "--match",
    metavar="TEXT",
    help="Only certificates whose subject contains this text or whose fingerprint begins with it.",
)


def _vouches(certificate: Certificate) -> str:
    """Say in a word for whom a certificate vouches."""
    trusted = certificate.trusted_for
    is_out = trusted is not None and not {"serverAuth", "anyExtendedKeyUsage"} & {*trusted}
    if is_out or {"serverAuth", "anyExtendedKeyUsage"} & {*certificate.rejected_for}:
        return "no server"
    return "others" if certificate.is_authority else "itself"


@click.command(
    "list",
    epilog=examples(
        "quicksalt trust list",
        "quicksalt trust list --match 'example' bundle.pem",
        "quicksalt trust list --expired --certifi",
    ),
)
@match_option
@click.option("--expired", is_flag=True, help="Only certificates that have expired.")
@from_store(warns=True)
def list_(opened: Opened, match: str | None, expired: bool) -> int:
    """List certificates: key, last day, fingerprint, whom it vouches for, subject.

    Exits with 1 if there is none.
    """
    store, now = opened.store, datetime.now(UTC)
    found = [
        certificate
        for certificate in store
        if (match is None or matches(certificate, match))
        and (not expired or (certificate.not_after is not None and certificate.not_after < now))
    ]
    heads = tables.Heads(["key", "until", "SHA-256", "vouches for"], [], ["subject"])
    rows = [
        (
            certificate.key,
            "?" if certificate.not_after is None else f"{certificate.not_after:%Y-%m-%d}",
            certificate.fingerprint.hex()[:SHORT],
            _vouches(certificate),
            certificate.subject,
        )
        for certificate in found
    ]
    tables.listing(opened.out, f"{len(found)} of {len(store)} certificates", heads, rows)
    listed = [certificate_json(certificate) for certificate in found]
    opened.write_json({"certificates": listed, "report": report_json(store.report)})
    return Exit.OK if found else Exit.FAILED


@click.command(
    epilog=examples(
        "quicksalt trust show --match 'Root X1'",
        "quicksalt trust show --match 96bcec06 --pem",
    )
)
@click.option(
    "--match",
    metavar="TEXT",
    required=True,
    help="Text in the subject, or the beginning of a fingerprint.",
)
@click.option("--pem", is_flag=True, help="Print the certificates themselves as well.")
@from_store(warns=True)
def show(opened: Opened, match: str, pem: bool) -> int:
    """Show all that the store knows of the certificates that match.

    Exits with 1 if there is none.
    """
    store, out = opened.store, opened.out
    found = [certificate for certificate in store if matches(certificate, match)]
    for certificate in found:
        for name, value in certificate_json(certificate).items():
            label, absent = SHOWN_AS.get(name, (name.replace("_", " "), "unknown"))
            out.print(f"{label:>15}  {absent if value is None else words(value)}", soft_wrap=True)
        if pem:
            out.print(store.subset([certificate.position]).to_pem())
        out.print()
    opened.write_json({"certificates": [certificate_json(c) for c in found]})
    return Exit.OK if found else Exit.FAILED
