"""`quicksalt hashsig` on files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from quicksalt.hashsig import FileStore, Params, SigningKey, coinzdense, recovery
from tests import command

SMALL = ["--params", "5/4", "--no-passphrase"]


def run(*words: object, **options: Any) -> Result | command.Ended:
    return command.run("hashsig", *words, **options)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    run("keygen", *SMALL, path)
    return path


@pytest.fixture
def message(tmp_path: Path) -> Path:
    path = tmp_path / "message"
    path.write_bytes(b"attack at dawn")
    return path


def test_sign_and_verify(key: Path, message: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = run("sign", key, message, "--json", report)
    assert "31 " in result.output
    signature = tmp_path / "message.sig"
    assert json.loads(report.read_text()) == {"signatures": [str(signature)], "remaining": 31}
    run("verify", f"{key}.pub", message, "--json", report)
    assert json.loads(report.read_text()) == {"ok": True, "files": {str(message): True}}
    message.write_bytes(b"attack at dusk")
    result = run("verify", f"{key}.pub", message, "--json", report, code=1)
    assert result.output == f"{message}: NOT GENUINE\n"
    assert json.loads(report.read_text())["ok"] is False
    other = tmp_path / "other"
    other.write_bytes(b"attack at dawn")
    run("verify", "--signature", signature, f"{key}.pub", other)


def test_many_files_use_one_signature_each(key: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"file {n}" for n in range(5)]
    for file in files:
        file.write_bytes(file.name.encode())
    assert "27 " in run("sign", key, *files).output
    run("verify", f"{key}.pub", *files)
    assert ": 5\n" in run("info", key).output


def test_nothing_is_overwritten(key: Path, message: Path) -> None:
    before = key.read_bytes()
    result = run("keygen", *SMALL, key, code=4)
    assert key.read_bytes() == before
    assert str(key) in result.output
    key.with_name("other.pub").write_bytes(b"")
    run("keygen", *SMALL, key.with_name("other"), code=4)
    assert not key.with_name("other").exists()
    run("sign", key, message)
    assert "--force" in run("sign", key, message, code=4).output
    # A refused command uses no signature.
    assert ": 1\n" in run("info", key).output
    account = ["--account", "alice", "--role", "r", "--published", f"{key}.pub", "--watermark", "9"]
    assert str(key) in run("recover", *account, *SMALL, key, code=4).output


def test_a_passphrase_is_asked_for_or_read(tmp_path: Path, message: Path) -> None:
    key, word = tmp_path / "key", tmp_path / "word"
    run("keygen", "--params", "5/4", key, typed="one\nother\n", code=(1, 2))
    assert not key.exists()
    run("keygen", "--params", "5/4", key, typed="word\nword\n")
    run("sign", key, message, typed="word\n")
    (tmp_path / "message.sig").unlink()
    word.write_text("word\nand more\n")
    run("sign", "--passphrase-file", word, key, message)
    for text in ("", "x" * 4097, "wrong"):
        word.write_text(text)
        run("info", "--passphrase-file", word, key, code=4 if text == "wrong" else 2)
    word.write_bytes(b"\xff\n")
    run("info", "--passphrase-file", word, key, code=2)
    run("info", "--passphrase-file", word, "--no-passphrase", key, code=2)
    word.write_text("word")
    assert (
        "exclude each other"
        in run("info", "--passphrase-file", word, "--passphrase-fd", 0, key, code=2).output
    )
    read, write = os.pipe()
    os.write(write, b"word\nrest")
    os.close(write)
    words = ["hashsig", "info", "--passphrase-fd"]
    assert command.process([*words, read, key], keep=[read]).exit_code == 0
    assert os.read(read, 10) == b"rest"
    os.close(read)
    assert f"file descriptor {read}" in run("info", "--passphrase-fd", read, key, code=2).output
    ends = os.openpty()
    refused = command.process([*words, ends[1], key], keep=[ends[1]])
    assert refused.exit_code == 2
    assert "terminal" in refused.output
    for end in ends:
        os.close(end)
    assert "passphrase" in run("info", "--no-passphrase", key, code=4).output


def test_info_describes_a_file(key: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    run("reserve", "--name", "mail", key, 10)
    run("info", key, "--json", report)
    public = Path(f"{key}.pub").read_bytes()
    assert json.loads(report.read_text()) == {
        "kind": "key file",
        "params": "5/4",
        "public_key": public.hex(),
        "next_index": 10,
        "end": 32,
        "epoch": 2,
        "recovered": [],
        "trusts_disk": False,
        "top_tree": "used",
        "remaining": {"": 22, "mail": 10},
    }
    shown = run("info", key).output
    assert ": no\n" in shown
    assert ": 22\n  mail: 10\n" in shown
    result = run("info", f"{key}.pub")
    assert result.output.endswith(": 1\ntop level: 5/4\n")


def test_parts_sign_for_themselves(key: Path, message: Path) -> None:
    assert "0 to 1: " in run("reserve", "--name", "mail", key, 2).output
    assert "2 to 11: " in run("reserve", key, 10).output
    assert "1 signature" in run("sign", "--name", "mail", key, message).output
    run("verify", f"{key}.pub", message)
    Path(f"{message}.sig").unlink()
    run("sign", "--name", "mail", key, message)
    Path(f"{message}.sig").unlink()
    assert "mail" in run("sign", "--name", "mail", key, message, code=4).output
    run("reserve", key, 21, code=4)
    run("reserve", "--name", "mail", key, 1, code=2)
    run("reserve", key, 0, code=2)
    run("sign", "--name", "none", key, message, code=2)


def test_a_copy_is_recovered_with_a_skip(key: Path, message: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copy(key, copy)
    run("sign", key, message)
    Path(f"{message}.sig").unlink()
    assert str(copy) in run("sign", copy, message, code=4).output
    run("recover", copy, code=2)
    run("recover", "--skip", 0, copy, code=2)
    run("recover", "--skip", 1024, tmp_path / "none", code=2)
    assert str(key) in run("recover", "--skip", 1024, "--yes", copy, code=4).output
    key.unlink()
    assert "32 " in run("recover", "--yes", copy, code=2).output
    # First there is no terminal for the confirmation; then the answer is no.
    run("recover", "--skip", 1024, copy, code=2)
    run("recover", "--skip", 1024, copy, typed="n\n", code=4)
    assert "32 of 32" in run("recover", "--skip", 1024, "--yes", copy).output
    told = json.loads(run("info", copy, "--json", "-").stdout)
    assert (told["trusts_disk"], len(told["recovered"])) == (False, 1)
    assert ": 1 times, last 20" in run("info", copy).output
    run("recover", "--skip", 1024, "--yes", "--trust-disk", copy)
    assert json.loads(run("info", copy, "--json", "-").stdout)["trusts_disk"]


def test_a_copy_is_recovered_above_the_known_signatures(
    key: Path, message: Path, tmp_path: Path
) -> None:
    copy, other = tmp_path / "copy", tmp_path / "other"
    shutil.copy(key, copy)
    run("keygen", *SMALL, other)
    for number in range(7):
        (tmp_path / f"m{number}").write_text(str(number))
        run("sign", key, tmp_path / f"m{number}")
    run("sign", other, message)
    copy.replace(key)
    signatures = [tmp_path / f"m{number}.sig" for number in (2, 5, 3)]
    seen = [word for path in signatures for word in ("--seen", path)]
    assert (
        f"{message}.sig"
        in run("recover", "--yes", *seen, "--seen", f"{message}.sig", key, code=4).output
    )
    lone = tmp_path / "lone.sig"
    shutil.copy(signatures[0], lone)
    run("recover", "--yes", "--seen", lone, key, code=2)
    run("recover", "--yes", "--seen", "5", key, code=2)
    foreign = ["--public", f"{other}.pub", "--seen", f"{message}.sig"]
    assert "key" in run("recover", "--yes", *foreign, key, code=4).output
    run("recover", "--yes", *seen, key)
    assert ": 6\n" in run("info", key).output


def test_a_lost_key_is_recreated(tmp_path: Path, message: Path) -> None:
    key, word = tmp_path / "key", tmp_path / "word"
    # The names are in composed characters here and typed in decomposed characters below.
    name, passphrase = "alic\u00e9", "corr\u00e9ct horse"
    word.write_text(passphrase)
    account = ["--account", name, "--role", "release", "--account-passphrase-file", word]
    params = ["--params", "5/4,5/4", "--no-passphrase"]
    run("keygen", *account, *params, key)
    seed = recovery.seed_from_credentials(name, "release", passphrase)
    with SigningKey.create(tmp_path / "same", "5/4,5/4", seed=seed) as same:
        assert bytes(same.public_key) == Path(f"{key}.pub").read_bytes()
    run("sign", key, message)
    key.unlink()
    published = ["--published", f"{key}.pub"]
    account[1] = unicodedata.normalize("NFD", name)
    run("recover", *account, *params, *published, key, code=2)
    run("recover", *account, *params, "--watermark", 5, key, code=2)
    both = ["--watermark", 5, "--seen", 5]
    run("recover", *account, *params, *published, *both, key, code=2)
    assert (
        "published"
        in run("recover", *account, *SMALL, *published, "--watermark", 5, key, code=4).output
    )
    word.write_text("correct house")
    assert (
        "published"
        in run("recover", *account, *params, *published, "--watermark", 5, key, code=4).output
    )
    assert not key.exists()
    word.write_text(unicodedata.normalize("NFD", passphrase))
    result = run("recover", *account, *params, *published, "--seen", 0, "--burn", 0, key, code=4)
    assert not key.exists()
    run("verify", f"{key}.pub", message)
    result = run("recover", *account, *params, *published, "--seen", f"{message}.sig", key)
    assert " 32" in result.output
    run("sign", "--force", key, message)
    run("verify", f"{key}.pub", message)


def test_a_key_in_use_is_refused(key: Path, message: Path) -> None:
    with FileStore.open(key):
        assert "in use" in run("sign", key, message, code=4).output
    with SigningKey.open(key) as opened:
        assert (opened.params, opened.remaining()) == (Params.parse("5/4"), 32)


def test_a_coinzdense_key_is_recreated(tmp_path: Path) -> None:
    key, word, report = tmp_path / "key", tmp_path / "word", tmp_path / "report.json"
    word.write_text("P5 windows")
    who = ["--account", "myhiveaccount", "--role", "disaster", "--account-passphrase-file", word]
    public = bytes.fromhex("55c4af96c8af8ff6f6360292ad19cd330b75f3c854f23170")
    wif = ["--wif", coinzdense.binary_to_wif(public, coinzdense.Keytype.QDRECOVERYPUBKEY)]
    result = run("recover", *who, *wif, "--watermark", 0, "--json", report, key)
    assert "ctx_mode windows" in result.output
    assert json.loads(report.read_text())["next_index"] == 0
    assert key.stat().st_mode & 0o777 == 0o600
    secret = coinzdense.wif_to_binary(key.read_text().strip(), coinzdense.Keytype.QDRECOVERYPRIVKEY)
    assert secret == coinzdense.key_from_creds("myhiveaccount", "disaster", "P5 windows")
    assert "not overwritten" in run("recover", *who, *wif, key, code=4).output
    other = tmp_path / "other"
    for code, arguments in [
        (4, [*who, *wif, "--watermark", 1]),
        (4, [*who, "--wif", wif[1], "--otsbits", 8]),
        (2, [*who, "--wif", wif[1][:-1]]),
        (2, [*who, *wif, "--published", word]),
        (2, ["--skip", 9, *wif]),
        (2, [*who, "--height", 3, "--published", word]),
    ]:
        run("recover", *arguments, other, code=code)
        assert not other.exists()


def test_without_a_terminal_a_passphrase_is_a_line_or_a_file(tmp_path: Path) -> None:
    key = tmp_path / "key"
    result = run("keygen", "--params", "5/4", key, code=2)
    assert "terminal" in result.output
    assert not key.exists()
    run("keygen", "--params", "5/4", key, typed="word\nword\n")
    assert "32" in run("info", key, typed="word\n").output


def test_a_signature_of_standard_input(key: Path, message: Path, tmp_path: Path) -> None:
    signature = tmp_path / "piped.sig"
    content = message.read_bytes() * 300_000

    def piped(*words: object) -> subprocess.CompletedProcess[bytes]:
        argv = [*command.PROGRAM, "hashsig", *map(str, words)]
        return subprocess.run(argv, input=content, capture_output=True, check=False, timeout=60)

    made = piped("sign", "--no-passphrase", "--output", "-", key, "-")
    assert (made.returncode, made.stderr) == (0, b"31 signatures left\n")
    signature.write_bytes(made.stdout)
    assert piped("verify", "--signature", signature, f"{key}.pub", "-").returncode == 0
    file = tmp_path / "file"
    file.write_bytes(content)
    run("verify", "--signature", signature, f"{key}.pub", file)
    file.write_bytes(content[:-1])
    run("verify", "--signature", signature, f"{key}.pub", file, code=1)
    for words in (["sign", key, "-"], ["verify", f"{key}.pub", "-"]):
        refused = piped(*words)
        assert (refused.returncode, b"standard input" in refused.stderr) == (2, True)


def test_the_output_is_named_and_replaced_on_demand(key: Path, message: Path) -> None:
    there = message.with_name("there.sig")
    there.write_bytes(b"old")
    refused = run("sign", "--output", there, key, message, code=4)
    assert there.read_bytes() == b"old"
    assert str(there) in refused.output
    run("sign", "-o", there, "-f", key, message)
    run("verify", "--signature", there, f"{key}.pub", message)
    run("sign", "--output", there, "--force", key, message, message, code=2)
    assert sorted(path.name for path in message.parent.iterdir() if "sig" in path.name) == [
        "there.sig"
    ]


def test_a_private_key_in_place_of_a_public_key(key: Path, message: Path) -> None:
    run("sign", key, message)
    result = run("verify", key, message, code=2)
    assert f"{key}.pub" in result.output


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_large_file_is_signed_in_little_memory(key: Path, tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(300 << 20)
    program = (
        "import os, re, sys\n"
        "from quicksalt.__main__ import main\n"
        "os._exit = sys.exit\n"
        "try:\n    main()\n"
        "finally:\n"
        "    status = open('/proc/self/status').read()\n"
        "    print(re.search(r'VmHWM:\\s+(\\d+) kB', status)[1], file=sys.stderr)\n"
    )
    for words in (["sign", str(key), str(large)], ["verify", f"{key}.pub", str(large)]):
        ended = subprocess.run(
            [sys.executable, "-c", program, "hashsig", *words],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        assert int(ended.stderr.split()[-1]) < 40 << 10
