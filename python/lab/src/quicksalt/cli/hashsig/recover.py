"""`quicksalt hashsig recover`: make a copy the key, or make a lost key again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt.hashsig import FileStore, Params, SigningKey, recovery
from quicksalt.hashsig.coinzdense import wif
from quicksalt_lab.cli.output import BrokenError, examples
from quicksalt_lab.cli.terminal import bar


class Asked(NamedTuple):
    """What the user asked for."""

    key_file: Path
    passphrase_file: Path | None
    passphrase_fd: int | None
    no_passphrase: bool
    skip: int | None
    yes: bool
    public: Path | None
    account: str | None
    role: str | None
    account_passphrase_file: Path | None
    params: Params
    published: Path | None
    watermark: int | None
    seen: tuple[str, ...]
    burn: int | None
    wif: str | None
    otsbits: int | None
    height: int | None
    trust_disk: bool

    @property
    def passphrase(self) -> tuple[Path | None, int | None, bool]:
        """How the passphrase of the key file is given."""
        return self.passphrase_file, self.passphrase_fd, self.no_passphrase


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
@common.account_passphrase_option
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
def recover(**given: object) -> Mapping[str, object]:
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
    asked = Asked(**given)  # type: ignore[arg-type]
    if asked.account is not None and (asked.skip, asked.public) != (None, None):
        raise click.UsageError("--skip and --public are for a copy, --account is for a lost key")
    if asked.wif is not None and asked.account is not None:
        return _coinzdense(asked, asked.wif)
    if (asked.wif, asked.otsbits, asked.height) != (None, None, None):
        raise click.UsageError("--otsbits and --height belong to --wif, and that to --account")
    if asked.account is not None:
        return _again(asked)
    if not asked.key_file.exists():
        raise click.UsageError(f"no file {asked.key_file}")
    if not asked.yes:
        common.confirm(_question(asked))
    return _copy(asked)


def _question(asked: Asked) -> str:
    """Return the question that asks for the user's promise."""
    question = f"Has the key that {asked.key_file} is a copy of stopped for good"
    if asked.skip is not None:
        question += f", and reached fewer than {asked.skip} indices since"
        question += ", earlier recoveries included"
    if asked.seen:
        question += ", and are these all signatures made since, or later than all"
    return question


def _seen(public: _signatures.HssPublicKey, signature: str) -> int:
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


def _index(seen: Sequence[str], public: _signatures.HssPublicKey | None) -> int | None:
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


def _copy(asked: Asked) -> Mapping[str, object]:
    key_file = asked.key_file
    word = keyfiles.key_passphrase(key_file, *asked.passphrase)
    verifier = None
    if asked.seen:
        verifier = keyfiles.public_key(asked.public or keyfiles.beside(key_file, ".pub"))
    indices = [_seen(verifier, signature) for signature in asked.seen] if verifier else []
    with Waiting("recovering"):
        store = FileStore.recover(
            key_file,
            skip=asked.skip,
            seen=indices,
            public_key=verifier,
            passphrase=word,
            min_index=asked.watermark or 0,
            trust_disk=asked.trust_disk,
        )
    with store:
        (start, end), times = store.watermark(), len(store.recovered)
    click.echo(f"{key_file} goes on at index {start} of {end}, recovered {times} times")
    return {"key": str(key_file), "next_index": start, "end": end, "recovered": times}


def _coinzdense(asked: Asked, published: str) -> Mapping[str, object]:
    """Find the key of a published text, and write its secret as text into a new file."""
    last_seen = _index(asked.seen, None)
    if not asked.account or not asked.role or asked.published is not None:
        raise click.UsageError("--wif needs --account and --role, and replaces --published")
    keyfiles.refuse_existing(asked.key_file)
    remembered = common.account_passphrase(asked.account_passphrase_file, new=False)
    with bar("searching") as progress:
        found = recovery.recover(
            asked.account,
            asked.role,
            remembered,
            published=published,
            next_index=asked.watermark,
            last_seen=last_seen,
            otsbits=asked.otsbits,
            height=asked.height,
            progress=progress,
        )
    is_disaster = wif.parse_wif(published)[0] is wif.Keytype.QDRECOVERYPUBKEY
    private = wif.Keytype.QDRECOVERYPRIVKEY if is_disaster else wif.Keytype.COINZDENSEPRIVKEY
    text = wif.binary_to_wif(found.seed, private) + "\n"
    keyfiles.write_new(asked.key_file, text.encode(), secret=True)
    how = ", ".join(f"{name} {value}" for name, value in found.found.items())
    click.echo(f"{asked.key_file} holds the secret of the published key ({how}): {found.advice}")
    return {"key": str(asked.key_file), "next_index": found.next_index, **found.found}


def _again(asked: Asked) -> Mapping[str, object]:
    key_file, params = asked.key_file, asked.params
    if not asked.account or not asked.role or asked.published is None:
        raise click.UsageError("--account needs --role and --published")
    if (asked.watermark is None) == (not asked.seen):
        raise click.UsageError("give the --watermark, or the highest index --seen")
    keyfiles.refuse_existing(key_file)
    public = keyfiles.public_key(asked.published)
    last_seen = _index(asked.seen, public)
    remembered = common.account_passphrase(asked.account_passphrase_file, new=False)
    word = keyfiles.passphrase(*asked.passphrase, new=True)
    with Waiting("generating"):
        found = recovery.recover(
            asked.account,
            asked.role,
            remembered,
            published=bytes(public),
            next_index=asked.watermark,
            last_seen=last_seen,
            burn_level=asked.burn,
            params=params,
        )
        start = found.next_index or 0
        key = SigningKey.create(
            key_file,
            params,
            passphrase=word,
            seed=found.seed,
            start=start,
            trust_disk=asked.trust_disk,
            ahead=common.QUIET,
        )
    with key:
        left = key.remaining()
    click.echo(f"{key_file} is the published key again, and goes on at index {start}")
    return {"key": str(key_file), "next_index": start, "remaining": left}
