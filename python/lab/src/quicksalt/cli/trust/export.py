"""`quicksalt trust export`: a store, or what is needed of it, as a PEM bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from quicksalt import exceptions
from quicksalt.cli.trust.chains import Sources, from_chains
from quicksalt.cli.trust.common import Opened, from_store
from quicksalt.cli.trust.show import match_option, matches
from quicksalt.trust import RejectedError, TrustStore
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.ruler import units


@click.command(
    epilog=examples(
        "quicksalt trust export --out all.pem /etc/ssl/certs extra.der",
        "quicksalt trust export --connect example.org --out few.pem",
        "quicksalt trust export --match 'example' > some.pem",
        "quicksalt trust export --without 'Old Root' --each folder /etc/ssl/certs",
    )
)
@from_store(warns=True)
@from_chains
@match_option
@click.option(
    "--without",
    metavar="TEXT",
    help="Leave out the certificates that --match would select by this text.",
)
@click.option(
    "--out",
    "path",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The bundle to write; by default the standard output.",
)
@click.option(
    "--each",
    "folder",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Write each certificate to a file of its own, named by its fingerprint.",
)
@click.option("--der", is_flag=True, help="With --each: in DER, not in PEM.")
def export(  # noqa: PLR0913 - one argument an option
    opened: Opened,
    sources: Sources,
    *,
    match: str | None,
    without: str | None,
    path: Path | None,
    folder: Path | None,
    der: bool,
) -> int:
    """Write the store as one PEM bundle, or as a file each, each certificate once.

    What is trusted for some purposes alone is written as `TRUSTED CERTIFICATE`, as OpenSSL does.

    With --connect or --chain, only those certificates that these chains end at. Exits with 1 if
    one of the chains is not accepted, or if there is nothing to write, with 4 if a server or a file
    gives no chain or the bundle cannot be written.
    """
    if der and folder is None:
        raise click.UsageError("--der needs --each")
    if folder is not None and path is not None:
        raise click.UsageError("--each and --out exclude each other")
    store = opened.store
    if without is not None:
        store.remove(*(c for c in store if matches(c, without)))
    if match is not None:
        store = store.subset(c.position for c in store if matches(c, match))
    if chains := [source.chain for source in sources.read()]:
        try:
            store = store.minimal(chains)
        except RejectedError as error:
            raise click.ClickException(str(error)) from None
    _write(opened, store, path, folder, "der" if der else "pem")
    opened.write_json({"certificates": [c.fingerprint.hex() for c in store]})
    return Exit.OK if len(store) else Exit.FAILED


def _write(
    opened: Opened,
    store: TrustStore,
    path: Path | None,
    folder: Path | None,
    encoding: Literal["pem", "der"],
) -> None:
    """Write to where it was asked for, by default to the standard output."""
    place = folder or path
    if place is None:
        click.echo(store.to_pem(), nl=False)
        return
    try:
        if folder is not None:
            store.write_each(folder, encoding)
        else:
            store.write(place)
    except OSError as error:
        raise BrokenError(f"cannot write {place}: {error.strerror}") from None
    except exceptions.ValueError as error:
        raise BrokenError(str(error)) from None
    opened.out.print(f"{units.number(len(store), 'certificate')} in {place}", soft_wrap=True)
