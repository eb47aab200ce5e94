"""`quicksalt verify`: verify signatures of minisign.

Loads nothing that this does not need.
"""

from __future__ import annotations

from quicksalt import exceptions as exc
from quicksalt import minisign
from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo
from quicksalt.cli.waiting import Waiting
from quicksalt.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SUFFIX = ".minisig"


def verify(*, public: str, files: tuple[str, ...], signature: str | None) -> Mapping[str, object]:
    """Verify the signature of each FILE, which lies in FILE.minisig, with the public key PUBLIC.

    Shows the comments that are signed too. Exits with 1 if a signature is not genuine.
    """
    if signature is not None and len(files) > 1:
        raise errors.usage("--signature is for one FILE alone")
    key = keyfiles.read(public)
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
            echo(f"{file}: NOT GENUINE: {error}")
        else:
            verdicts[file] = comment
            echo(f"{file}: genuine, {printable(comment)}")
    return {"ok": None not in verdicts.values(), "files": verdicts}


def _is_secret(text: bytes) -> bool:
    try:
        minisign.is_encrypted(text)
    except minisign.FormatError:
        return False
    return True


COMMAND = Command(
    verify,
    (
        Argument("public", "PUBLIC"),
        Argument("files", "FILE...", many=True),
        Option(
            "--signature",
            "Where the signature of FILE is; by default FILE.minisig.",
            metavar="SIG",
            is_file=True,
        ),
    ),
    (
        "quicksalt verify release.key.pub program.tar.gz",
        "quicksalt verify --signature other.minisig release.key.pub program.tar.gz",
    ),
)
