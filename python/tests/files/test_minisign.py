"""Minisign signatures, exchanged with the real program."""

from __future__ import annotations

import io
import json
import pickle
import stat
from pathlib import Path

import pytest

from quicksalt import exceptions as exc
from quicksalt import minisign
from tests.command import run as command

from .programs import refused, run, written

CHEAP = {"opslimit": 1 << 15, "memlimit": 16 << 20}
"""Passphrase stretching cost for tests, too low for real use."""

SIZES = (0, 1, 65_536, 3_000_001)


@pytest.fixture
def key() -> minisign.SecretKey:
    return minisign.SecretKey.generate()


def test_minisign_verifies_what_we_sign(key: minisign.SecretKey, tmp_path: Path) -> None:
    public = written(tmp_path / "key.pub", key.public_key)
    for size in SIZES:
        file = written(tmp_path / "file", bytes(size))
        signature = key.sign(file, trusted_comment="version 1", untrusted_comment="by us")
        written(tmp_path / "file.minisig", signature)
        assert b"version 1" in run("minisign", "-V", "-p", public, "-m", file)
        assert minisign.verify(key.public_key, file, signature) == "version 1"
        assert signature == key.sign_data(
            bytes(size), trusted_comment="version 1", untrusted_comment="by us"
        )
    written(file, b"other")
    refused("minisign", "-V", "-p", public, "-m", file)
    with pytest.raises(exc.BadSignatureError):
        minisign.verify(key.public_key, file, signature)
    changed = signature.replace("version 1", "version 2")
    with pytest.raises(exc.BadSignatureError):
        minisign.verify_data(key.public_key, bytes(SIZES[-1]), changed)


def test_we_verify_what_minisign_signs(key: minisign.SecretKey, tmp_path: Path) -> None:
    secret = written(tmp_path / "key", key.to_text("word", **CHEAP))
    file = written(tmp_path / "file", b"attack at dawn")
    for flags in ([], ["-l"]):
        run("minisign", "-S", *flags, "-s", secret, "-m", file, "-t", "dawn", given=b"word\n")
        signature = (tmp_path / "file.minisig").read_bytes()
        assert minisign.verify(key.public_key, file, signature) == "dawn"
        with pytest.raises(exc.BadSignatureError):
            minisign.verify_data(key.public_key, b"attack at dusk", signature)
    other = minisign.SecretKey.generate().public_key
    with pytest.raises(exc.BadSignatureError, match=minisign.key_id(other)):
        minisign.verify(other, file, signature)


def test_key_files(key: minisign.SecretKey) -> None:
    open_, locked = key.to_text(), key.to_text("word", **CHEAP)
    assert (minisign.is_encrypted(open_), minisign.is_encrypted(locked)) == (False, True)
    assert minisign.SecretKey(open_).public_key == key.public_key
    assert minisign.SecretKey(locked, "word").public_key == key.public_key
    with pytest.raises(exc.TypeError):
        pickle.dumps(key)
    assert open_.splitlines()[1] not in repr(key)


def test_a_key_is_opened_and_signs_in_one_call(key: minisign.SecretKey, tmp_path: Path) -> None:
    open_, locked = key.to_text(), key.to_text("word", **CHEAP)
    for size in SIZES:
        file = written(tmp_path / "file", bytes(size))
        expected = key.sign(file, trusted_comment="version 1")
        for text, word in ((open_, None), (locked, "word")):
            for source in (file, io.BytesIO(bytes(size))):
                opened, signature = minisign.SecretKey.open_and_sign(
                    text, word, source, trusted_comment="version 1"
                )
                assert (opened.public_key, signature) == (key.public_key, expected)
    for word in ("other", None):
        with pytest.raises(exc.CryptoError, match="passphrase"):
            minisign.SecretKey.open_and_sign(locked, word, file, trusted_comment="version 1")
    with pytest.raises(FileNotFoundError):
        minisign.SecretKey.open_and_sign(locked, "word", tmp_path / "no", trusted_comment="")


def test_commands_with_a_passphrase(key: minisign.SecretKey, tmp_path: Path) -> None:
    secret = written(tmp_path / "key", key.to_text("word", **CHEAP))
    public = written(tmp_path / "key.pub", key.public_key)
    word, other = written(tmp_path / "word", b"word\n"), written(tmp_path / "other", b"other\n")
    files = [written(tmp_path / name, name.encode()) for name in ("one", "two")]
    command("sign", "--passphrase-file", other, secret, *files, code=1)
    assert not list(tmp_path.glob("*.minisig"))
    command("sign", "--passphrase-file", word, secret, *files)
    for file in files:
        run("minisign", "-V", "-p", public, "-m", file)


def test_commands(tmp_path: Path) -> None:
    key, file = tmp_path / "key", written(tmp_path / "file", b"attack at dawn")
    result = command("keygen", "--sign", "--no-passphrase", "-o", key)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    public = tmp_path / "key.pub"
    result = command("sign", "--comment", "version 2", key, file)
    assert result.output == f"{file}.minisig\n"
    assert b"version 2" in run("minisign", "-V", "-p", public, "-m", file)
    report = tmp_path / "report"
    result = command("verify", public, file, "--json", report)
    assert result.output == f"{file}: genuine, version 2\n"
    assert json.loads(report.read_text()) == {"ok": True, "files": {str(file): "version 2"}}
    command("sign", key, file, code=4)
    command("sign", "--force", key, file)
    assert "file:file" in command("verify", public, file).output
    secret = minisign.SecretKey(key.read_bytes())
    steering = secret.sign(file, trusted_comment="\x1b[2J\x1b]0;x\x07\u202e")
    written(tmp_path / "file.minisig", steering)
    result = command("verify", public, file)
    assert result.output == f"{file}: genuine, \\x1b[2J\\x1b]0;x\\x07\\u202e\n"
    # This comment contains characters that signing would not write.
    lines = secret.sign(file, trusted_comment="x").splitlines()
    odd = "\r\r\n".join(lines) + "\n"
    with pytest.raises((minisign.FormatError, exc.BadSignatureError)):
        minisign.verify(public.read_bytes(), file, odd.encode())
    written(file, b"attack at dusk")
    assert "NOT GENUINE" in command("verify", public, file, code=1).output
    assert str(public) in command("verify", key, file, code=2).output
    command("sign", public, file, "-f", code=2)
    command("keygen", "--sign", "--no-passphrase", "-o", key, code=4)
