"""What is done with files, of the plain form and by click: nobody can tell the difference."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from quicksalt import age, minisign, openssl
from quicksalt.exceptions import CryptoError

from .test_plain import both_ways, loaded, run

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
]

IDENTITY = age.Identity.generate()


def words(case: str) -> list[str]:
    """Split a command line as a shell does."""
    known = {"''": "", "RECIPIENT": IDENTITY.recipient}
    return [known.get(word, word) for word in case.split()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make what all command lines find. The key under a passphrase is refused before it is read."""
    folder = tmp_path_factory.mktemp("made")
    key = minisign.SecretKey.generate()
    (folder / "open").write_text(key.to_text())
    (folder / "open.pub").write_text(key.public_key)
    (folder / "sealed").write_text(key.to_text("correct horse", opslimit=1 << 15, memlimit=1 << 24))
    texts = {"f": b"file", "g": b"", "signed": b"attack at dawn", "changed": b"attack at dusk"}
    texts |= {"word": b"correct horse\n", "empty": b"", "f\udcff": b"name"}
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
    """Return what was encrypted, or what is no such file as it is."""
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


def outcome(folder: Path) -> dict[str, object]:
    """Return what a command line wrote; of signatures, the comments without the time."""
    here = os.fsencode(folder)
    found: dict[str, object] = {
        name: opened(Path(f"{folder}.{name}").read_bytes().replace(here, b""))
        for name in ("out", "err")
    }
    for path in folder.iterdir():
        found[path.name] = None if path.is_dir() else opened(path.read_bytes())
        if path.suffix == ".minisig":
            message = "signed" if path.stem == "changed" else path.stem
            public = (folder / "open.pub").read_text()
            comment = minisign.verify(public, folder / message, path.read_bytes())
            found[path.name] = re.sub(r"^timestamp:\d+", "timestamp", comment)
    return found


def test_a_name_that_is_no_text_is_shown_in_the_comment(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(made, folder)
    name = os.fsdecode(b"a\nb\xff \xc3\xa9")
    (folder / name).write_bytes(b"")
    (tmp_path / "folder.in").write_bytes(b"")
    assert run("plain", [(str(folder), ["sign", "open", name])]) == [0]
    signature = (folder / f"{name}.minisig").read_bytes()
    comment = minisign.verify((folder / "open.pub").read_text(), folder / name, signature)
    assert re.sub(r"\d+", "", comment) == "timestamp:\tfile:a\ufffdb\ufffd \u00e9\thashed"


@pytest.mark.slow
def test_both_ways_do_the_same(made: Path, tmp_path: Path) -> None:
    def prepare(folder: Path, _case: str) -> None:
        shutil.copytree(made, folder)
        folder.with_name(f"{folder.name}.in").write_bytes(b"correct horse\n")

    codes = both_ways({case: words(case) for case in CASES}, tmp_path, prepare, outcome)
    for case, code in (("sign open f", 0), ("verify open.pub changed", 1), ("sign f f", 2)):
        assert codes[case] == code
    assert codes["sign open signed"] == 4


@pytest.mark.parametrize(
    ("case", "slow"),
    [
        ("verify open.pub signed", ""),
        ("verify --signature signed.minisig open.pub signed", ""),
        ("sign open f", "contextlib pathlib"),
        ("encrypt -i id -o out f", "contextlib pathlib"),
        ("encrypt -r RECIPIENT f", "contextlib pathlib"),
        ("decrypt -i id box.age", "contextlib pathlib"),
    ],
)
def test_the_plain_form_does_not_load_click(
    case: str, slow: str, made: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    shutil.copytree(made, folder)
    assert loaded(folder, words(case)) == slow
