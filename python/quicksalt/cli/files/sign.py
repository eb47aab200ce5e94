"""`quicksalt sign` and `quicksalt verify`: signatures of minisign."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import click

from quicksalt import exceptions as exc
from quicksalt import minisign
from quicksalt.cli import errors
from quicksalt.cli.files import passphrases, streams
from quicksalt.cli.hashsig import common, keyfiles
from quicksalt.cli.waiting import Waiting
from quicksalt_lab.cli.output import examples

SUFFIX = ".minisig"


@click.command(
    epilog=examples(
        "quicksalt sign release.key program.tar.gz   writes program.tar.gz.minisig",
        "quicksalt sign --comment 'version 2' --passphrase-file word.txt \\",
        "    release.key *.tar.gz",
    )
)
@click.argument("key", metavar="KEY", type=common.FILE)
@click.argument("files", metavar="FILE...", type=common.FILE_NAME, nargs=-1, required=True)
@click.option(
    "--comment", metavar="TEXT", help="A comment that is signed too; by default time and file name."
)
@passphrases.options
@streams.force_option
@common.reporting
def sign(  # noqa: PLR0913
    *,
    key: Path,
    files: tuple[str, ...],
    comment: str | None,
    passphrase_file: Path | None,
    passphrase_fd: int | None,
    force: bool,
) -> Mapping[str, object]:
    """Sign each FILE with the secret key in KEY; the signature goes into FILE.minisig.

    KEY was made by `quicksalt keygen --sign` or by minisign, which can verify the signatures.
    """
    places = [f"{file}{SUFFIX}" for file in files]
    if not force:
        for place in places:
            streams.refuse_existing(place)
    text = key.read_bytes()
    word = _word(key, text, passphrase_file, passphrase_fd)
    secret: minisign.SecretKey | None = None
    for file, place in zip(files, places, strict=True):
        said = comment or f"timestamp:{int(time.time())}\tfile:{Path(file).name}\thashed"
        with Waiting("signing"):
            if secret is None:
                secret, signature = _first(key, text, word, file, said)
            else:
                signature = secret.sign(file, trusted_comment=said)
        with streams.target(place, force=force, text=True) as target:
            Path(str(target)).write_text(signature, encoding="utf-8")
        click.echo(place)
    return {"signatures": places}


def _word(key: Path, text: bytes, file: Path | None, descriptor: int | None) -> str | bytes | None:
    try:
        if minisign.is_encrypted(text):
            return passphrases.given(file, descriptor, new=False)
    except minisign.FormatError as error:
        raise errors.usage(f"{key}: {error}") from None
    return None


def _first(
    key: Path, text: bytes, word: str | bytes | None, file: str, comment: str
) -> tuple[minisign.SecretKey, str]:
    """Open the key and sign the first file, which is hashed meanwhile."""
    try:
        return minisign.SecretKey.open_and_sign(text, word, file, trusted_comment=comment)
    except minisign.FormatError as error:
        raise errors.usage(f"{key}: {error}") from None


def _is_secret(text: bytes) -> bool:
    try:
        minisign.is_encrypted(text)
    except minisign.FormatError:
        return False
    return True


@click.command(
    epilog=examples(
        "quicksalt verify release.key.pub program.tar.gz",
        "quicksalt verify --signature other.minisig release.key.pub program.tar.gz",
    )
)
@click.argument("public", metavar="PUBLIC", type=common.FILE)
@click.argument("files", metavar="FILE...", type=common.FILE_NAME, nargs=-1, required=True)
@click.option(
    "--signature",
    metavar="SIG",
    type=common.FILE,
    help=f"Where the signature of FILE is; by default FILE{SUFFIX}.",
)
@common.reporting
def verify(*, public: Path, files: tuple[str, ...], signature: Path | None) -> Mapping[str, object]:
    """Verify the signature of each FILE, which lies in FILE.minisig, with the public key PUBLIC.

    Shows the comments that are signed too. Exits with 1 if a signature is not genuine.
    """
    if signature is not None and len(files) > 1:
        raise errors.usage("--signature is for one FILE alone")
    key = public.read_bytes()
    try:
        minisign.key_id(key)
    except minisign.FormatError as error:
        if _is_secret(key):
            text = f"{public} holds the secret key: the public one is in {public}.pub"
            raise errors.usage(text) from None
        raise errors.usage(f"{public}: {error}") from None
    verdicts: dict[str, str | None] = {}
    for file in files:
        signed = keyfiles.read(signature or f"{file}{SUFFIX}")
        try:
            with Waiting("verifying"):
                comment = minisign.verify(key, file, signed)
        except exc.BadSignatureError as error:
            verdicts[file] = None
            click.echo(f"{file}: NOT GENUINE: {error}")
        else:
            verdicts[file] = comment
            click.echo(f"{file}: genuine, {comment}")
    return {"ok": None not in verdicts.values(), "files": verdicts}
