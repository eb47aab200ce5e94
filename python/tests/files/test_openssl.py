"""Files of `openssl enc`, exchanged with the real program."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from quicksalt import exceptions as exc
from quicksalt import openssl
from tests.command import run as command

from .programs import run, written

TEXT = "attack at d\u00e4wn\n".encode() * 7000
KDFS = {
    "pbkdf2": ["-pbkdf2"],
    "sha256": ["-md", "sha256"],
    "md5": ["-md", "md5"],
}
CIPHERS = ("aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-256-ctr")
WORD = "pass:w\u00f6rd"


def theirs(plain: bytes, *flags: str, cipher: str = "aes-256-cbc") -> bytes:
    return run("openssl", "enc", f"-{cipher}", *flags, "-pass", WORD, given=plain)


@pytest.mark.parametrize("kdf", KDFS)
def test_we_read_what_openssl_writes(kdf: str, tmp_path: Path) -> None:
    for cipher in CIPHERS:
        for flags in ([], ["-a"], ["-a", "-A"]):
            sealed = theirs(TEXT, *KDFS[kdf], *flags, cipher=cipher)
            assert openssl.decrypt(sealed, "w\u00f6rd", cipher=cipher) == TEXT
            path, out = written(tmp_path / "sealed", sealed), io.BytesIO()
            found = openssl.decrypt_file(path, out, "w\u00f6rd", cipher=cipher)
            form = "base64" if flags else "binary"
            assert (out.getvalue(), found) == (TEXT, openssl.Found(cipher, kdf, form))
    sealed = theirs(b"", *KDFS[kdf])
    assert openssl.decrypt(sealed, "w\u00f6rd", kdf=kdf) == b""


def test_openssl_reads_what_we_write() -> None:
    for cipher in CIPHERS:
        for kdf, flags in KDFS.items():
            for form, more in {"binary": [], "base64": ["-a"]}.items():
                ours = openssl.encrypt(TEXT, "w\u00f6rd", cipher=cipher, kdf=kdf, form=form)
                command = ["enc", "-d", f"-{cipher}", *flags, *more, "-pass", WORD]
                assert run("openssl", *command, given=ours) == TEXT
    ours = openssl.encrypt(TEXT, "w\u00f6rd", iterations=77)
    command = ["enc", "-d", "-aes-256-cbc", "-pbkdf2", "-iter", "77", "-pass", WORD]
    assert run("openssl", *command, given=ours) == TEXT


def test_padding_identifies_the_derivation_of_binary_files(tmp_path: Path) -> None:
    # Random bytes, longer than the read-ahead on a pipe.
    plain = random.Random(1).randbytes((1 << 20) + 5)
    for kdf in KDFS:
        path = written(tmp_path / "sealed", openssl.encrypt(plain, "word", kdf=kdf))
        out = io.BytesIO()
        try:
            found = openssl.decrypt_file(path, out, "word")
        except exc.CryptoError as error:
            # In one of 128 cases a wrong key derivation yields valid padding too.
            assert "name it" in str(error)  # noqa: PT017
            continue
        assert (found.kdf, out.getvalue()) == (kdf, plain)
        with path.open("rb") as file, pytest.raises(exc.CryptoError, match="name it"):
            openssl.decrypt_file(file, io.BytesIO(), "word")


def test_forms_of_kaesar() -> None:
    for form in ("kaesar-mode", "kaesar-text"):
        sealed = openssl.encrypt(b"hello", "word", cipher="aes-192-cbc", form=form)
        out = io.BytesIO()
        # The header names the cipher.
        assert openssl.decrypt_file(io.BytesIO(sealed), out, "word").form == form
        assert out.getvalue() == b"hello"
    line, sealed = b"##### -*- mode: kaesar; ", openssl.encrypt(b"hello", "word", kdf="md5")
    alist = (
        b'kaesar-mode-meta-alist: ((version . "0.9.4") (coding-system . utf-8-unix) '
        b'(algorithm . "aes-256-cbc") (mode . org-mode)); -*- \n'
    )
    assert openssl.decrypt(line + alist + sealed, "word") == b"hello"
    with pytest.raises(openssl.FormatError, match="kaesar-mode"):
        openssl.decrypt(line + alist.replace(b"org-mode", b"(lambda ())") + sealed, "word")


def test_commands(tmp_path: Path) -> None:
    plain, word = written(tmp_path / "plain", TEXT), written(tmp_path / "word", "w\u00f6rd\n")
    result = command("encrypt", "--openssl", "--passphrase-file", word, plain)
    assert "not authenticated" in result.output
    sealed = tmp_path / "plain.enc"
    flags = ["enc", "-d", "-aes-256-cbc", "-pbkdf2", "-pass", WORD, "-in", sealed]
    assert run("openssl", *flags) == TEXT
    written(sealed, theirs(TEXT, "-md", "md5"))
    written(plain, b"old")
    report = tmp_path / "report"
    arguments = ["--passphrase-file", word, sealed]
    result = command("decrypt", "-f", "--openssl", *arguments, "--json", report)
    assert plain.read_bytes() == TEXT
    assert json.loads(report.read_text())["kdf"] == "md5"
    assert "openssl enc" in command("decrypt", "-f", "-o", plain, *arguments, code=4).output


def test_a_non_buffer_is_not_an_empty_file(tmp_path: Path) -> None:
    for call in (openssl.encrypt, openssl.decrypt):
        with pytest.raises(TypeError, match=r"data.* NoneType"):
            call(None, "passphrase")  # type: ignore[arg-type]
    file = tmp_path / "file"
    file.write_bytes(b"content")
    with pytest.raises(ValueError, match="target"):
        openssl.encrypt_file(file, file, "passphrase")
    assert file.read_bytes() == b"content"
