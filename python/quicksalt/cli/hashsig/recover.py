"""`quicksalt hashsig recover`: make a copy the key, or make a lost key again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.cli.hashsig import coinzdense, common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, Params, SigningKey, recovery
from quicksalt.hashsig.signing import Ahead
from quicksalt_lab.cli.output import BrokenError, examples

QUIET = Ahead(reservation=1, background=False)


@click.command(
    epilog=examples(
        "quicksalt hashsig recover --seen one.zip.sig --seen two.zip.sig release.key",
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
    type=click.IntRange(min=1, max=2**63 - 1),
    help="Leave out N indices of a copy. Promise: no signer reached N since the copy was made, "
    "earlier recoveries of any copy, and the indices that they left out, included.",
)
@click.option("--yes", is_flag=True, help="Do not ask whether the original file is gone.")
@click.option(
    "--public",
    metavar="FILE",
    type=common.PATH,
    help="The public key that verifies what is --seen; by default KEY.pub.",
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
    metavar="FILE.sig",
    multiple=True,
    help="A signature made since, of FILE beside it; repeat the option. Genuine ones count. "
    "With --account, also the highest index of any signature, as a number.",
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
def recover(*, key_file: Path, yes: bool, **rest: object) -> Mapping[str, object]:
    """Make a copy of a key file the key, or make a lost key again.

    A copy, such as a restored backup, is refused by all other commands, since its one-time keys may
    have been used after it was made. A key with 2^40 of them left goes on in a block drawn at
    random. A smaller key goes on above the highest signature that is --seen, or leaves out --skip
    indices. Nothing can check that all signatures were shown or that --skip is large enough: an
    index that is used twice gives the key away.

    With --account, --role and the passphrase, the key is made again in a new file. It must be the
    one that was --published, and it goes on at the --watermark, or after the tree that holds the
    highest index --seen.

    With --wif, what is made again is a key of the package coinzdense, and the file gets its secret
    as text: QRK... is a one-time key, CZD... a level key, which needs --otsbits and --height and
    must not sign.
    """
    skip, public, is_copy = rest.pop("skip"), rest.pop("public"), rest["account"] is None
    if not is_copy and (skip, public) != (None, None):
        raise click.UsageError("--skip and --public are for a copy, --account is for a lost key")
    wif, sizes = rest.pop("wif"), (rest.pop("otsbits"), rest.pop("height"))
    if wif is not None and not is_copy:
        rest["seen"] = _index(rest.pop("seen"), None)  # type: ignore[arg-type]
        return _coinzdense(key_file, wif, sizes, **rest)  # type: ignore[arg-type]
    if wif is not None or sizes != (None, None):
        raise click.UsageError("--otsbits and --height belong to --wif, and that to --account")
    if not is_copy:
        return _again(key_file, **rest)  # type: ignore[arg-type]
    if not key_file.exists():
        raise click.UsageError(f"no file {key_file}")
    if not yes:
        common.confirm(_question(key_file, skip, bool(rest["seen"])))  # type: ignore[arg-type]
    return _copy(key_file, skip, public, **rest)  # type: ignore[arg-type]


def _question(key_file: Path, skip: int | None, seen: bool) -> str:
    """Return the question that asks for the user's promise."""
    question = f"Has the key that {key_file} is a copy of stopped for good"
    if skip is not None:
        question += f", and reached fewer than {skip} indices since, earlier recoveries included"
    if seen:
        question += ", and are these all signatures made since, or later than all"
    return question


def _seen(public: _native.HssPublicKey, signature: str) -> int:
    """Return the index of a genuine signature of the file beside it."""
    signed, message = Path(signature), Path(signature.removesuffix(".sig"))
    if signed == message or not message.is_file():
        raise click.UsageError(f"{signature} must be a signature FILE.sig with FILE beside it")
    try:
        with keyfiles.opened(message) as content:
            return public.index_pieces(keyfiles.pieces(content), keyfiles.read(signed))
    except exc.BadSignatureError:
        raise BrokenError(
            f"{signature} is no genuine signature of {message} by this key: nothing was changed"
        ) from None


def _index(seen: Sequence[str], public: _native.HssPublicKey | None) -> int | None:
    """Return the highest index of those seen, each a number or a signature."""
    found = []
    for given in seen:
        if given.isdecimal():
            found.append(int(given))
        elif public is None:
            raise click.UsageError("--seen must be an index where there is no public key")
        else:
            found.append(_seen(public, given))
    return max(found, default=None)


def _copy(  # noqa: PLR0913
    key_file: Path,
    skip: int | None,
    public: Path | None,
    *,
    seen: Sequence[str],
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    no_passphrase: bool,
    watermark: int | None,
    trust_disk: bool,
    **_: object,
) -> Mapping[str, object]:
    word = keyfiles.key_passphrase(key_file, passphrase_file, passphrase_fd, no_passphrase)
    verifier = None
    if seen:
        verifier = keyfiles.public_key(public or keyfiles.beside(key_file, ".pub"))
    indices = [_seen(verifier, signature) for signature in seen] if verifier else []
    with Waiting("recovering"):
        store = FileStore.recover(
            key_file,
            skip=skip,
            seen=indices,
            public_key=verifier,
            passphrase=word,
            min_index=watermark or 0,
            trust_disk=trust_disk,
        )
    with store:
        (start, end), times = store.watermark(), len(store.recovered)
    click.echo(f"{key_file} goes on at index {start} of {end}, recovered {times} times")
    return {"key": str(key_file), "next_index": start, "end": end, "recovered": times}


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
    seen: Sequence[str],
    burn: int | None,
    trust_disk: bool,
) -> Mapping[str, object]:
    if not account or not role or published is None:
        raise click.UsageError("--account needs --role and --published")
    if (watermark is None) == (not seen):
        raise click.UsageError("give the --watermark, or the highest index --seen")
    keyfiles.refuse_existing(key_file)
    public = keyfiles.public_key(published)
    last_seen = _index(seen, public)
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
            last_seen=last_seen,
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
