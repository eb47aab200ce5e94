"""`quicksalt hashsig verify`: verify signatures of files."""

from __future__ import annotations

from quicksalt import exceptions as exc
from quicksalt.cli import errors
from quicksalt.cli.hashsig import keyfiles
from quicksalt.cli.plain import Argument, Command, Option, echo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def verify(*, public: str, files: tuple[str, ...], signature: str | None) -> Mapping[str, object]:
    """Verify the signature of each FILE, which lies in FILE.sig, with the public key PUBLIC.

    FILE - is the standard input. Files of any size are read once, piece by piece.

    Exits with 1 if one is not genuine.
    """
    if signature is not None and len(files) > 1:
        raise errors.usage("--signature is for one FILE alone")
    if keyfiles.STDIN in files and signature is None:
        raise errors.usage("name the signature of the standard input: --signature SIG")
    key = keyfiles.public_key(public)
    verdicts = {}
    for file in files:
        signed = keyfiles.read(signature or keyfiles.beside(file, ".sig"))
        try:
            with keyfiles.opened(file) as message:
                key.verify_pieces(keyfiles.pieces(message), signed)
            verdicts[file] = True
        except exc.BadSignatureError:
            verdicts[file] = False
        echo(f"{file}: {'genuine' if verdicts[file] else 'NOT GENUINE'}")
    return {"ok": all(verdicts.values()), "files": verdicts}


COMMAND = Command(
    verify,
    (
        Argument("public", "PUBLIC"),
        Argument("files", "FILE...", many=True, stdin=True),
        Option(
            "--signature",
            "Where the signature of FILE is; by default FILE.sig.",
            metavar="SIG",
            is_file=True,
        ),
    ),
    (
        "quicksalt hashsig verify release.key.pub program.tar.gz",
        "quicksalt hashsig verify --signature old.sig release.key.pub program.tar.gz",
    ),
)
