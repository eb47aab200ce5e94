"""Commands on files: each case runs in its own folder, checking exit code, output and files.

`files.txt` lists all cases. `QUICKSALT_PROGRAM` selects the program under test, see
`tests.command`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from quicksalt import age, minisign, openssl
from quicksalt.exceptions import CryptoError
from tests import golden
from tests.command import DEADLINE, PROGRAM

CASES = [
    "sign open f",
    "sign open f g",
    "sign --comment said open f",
    "sign --comment '' open f",
    "sign --comment -x open f",
    "sign --comment=said open f",
    "sign open f --comment",
    "sign open signed",
    "sign --force open signed",
    "sign -f open signed",
    "sign open f f",
    "sign open none",
    "sign open folder",
    "sign open",
    "sign",
    "sign none f",
    "sign f f",
    "sign open.pub f",
    "sign --passphrase-fd 0 open f",
    "sign --passphrase-fd x open f",
    "sign --passphrase-file word open f",
    "sign --passphrase-file none open f",
    "sign --passphrase-file empty sealed f",
    "sign --passphrase-file word --passphrase-fd 0 sealed f",
    "sign --no-passphrase open f",
    "sign open f --json out.json",
    "sign open f\udcff",
    "sign --comment \udcff open f",
    "sign -- open f",
    "sign --help",
    "verify open.pub signed",
    "verify open.pub signed changed",
    "verify open.pub changed",
    "verify open.pub f",
    "verify open signed",
    "verify f signed",
    "verify open.pub",
    "verify",
    "verify --signature signed.minisig open.pub changed",
    "verify --signature signed.minisig open.pub signed",
    "verify --signature signed.minisig open.pub signed signed",
    "verify --signature none open.pub signed",
    "verify --signature f open.pub signed",
    "verify --signature",
    "verify open.pub -",
    "verify open.pub signed --json out.json",
    "verify open.pub signed --force",
    "verify -h",
    "encrypt -r RECIPIENT f",
    "encrypt --recipient RECIPIENT -r RECIPIENT f",
    "encrypt -R team f",
    "encrypt -R team -R team -i id -r RECIPIENT f",
    "encrypt -i id -o out f",
    "encrypt -i id --output folder f",
    "encrypt -i id -o - f",
    "encrypt -i id -a -o - f",
    "encrypt -i id -a",
    "encrypt -i id -a -",
    "encrypt -i id -o g f",
    "encrypt -i id -f -o g f",
    "encrypt -i id -o none/out f",
    "encrypt -i id",
    "encrypt -i none f",
    "encrypt -i folder f",
    "encrypt -i f f",
    "encrypt -r age1 f",
    "encrypt -r '' f",
    "encrypt -r -x f",
    "encrypt f",
    "encrypt none",
    "encrypt folder",
    "encrypt f g",
    "encrypt -p -r RECIPIENT f",
    "encrypt -p --passphrase-file word f",
    "encrypt --passphrase-file empty f",
    "encrypt --passphrase-fd 0 -",
    "encrypt -a -a -i id f",
    "encrypt -aiid f",
    "encrypt --armour -i id f",
    "encrypt --openssl --passphrase-file word f",
    "encrypt --openssl -i id f",
    "encrypt -i id f --json out.json",
    "encrypt --help",
    "decrypt -i id box.age",
    "decrypt -i id -i id -o out box.age",
    "decrypt -i id -o - box.age",
    "decrypt -i id -o g box.age",
    "decrypt -i id -f -o g box.age",
    "decrypt -i id -o folder box.age",
    "decrypt -i id cut.age",
    "decrypt -i other box.age",
    "decrypt -i id f",
    "decrypt -i id -o out f",
    "decrypt -i id none.age",
    "decrypt --passphrase-file word sealed.age",
    "decrypt --passphrase-file empty sealed.age",
    "decrypt --passphrase-fd 0 sealed.age",
    "decrypt --passphrase-file word --work-factor-max 1 sealed.age",
    "decrypt --openssl --passphrase-file word salted.enc",
    "decrypt --openssl --passphrase-file word --kdf pbkdf2 salted.enc",
    "decrypt --openssl --passphrase-file word --cipher aes-128-ctr salted.enc",
    "decrypt --openssl --passphrase-file word --iterations 0 salted.enc",
    "decrypt --openssl -i id salted.enc",
    "decrypt -i id",
    "decrypt -h",
    "keygen -y id",
    "keygen -y",
    "keygen -y id -o out",
    "keygen -y f",
    "keygen -y none",
    "keygen -o f",
    "keygen -o none/out",
    "keygen -o folder",
    "keygen id",
    "keygen -s",
    "keygen -s -o -",
    "keygen -s -o f --no-passphrase",
    "keygen -s -o open --no-passphrase",
    "keygen -s -o none/out --no-passphrase",
    "keygen --no-passphrase",
    "keygen --passphrase-file word",
    "keygen -h",
    "encrypt -i id --json id f",
    "encrypt --json folder f",
    "encrypt -i id --json f.age f",
    "sign open f g --json g.minisig",
    "encrypt --passphrase-file latin f",
    "encrypt --passphrase-file long f",
    "encrypt --passphrase-fd -1 f",
    "encrypt --passphrase-fd 77 f",
    "encrypt -p f",
    "encrypt -ffiid f",
    "encrypt --force=yes -i id f",
    "decrypt --openssl --passphrase-file word --kdf rot13 salted.enc",
    "decrypt --work-factor-max 31 sealed.age",
    "decrypt --passphrase-file wrong -o out sealed.age",
    "-h",
    "--version f",
    "-x",
    "",
    "encrip",
    "completion tcsh",
]

IDENTITY = age.Identity.generate()


def words(case: str) -> list[str]:
    """Split a command line like a shell."""
    known = {"''": "", "RECIPIENT": IDENTITY.recipient}
    return [known.get(word, word) for word in case.split()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the files that all command lines need."""
    folder = tmp_path_factory.mktemp("made")
    key = minisign.SecretKey.generate()
    (folder / "open").write_text(key.to_text())
    (folder / "open.pub").write_text(key.public_key)
    (folder / "sealed").write_text(key.to_text("correct horse", opslimit=1 << 15, memlimit=1 << 24))
    texts = {"f": b"file", "g": b"", "signed": b"attack at dawn", "changed": b"attack at dusk"}
    texts |= {"word": b"correct horse\n", "empty": b"", "f\udcff": b"name"}
    texts |= {"wrong": b"battery staple\n", "latin": b"\xff\n", "long": b"x" * 4097}
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    signature = key.sign(folder / "signed", trusted_comment="from the headquarters")
    for name in ("signed", "changed"):
        (folder / f"{name}.minisig").write_text(signature)
    (folder / "folder").mkdir()
    (folder / "id").write_text(IDENTITY.to_text())
    (folder / "other").write_text(age.Identity.generate().to_text())
    (folder / "team").write_text(f"# all of them\n{IDENTITY.recipient}\n")
    sealed = age.encrypt(b"content", [IDENTITY.recipient])
    (folder / "box.age").write_bytes(sealed)
    (folder / "cut.age").write_bytes(sealed[:-1])
    (folder / "sealed.age").write_bytes(
        age.encrypt(b"content", passphrase="correct horse", work_factor=4)
    )
    (folder / "salted.enc").write_bytes(openssl.encrypt(b"content", "correct horse"))
    return folder


