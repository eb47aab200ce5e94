"""`quicksalt hashsig keygen`: make a key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, Params, SigningKey
from quicksalt.hashsig.recovery import seed_from_credentials
from quicksalt_lab.cli.output import examples
from quicksalt_lab.interrupts import Held


@click.command(
    epilog=examples(
        "quicksalt hashsig keygen release.key",
        "quicksalt hashsig keygen --params 20/4 --passphrase-file word release.key",
        "quicksalt hashsig keygen --account alice --role release release.key",
    )
)
@click.argument("key_file", metavar="KEY", type=common.PATH)
@common.params_option
@common.passphrase_options
@click.option(
    "--public",
    metavar="FILE",
    type=common.PATH,
    help="The file of the public key; by default KEY.pub.",
)
@click.option(
    "--account",
    metavar="NAME",
    help="The account's name: make a key that `recover` can make again.",
)
@click.option("--role", metavar="NAME", help="The role of the account's key.")
@common.account_passphrase_option
@common.trust_disk_option
@common.reporting
def keygen(  # noqa: PLR0913
    *,
    key_file: Path,
    params: Params,
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    public: Path | None,
    account: str | None,
    role: str | None,
    account_passphrase_file: Path | None,
    trust_disk: bool,
) -> Mapping[str, object]:
    """Make a key in the file KEY, and its public key beside it.

    Nothing is overwritten. The file holds which one-time keys are used: it is the key, there is
    only one of it, and a copy is no backup (see `recover`).
    """
    public = public or Path(keyfiles.beside(key_file, ".pub"))
    keyfiles.refuse_existing(key_file, public)
    seed = _seed(account, role, account_passphrase_file)
    word = keyfiles.passphrase(passphrase_file, passphrase_fd, no_passphrase, new=True)
    cache = Path(keyfiles.beside(key_file, ".cache"))
    # A key without its public key is none that was made.
    with Held(once=key_file.exists):
        with Waiting("generating"):
            key = SigningKey.create(
                key_file,
                params,
                passphrase=word,
                seed=seed,
                trust_disk=trust_disk,
                ahead=common.QUIET,
            )
        with key, _discarded_on_failure(key_file):
            public_key = bytes(key.public_key)
            keyfiles.write_new(public, public_key)
    click.echo(f"{key_file}: a key of {params.capacity} signatures, parameters {params}")
    click.echo(f"{public}: its public key")
    click.echo(f"{cache}: makes opening fast, holds no secret, may be deleted", err=True)
    return {
        "key": str(key_file),
        "public": str(public),
        "public_key": public_key.hex(),
        "params": str(params),
        "signatures": params.capacity,
    }


@contextmanager
def _discarded_on_failure(key_file: Path) -> Iterator[None]:
    """Remove a key that was just made, and its cache, unless what follows succeeds."""
    try:
        yield
    except BaseException:
        FileStore.discard(key_file)
        raise


def _seed(account: str | None, role: str | None, file: Path | None) -> bytes | None:
    if account is None and role is None and file is None:
        return None
    if not account or not role:
        raise click.UsageError("--account and --role go together, and neither is empty")
    word = common.account_passphrase(file, new=True)
    with Waiting("generating"):
        return seed_from_credentials(account, role, word)
