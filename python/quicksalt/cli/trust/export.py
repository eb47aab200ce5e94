"""`quicksalt trust export`: a store, or what is needed of it, as a PEM bundle."""

from __future__ import annotations

from pathlib import Path

import click

from quicksalt.cli.trust.chains import Sources, from_chains
from quicksalt.cli.trust.common import Opened, from_store
from quicksalt.cli.trust.show import matches
from quicksalt.trust import RejectedError
from quicksalt_lab.cli.exits import Exit
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.ruler import units


@click.command(
    epilog=examples(
        "quicksalt trust export --out all.pem /etc/ssl/certs extra.der",
        "quicksalt trust export --connect example.org --connect example.net --out few.pem",
        "quicksalt trust export --match 'example' > some.pem",
    )
)
@from_store(warns=True)
@from_chains
@click.option("--match", metavar="TEXT", help="Only subjects with this, or fingerprints so begun.")
@click.option("--out", "path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def export(opened: Opened, sources: Sources, match: str | None, path: Path | None) -> int:
    """Write the store as one PEM bundle, each certificate once.

    With --connect or --chain, only those certificates that these chains end at. Exits with 1 if
    one of the chains is not accepted, or if there is nothing to write, with 4 if a server or a file
    gives no chain or the bundle cannot be written.
    """
    store = opened.store
    if match is not None:
        store = store.subset(c.position for c in store if matches(c, match))
    if chains := [source.chain for source in sources.read()]:
        try:
            store = store.minimal(chains)
        except RejectedError as error:
            raise click.ClickException(str(error)) from None
    if path is None:
        click.echo(store.to_pem(), nl=False)
    else:
        try:
            path.write_text(store.to_pem())
        except OSError as error:
            raise BrokenError(f"cannot write {path}: {error.strerror}") from None
        opened.out.print(f"{units.number(len(store), 'certificate')} in {path}", soft_wrap=True)
    opened.write_json({"certificates": [c.fingerprint.hex() for c in store]})
    return Exit.OK if len(store) else Exit.FAILED