def opened(content: bytes) -> bytes:
    """Decrypt `content`; return it unchanged if it is not encrypted."""
    word = age.Identity.passphrase("correct horse")
    try:
        if content.startswith((b"age-encryption.org/", b"-----BEGIN AGE")):
            kind = b"armored" if content.startswith(b"-") else b"binary"
            return kind + age.decrypt(content, [IDENTITY, word])
        if content.startswith(b"Salted__"):
            return b"salted" + openssl.decrypt(content, "correct horse")
    except (CryptoError, age.FormatError) as error:
        return str(error).encode()
    return content


def signed(folder: Path, path: Path) -> str:
    """Verify a signature file and return its comment without the time."""
    message = "signed" if path.stem == "changed" else path.stem
    public = (folder / "open.pub").read_text()
    comment = minisign.verify(public, folder / message, path.read_bytes())
    return re.sub(r"^timestamp:\d+", "timestamp", comment)


def told(folder: Path, name: str, content: bytes) -> str:
    """Describe the content of a file in one line."""
    if name.endswith(".minisig"):
        return signed(folder, folder / name)
    text = repr(opened(content))[2:-1].replace(IDENTITY.recipient, "RECIPIENT")
    return text.replace("\\n", " / ")


def changed(made: Path, folder: Path) -> Iterator[str]:
    """Yield a line for each file that the command wrote or removed."""
    before, after = ({p.name for p in place.iterdir()} for place in (made, folder))
    yield from (f"    gone: {name}" for name in sorted(before - after))
    for name in sorted(after):
        path = folder / name
        if path.is_dir():
            continue
        content = path.read_bytes()
        if name not in before or content != (made / name).read_bytes():
            shown = os.fsencode(name).decode(errors="backslashreplace")
            yield f"    {shown}: {told(folder, name, content)}"


def played(made: Path, folder: Path, case: str) -> str:
    """Run a case in a folder and describe the outcome."""
    shutil.copytree(made, folder)
    argv = [os.fsencode(word) for word in [*PROGRAM, *words(case)]]
    ended = subprocess.run(
        argv,
        cwd=folder,
        input=b"correct horse\n",
        capture_output=True,
        check=False,
        start_new_session=True,
        timeout=DEADLINE,
    )
    lines = [f"[{ended.returncode}] {os.fsencode(case).decode(errors='backslashreplace')}"]
    for said in (ended.stdout, ended.stderr):
        if said.startswith(b"Usage:") and ended.returncode == 0:
            # Other tests cover `--help`.
            said = b"Usage: ...\n"
        if said:
            said = re.sub(rb"(?s)^Usage: .*?\n\n", b"", said)
            text = opened(said).decode(errors="backslashreplace")
            text = text.replace(IDENTITY.recipient, "RECIPIENT")
            lines += [f"  {line}".rstrip() for line in text.splitlines()]
    return "\n".join([*lines, *changed(made, folder)]) + "\n"


def test_exit_code_output_and_files_of_each_case(made: Path, tmp_path: Path) -> None:
    texts = [played(made, tmp_path / str(number), case) for number, case in enumerate(CASES)]
    golden.check(Path(__file__).with_name("files.txt"), "".join(texts))


def test_a_non_utf8_name_is_shown_in_the_comment(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(made, folder)
    name = os.fsdecode(b"a\nb\xff \xc3\xa9")
    (folder / name).write_bytes(b"")
    argv = [os.fsencode(word) for word in [*PROGRAM, "sign", "open", name]]
    subprocess.run(argv, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=DEADLINE)
    assert (
        signed(folder, folder / f"{name}.minisig")
        == "timestamp\tfile:a\ufffdb\ufffd \u00e9\thashed"
    )
