"""`quicksalt hashsig recover`: make a copy the key, or make a lost key again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from quicksalt.cli.hashsig import coinzdense, common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, Params, SigningKey, recovery
from quicksalt.hashsig.signing import Ahead
from quicksalt_lab.cli.output import examples

QUIET = Ahead(reservation=1, background=False)

RESERVATION_MAX = 1024
"""The most indices that a signer takes at once: so many more may be used than a copy knows."""


@click.command(
    epilog=examples(
        "quicksalt hashsig recover --skip 10000 --yes release.key",
        "quicksalt hashsig recover --account alice --role release \\",
        "    --published release.key.pub --watermark 2048 release.key",
        "quicksalt hashsig recover --account alice --role disaster \\",
        "    --wif QRK... disaster.wif",
    )
)
@click.argument("key_file", metavar="KEY", type=common.PATH)
@common.passphrase_options
@click.option(
    "--skip",
    metavar="N",
    type=click.IntRange(min=RESERVATION_MAX, max=2**63 - 1),
    help=f"Number of indices that the copy skips, at least {RESERVATION_MAX}.",
)
@click.option(
    "--yes", is_flag=True, help="With --skip: do not ask whether the original file is gone."
)
@click.option(
    "--account",
    metavar="NAME",
    help="The account's name: make again the key that `keygen` made for it.",
)
@click.option("--role", metavar="NAME", help="The role that was given to `keygen`.")
@click.option(
    "--account-passphrase-file",
    metavar="FILE",
    type=common.FILE,
    help="A file with the passphrase of the account; by default the command asks for it.",
)
@common.params_option
@click.option("--published", metavar="PUBLIC", type=common.FILE, help="The public key of the key.")
@click.option(
    "--watermark",
    metavar="INDEX",
    type=common.INDEX,
    help="The least index that is known, from elsewhere, never to have been reserved.",
)
@click.option(
    "--seen",
    metavar="INDEX",
    type=common.INDEX,
    help="The highest index of any signature that was published.",
)
@click.option(
    "--burn",
    metavar="LEVEL",
    type=click.IntRange(min=0, max=7),
    help="With --seen: the level whose tree is burned, 0 the top; by default the lowest.",
)
@click.option("--wif", metavar="TEXT", help="Instead of --published: a key of coinzdense, as text.")
@click.option(
    "--otsbits",
    metavar="BITS",
    type=click.IntRange(4, 16),
    help="With --wif, of a level key: the bits of a digit, 4 to 16.",
)
@click.option(
    "--height",
    metavar="H",
    type=click.IntRange(3, 16),
    help="With --wif, of a level key: its height, 3 to 16.",
)
@common.trust_disk_option
@common.reporting
def recover(*, key_file: Path, skip: int | None, yes: bool, **rest: object) -> Mapping[str, object]:
    """Make a copy of a key file the key, or make a lost key again.

    A copy, such as a restored backup, is refused by all other commands, since its one-time keys may
    have been used after it was made. --skip leaves out as many as can have been used since.

    With --account, --role and the passphrase, the key is made again in a new file. It must be the
    one that was --published, and it goes on at the --watermark, or after the tree that holds the
    highest index --seen.

    With --wif, what is made again is a key of the package coinzdense, and the file gets its secret
    as text: QRK... is a one-time key, CZD... a level key, which needs --otsbits and --height and
    must not sign.
    """
    if (skip is None) == (rest["account"] is None):
        raise click.UsageError("give --skip for a copy, or --account for a lost key")
    wif, sizes = rest.pop("wif"), (rest.pop("otsbits"), rest.pop("height"))
    if wif is not None and skip is None:
        return _coinzdense(key_file, wif, sizes, **rest)  # type: ignore[arg-type]
    if wif is not None or sizes != (None, None):
        raise click.UsageError("--otsbits and --height belong to --wif, and that to --account")
    if skip is None:
        return _again(key_file, **rest)  # type: ignore[arg-type]
    if not key_file.exists():
        raise click.UsageError(f"no file {key_file}")
    if not yes:
        common.confirm(
            f"Has the key that {key_file} is a copy of stopped for good, and made fewer than "
            f"{skip} signatures since"
        )
    return _copy(key_file, skip, **rest)  # type: ignore[arg-type]


def _copy(  # noqa: PLR0913
    key_file: Path,
    skip: int,
    *,
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    watermark: int | None,
    trust_disk: bool,
    **_: object,
) -> Mapping[str, object]:
    word = keyfiles.key_passphrase(key_file, passphrase_file, passphrase_fd, no_passphrase)
    known = watermark or 0
    with Waiting("recovering"):
        store = FileStore.recover(
            key_file, skip=skip, passphrase=word, min_index=known, trust_disk=trust_disk
        )
    with store:
        start, end = store.watermark()
    click.echo(f"{key_file} goes on at index {start} of {end}")
    return {"key": str(key_file), "next_index": start, "end": end}


def _coinzdense(  # noqa: PLR0913
    key_file: Path,
    wif: str,
    sizes: tuple[int | None, int | None],
    *,
    account: str,
    role: str | None,
    account_passphrase_file: Path | None,
    published: Path | None,
    watermark: int | None,
    seen: int | None,
    **_: object,
) -> Mapping[str, object]:
    if not account or not role or published is not None:
        raise click.UsageError("--wif needs --account and --role, and replaces --published")
    keyfiles.refuse_existing(key_file)
    of = "Passphrase of the account"
    remembered = keyfiles.passphrase(account_passphrase_file, new=False, of=of)
    return coinzdense.again(
        key_file,
        wif,
        account=account,
        role=role,
        passphrase=remembered or "",
        sizes=sizes,
        used=(watermark, seen),
    )


def _again(  # noqa: PLR0913
    key_file: Path,
    *,
    account: str,
    role: str | None,
    account_passphrase_file: Path | None,
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    params: Params,
    published: Path | None,
    watermark: int | None,
    seen: int | None,
    burn: int | None,
    trust_disk: bool,
) -> Mapping[str, object]:
    if not account or not role or published is None:
        raise click.UsageError("--account needs --role and --published")
    if (watermark is None) == (seen is None):
        raise click.UsageError("give the --watermark, or the highest index --seen")
    keyfiles.refuse_existing(key_file)
    public = keyfiles.public_key(published)
    remembered = keyfiles.passphrase(
        account_passphrase_file, new=False, of="Passphrase of the account"
    )
    word = keyfiles.passphrase(passphrase_file, passphrase_fd, no_passphrase, new=True)
    with Waiting("generating"):
        found = recovery.recover(
            account,
            role,
            remembered or "",
            published=bytes(public),
            next_index=watermark,
            last_seen=seen,
            burn_level=burn,
            params=params,
        )
        start = found.next_index or 0
        key = SigningKey.create(
            key_file,
            params,
            passphrase=word,
            seed=found.seed,
            start=start,
            trust_disk=trust_disk,
            ahead=QUIET,
        )
    with key:
        left = key.remaining()
    click.echo(f"{key_file} is the published key again, and goes on at index {start}")
    return {"key": str(key_file), "next_index": start, "remaining": left}
