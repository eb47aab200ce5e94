"""`quicksalt hashsig verify`: verify signatures of files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from quicksalt import exceptions as exc
from quicksalt.cli.hashsig import common
from quicksalt.cli.output import examples


@click.command(
    epilog=examples(
        "quicksalt hashsig verify release.key.pub program.tar.gz",
        "quicksalt hashsig verify --signature other.sig release.key.pub program.tar.gz",
    )
)
@click.argument("public", metavar="PUBLIC", type=common.FILE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=common.FILE)
@click.option(
    "--signature", metavar="SIG", type=common.FILE, help="Of the only FILE; by default FILE.sig."
)
@common.reporting
def verify(
    *, public: Path, files: tuple[Path, ...], signature: Path | None
) -> Mapping[str, object]:
    """Verify the signature of each FILE, which lies in FILE.sig, with the public key PUBLIC.

    Exits with 1 if one is not genuine.
    """
    if signature is not None and len(files) > 1:
        raise click.UsageError("--signature is for one FILE alone")
    key = common.public_key(public)
    verdicts = {}
    for file in files:
        signed = (signature or common.beside(file, ".sig")).read_bytes()
        try:
            key.verify(file.read_bytes(), signed)
            verdicts[str(file)] = True
        except exc.BadSignatureError:
            verdicts[str(file)] = False
        click.echo(f"{file}: {'genuine' if verdicts[str(file)] else 'NOT GENUINE'}")
    return {"ok": all(verdicts.values()), "files": verdicts}
