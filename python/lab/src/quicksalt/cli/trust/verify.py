"""`quicksalt trust verify`: whether chains lead to the store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import click

from quicksalt import exceptions
from quicksalt.cli.trust.chains import Sources, from_chains
from quicksalt.cli.trust.common import Opened, facts_json, from_store
from quicksalt.printable import printable
from quicksalt.trust import Profile, Purpose, RejectedError, RevocationLists, Verified
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, examples

FACTS = "place position subject issuer not_before not_after hosts missing_issuer oid purposes hint"
"""What JSON tells of the certificate at fault."""


@click.command(
    epilog=examples(
        "quicksalt trust verify --connect example.org",
        "quicksalt trust verify --chain chain.pem --host example.org roots.pem",
        "quicksalt trust verify --chain client.pem --client roots.pem",
        "quicksalt trust verify --connect 192.0.2.1 --host example.org",
        "quicksalt trust verify --connect example.org --crl list.crl --crl-depth leaf",
        "quicksalt trust verify --connect example.org --profile strict",
    )
)
@from_store(warns=True)
@from_chains
@click.option(
    "--host",
    metavar="NAME",
    help="Host name that the leaf must be valid for; by default that of --connect.",
)
@click.option(
    "--client", is_flag=True, help="Verify the leaf as a client's certificate, without a host name."
)
@click.option(
    "--at",
    metavar="TIME",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
    help="Verify as of this time in UTC, such as 2026-01-01T12:00:00; by default now.",
)
@click.option(
    "--crl",
    "crls",
    metavar="FILE",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Revocation lists in PEM or DER: no certificate may be revoked.",
)
@click.option(
    "--crl-depth",
    type=click.Choice(["leaf", "chain"]),
    default="chain",
    show_default=True,
    help="Which certificates must not be revoked: the leaf alone, or the intermediates too.",
)
@click.option(
    "--crl-unknown",
    type=click.Choice(["accept", "reject"]),
    default="reject",
    help="What to do with a certificate whose issuer has no revocation list.",
)
@click.option(
    "--crl-expired",
    type=click.Choice(["accept", "reject"]),
    default="reject",
    help="What to do with a revocation list whose next update is overdue.",
)
@click.option(
    "--profile",
    type=click.Choice(["usual", "strict", "webpki"]),
    default="usual",
    help="Rules that certificates must keep; strict: those of OpenSSL's -x509_strict, webpki: also "
    "those for sites of the public web.",
)
def verify(  # noqa: PLR0913 - one argument an option
    opened: Opened,
    sources: Sources,
    *,
    host: str | None,
    client: bool,
    at: datetime | None,
    crls: tuple[Path, ...],
    profile: Profile,
    **policy: str,
) -> int:
    """Verify chains of certificates: those that servers send, or those in files.

    Exits with 1 if one of them is not accepted, with 4 if a server or a file gives none or a
    revocation list cannot be followed, with 5 if this processor cannot check a signature.
    """
    if not sources.connect and not sources.files:
        raise click.UsageError("nothing to verify: give --connect or --chain")
    if sources.files and host is None and not client:
        raise click.UsageError("--chain needs --host, or --client")
    time = None if at is None else at.replace(tzinfo=UTC)
    purpose: Purpose = "client" if client else "server"
    lists = _revocation(crls, policy) if crls else None
    check = partial(
        opened.store.verify, time=time, purpose=purpose, revocation=lists, profile=profile
    )
    outcomes = [
        {
            "chain": source.name,
            **_outcome(partial(check, source.chain, _host(client, host, source.host))),
        }
        for source in sources.read(None if client else host)
    ]
    for outcome in outcomes:
        verdict = f"accepted by {outcome['anchor']}" if outcome["accepted"] else outcome["reason"]
        opened.out.print(f"{outcome['chain']}: {verdict}", soft_wrap=True)
    opened.write_json({"chains": outcomes})
    return Exit.OK if all(outcome["accepted"] for outcome in outcomes) else Exit.FAILED


def _host(client: bool, asked: str | None, sender: str | None) -> str | None:
    """Choose the name that the leaf must be for; an empty one is refused, not passed over."""
    if client:
        return None
    return sender if asked is None else asked


def _revocation(paths: tuple[Path, ...], policy: dict[str, str]) -> RevocationLists:
    """Read the lists, to be followed as the options say."""
    options: dict[str, Any] = {name.removeprefix("crl_"): one for name, one in policy.items()}
    try:
        return RevocationLists.load(*paths, **options)
    except (OSError, exceptions.ValueError) as error:
        raise BrokenError(printable(str(error))) from None


def _outcome(check: Callable[[], Verified]) -> dict[str, object]:
    try:
        verified = check()
    except RejectedError as error:
        facts = facts_json(error, FACTS)
        return {"accepted": False, "code": error.code, "reason": str(error), **facts}
    except exceptions.UnavailableError as error:
        click.echo(f"Error: {error}", err=True)
        raise SystemExit(Exit.CANNOT_TELL) from None
    except exceptions.ValueError as error:
        raise click.UsageError(str(error)) from None
    anchor = verified.anchor
    fingerprint = anchor.fingerprint.hex()
    return {
        "accepted": True,
        "anchor": anchor.subject,
        "fingerprint": fingerprint,
        "path": list(verified.path),
    }
