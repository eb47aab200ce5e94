"""`quicksalt hashsig` on files, with click's runner."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from quicksalt.cli import main
from quicksalt.hashsig import FileStore, Params, SigningKey, coinzdense, recovery

SMALL = ["--params", "5/4", "--no-passphrase"]


def run(*arguments: object, typed: str = "") -> Result:
    # The frames of an exception hold the key file, where a process would have ended.
    gc.collect()
    return CliRunner().invoke(main, ["hashsig", *map(str, arguments)], input=typed)


def done(*arguments: object, typed: str = "") -> Result:
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    done("keygen", *SMALL, path)
    return path


@pytest.fixture
def message(tmp_path: Path) -> Path:
    path = tmp_path / "message"
    path.write_bytes(b"attack at dawn")
    return path


def test_sign_and_verify(key: Path, message: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = done("sign", key, message, "--json", report)
    assert "31 signatures left" in result.output
    signature = tmp_path / "message.sig"
    assert json.loads(report.read_text()) == {"signatures": [str(signature)], "remaining": 31}
    done("verify", f"{key}.pub", message, "--json", report)
    assert json.loads(report.read_text()) == {"ok": True, "files": {str(message): True}}
    message.write_bytes(b"attack at dusk")
    result = run("verify", f"{key}.pub", message, "--json", report)
    assert (result.exit_code, result.output) == (1, f"{message}: NOT GENUINE\n")
    assert json.loads(report.read_text())["ok"] is False
    other = tmp_path / "other"
    other.write_bytes(b"attack at dawn")
    done("verify", "--signature", signature, f"{key}.pub", other)


def test_many_files_take_no_more_than_they_need(key: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"file {n}" for n in range(5)]
    for file in files:
        file.write_bytes(file.name.encode())
    assert "27 signatures left" in done("sign", key, *files).output
    done("verify", f"{key}.pub", *files)
    assert "next index: 5" in done("info", key).output


def test_nothing_is_overwritten(key: Path, message: Path) -> None:
    before = key.read_bytes()
    result = run("keygen", *SMALL, key)
    assert (result.exit_code, key.read_bytes()) == (4, before)
    assert "already exists: it is not overwritten" in result.output
    key.with_name("other.pub").write_bytes(b"")
    assert run("keygen", *SMALL, key.with_name("other")).exit_code == 4
    assert not key.with_name("other").exists()
    done("sign", key, message)
    result = run("sign", key, message)
    assert (result.exit_code, "--force replaces it" in result.output) == (4, True)
    # A refusal costs no signature.
    assert "next index: 1" in done("info", key).output
    account = ["--account", "alice", "--role", "r", "--published", f"{key}.pub", "--watermark", "9"]
    result = run("recover", *account, *SMALL, key)
    assert (result.exit_code, "not overwritten" in result.output) == (4, True)


def test_a_passphrase_is_asked_for_or_read(tmp_path: Path, message: Path) -> None:
    key, word = tmp_path / "key", tmp_path / "word"
    assert run("keygen", "--params", "5/4", key, typed="one\nother\n").exit_code != 0
    assert not key.exists()
    done("keygen", "--params", "5/4", key, typed="word\nword\n")
    done("sign", key, message, typed="word\n")
    (tmp_path / "message.sig").unlink()
    word.write_text("word\nand more\n")
    done("sign", "--passphrase-file", word, key, message)
    for text in ("", "x" * 4097, "wrong"):
        word.write_text(text)
        result = run("info", "--passphrase-file", word, key)
        assert result.exit_code == (4 if text == "wrong" else 2), result.output
    word.write_bytes(b"\xff\n")
    assert run("info", "--passphrase-file", word, key).exit_code == 2
    assert run("info", "--passphrase-file", word, "--no-passphrase", key).exit_code == 2
    word.write_text("word")
    result = run("info", "--passphrase-file", word, "--passphrase-fd", 0, key)
    assert (result.exit_code, "exclude each other" in result.output) == (2, True)
    read, write = os.pipe()
    os.write(write, b"word\nrest")
    os.close(write)
    done("info", "--passphrase-fd", read, key)
    assert os.read(read, 10) == b"rest"
    os.close(read)
    result = run("info", "--passphrase-fd", read, key)
    assert (result.exit_code, f"file descriptor {read}" in result.output) == (2, True)
    ends = os.openpty()
    result = run("info", "--passphrase-fd", ends[1], key)
    assert (result.exit_code, "is a terminal" in result.output) == (2, True)
    for end in ends:
        os.close(end)
    result = run("info", "--no-passphrase", key)
    assert (result.exit_code, "sealed by a passphrase" in result.output) == (4, True)


def test_info_tells_what_a_file_is(key: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done("reserve", "--name", "mail", key, 10)
    done("info", key, "--json", report)
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
    shown = done("info", key).output
    assert "trusts the disk: no\n" in shown
    assert "signatures left:\n  (the key itself): 22\n  mail: 10\n" in shown
    result = done("info", f"{key}.pub")
    assert result.output == "kind: public key\nlevels: 1\ntop level: 5/4\n"


def test_parts_sign_for_themselves(key: Path, message: Path) -> None:
    assert "indices 0 to 1: given to 'mail'" in done("reserve", "--name", "mail", key, 2).output
    assert "indices 2 to 11: used up" in done("reserve", key, 10).output
    assert "1 signature left" in done("sign", "--name", "mail", key, message).output
    done("verify", f"{key}.pub", message)
    Path(f"{message}.sig").unlink()
    done("sign", "--name", "mail", key, message)
    Path(f"{message}.sig").unlink()
    result = run("sign", "--name", "mail", key, message)
    assert (result.exit_code, "0 left of mail" in result.output) == (4, True)
    del result
    assert run("reserve", key, 21).exit_code == 4
    assert run("reserve", "--name", "mail", key, 1).exit_code == 2
    assert run("reserve", key, 0).exit_code == 2
    assert run("sign", "--name", "none", key, message).exit_code == 2


def test_a_copy_is_recovered_with_a_skip(key: Path, message: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copy(key, copy)
    done("sign", key, message)
    Path(f"{message}.sig").unlink()
    result = run("sign", copy, message)
    assert (result.exit_code, "is a copy or a restored backup" in result.output) == (4, True)
    assert run("recover", copy).exit_code == 2
    assert run("recover", "--skip", 0, copy).exit_code == 2
    assert run("recover", "--skip", 1024, tmp_path / "none").exit_code == 2
    result = run("recover", "--skip", 1024, "--yes", copy)
    assert (result.exit_code, "which still stands there" in result.output) == (4, True)
    key.unlink()
    result = run("recover", "--yes", copy)
    assert (result.exit_code, "32 one-time keys are left" in result.output) == (2, True)
    # Nobody to ask, and who is asked says no.
    assert run("recover", "--skip", 1024, copy).exit_code == 2
    assert run("recover", "--skip", 1024, copy, typed="n\n").exit_code == 4
    assert "goes on at index 32 of 32" in done("recover", "--skip", 1024, "--yes", copy).output
    told = json.loads(done("info", copy, "--json", "-").stdout)
    assert (told["trusts_disk"], len(told["recovered"])) == (False, 1)
    assert "recovered from a copy: 1 times, last 20" in done("info", copy).output
    done("recover", "--skip", 1024, "--yes", "--trust-disk", copy)
    assert json.loads(done("info", copy, "--json", "-").stdout)["trusts_disk"]


def test_a_copy_is_recovered_above_the_signatures_that_were_seen(
    key: Path, message: Path, tmp_path: Path
) -> None:
    copy, other = tmp_path / "copy", tmp_path / "other"
    shutil.copy(key, copy)
    done("keygen", *SMALL, other)
    for number in range(7):
        (tmp_path / f"m{number}").write_text(str(number))
        done("sign", key, tmp_path / f"m{number}")
    done("sign", other, message)
    copy.replace(key)
    signatures = [tmp_path / f"m{number}.sig" for number in (2, 5, 3)]
    seen = [word for path in signatures for word in ("--seen", path)]
    foreign = run("recover", "--yes", *seen, "--seen", f"{message}.sig", key)
    assert (foreign.exit_code, "no genuine signature" in foreign.output) == (4, True)
    lone = tmp_path / "lone.sig"
    shutil.copy(signatures[0], lone)
    assert run("recover", "--yes", "--seen", lone, key).exit_code == 2
    assert run("recover", "--yes", "--seen", "5", key).exit_code == 2
    wrong = run("recover", "--yes", "--public", f"{other}.pub", "--seen", f"{message}.sig", key)
    assert (wrong.exit_code, "another key" in wrong.output) == (4, True)
    done("recover", "--yes", *seen, key)
    assert "next index: 6" in done("info", key).output


def test_a_lost_key_is_made_again(
    tmp_path: Path, message: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Argon2id that costs nothing.
    cheap = {"memory_kib": 8, "passes": 1}
    monkeypatch.setattr(recovery.seed_from_credentials, "__kwdefaults__", cheap)
    defaults = recovery.recover.__kwdefaults__
    monkeypatch.setattr(recovery.recover, "__kwdefaults__", defaults | cheap)
    key, word = tmp_path / "key", tmp_path / "word"
    word.write_text("correct horse")
    account = ["--account", "alice", "--role", "release", "--account-passphrase-file", word]
    params = ["--params", "5/4,5/4", "--no-passphrase"]
    done("keygen", *account, *params, key)
    done("sign", key, message)
    key.unlink()
    published = ["--published", f"{key}.pub"]
    assert run("recover", *account, *params, *published, key).exit_code == 2
    assert run("recover", *account, *params, "--watermark", 5, key).exit_code == 2
    both = ["--watermark", 5, "--seen", 5]
    assert run("recover", *account, *params, *published, *both, key).exit_code == 2
    result = run("recover", *account, *SMALL, *published, "--watermark", 5, key)
    assert (result.exit_code, "published" in result.output) == (4, True)
    word.write_text("correct house")
    result = run("recover", *account, *params, *published, "--watermark", 5, key)
    assert (result.exit_code, "published" in result.output) == (4, True)
    assert not key.exists()
    word.write_text("correct horse")
    result = run("recover", *account, *params, *published, "--seen", 0, "--burn", 0, key)
    assert (result.exit_code, key.exists()) == (4, False)
    done("verify", f"{key}.pub", message)
    result = done("recover", *account, *params, *published, "--seen", f"{message}.sig", key)
    assert "goes on at index 32" in result.output
    done("sign", "--force", key, message)
    done("verify", f"{key}.pub", message)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["keygen", "--params", "11/8", "x"], 2),
        (["keygen", "--account", "alice", "--no-passphrase", "x"], 2),
        (["sign", "{key}"], 2),
        (["sign", "{key}", "none"], 2),
        (["sign", "{key}", "{message}", "{message}"], 2),
        (["sign", "{message}", "{message}"], 4),
        (["verify", "{message}", "{message}"], 2),
        (["verify", "{public}", "{message}"], 4),
        (["verify", "--signature", "{key}", "{public}", "{message}", "{key}"], 2),
        (["info", "{message}"], 2),
        (["reserve", "{key}", "many"], 2),
        (["recover", "--skip", "2000", "--account", "alice", "{key}"], 2),
    ],
)
def test_bad_input(arguments: list[str], code: int, key: Path, message: Path) -> None:
    names = {"key": str(key), "message": str(message), "public": f"{key}.pub"}
    message.chmod(0o600)
    filled = [argument.format(**names) for argument in arguments]
    result = run(*filled, typed="word\n")
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert result.output.strip()


def test_a_key_in_use_is_refused(key: Path, message: Path) -> None:
    with FileStore.open(key):
        result = run("sign", key, message)
    assert (result.exit_code, "in use by another signer" in result.output) == (4, True)
    with SigningKey.open(key) as opened:
        assert (opened.params, opened.remaining()) == (Params.parse("5/4"), 32)


def test_a_key_of_coinzdense_is_made_again(tmp_path: Path) -> None:
    key, word, report = tmp_path / "key", tmp_path / "word", tmp_path / "report.json"
    word.write_text("P5 windows")
    who = ["--account", "myhiveaccount", "--role", "disaster", "--account-passphrase-file", word]
    public = bytes.fromhex("55c4af96c8af8ff6f6360292ad19cd330b75f3c854f23170")
    wif = ["--wif", coinzdense.binary_to_wif(public, coinzdense.Keytype.QDRECOVERYPUBKEY)]
    result = done("recover", *who, *wif, "--watermark", 0, "--json", report, key)
    assert "ctx_mode windows): it may sign once" in result.output
    assert json.loads(report.read_text())["next_index"] == 0
    assert key.stat().st_mode & 0o777 == 0o600
    secret = coinzdense.wif_to_binary(key.read_text().strip(), coinzdense.Keytype.QDRECOVERYPRIVKEY)
    assert secret == coinzdense.key_from_creds("myhiveaccount", "disaster", "P5 windows")
    result = run("recover", *who, *wif, key)
    assert (result.exit_code, "not overwritten" in result.output) == (4, True)
    other = tmp_path / "other"
    for code, arguments in [
        (4, [*who, *wif, "--watermark", 1]),
        (4, [*who, "--wif", wif[1], "--otsbits", 8]),
        (2, [*who, "--wif", wif[1][:-1]]),
        (2, [*who, *wif, "--published", word]),
        (2, ["--skip", 9, *wif]),
        (2, [*who, "--height", 3, "--published", word]),
    ]:
        assert run("recover", *arguments, other).exit_code == code, arguments
        assert not other.exists()


def test_without_a_terminal_a_passphrase_is_a_line_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quicksalt.cli.hashsig.keyfiles.has_terminal", lambda: False)
    key = tmp_path / "key"
    result = run("keygen", "--params", "5/4", key)
    assert result.exit_code == 2
    assert "no terminal to ask for the passphrase on" in result.output
    assert not key.exists()
    done("keygen", "--params", "5/4", key, typed="word\nword\n")
    assert "32" in done("info", key, typed="word\n").output


def test_a_signature_of_what_is_piped_in(key: Path, message: Path, tmp_path: Path) -> None:
    signature = tmp_path / "piped.sig"
    content = message.read_bytes() * 300_000

    def piped(*words: object) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "quicksalt", "hashsig", *map(str, words)]
        return subprocess.run(command, input=content, capture_output=True, check=False, timeout=60)

    made = piped("sign", "--no-passphrase", "--output", "-", key, "-")
    assert (made.returncode, made.stderr) == (0, b"31 signatures left\n")
    signature.write_bytes(made.stdout)
    assert piped("verify", "--signature", signature, f"{key}.pub", "-").returncode == 0
    file = tmp_path / "file"
    file.write_bytes(content)
    done("verify", "--signature", signature, f"{key}.pub", file)
    file.write_bytes(content[:-1])
    assert run("verify", "--signature", signature, f"{key}.pub", file).exit_code == 1
    for words in (["sign", key, "-"], ["verify", f"{key}.pub", "-"]):
        refused = piped(*words)
        assert (refused.returncode, b"standard input" in refused.stderr) == (2, True)


def test_the_output_is_named_and_replaced_on_demand(key: Path, message: Path) -> None:
    there = message.with_name("there.sig")
    there.write_bytes(b"old")
    refused = run("sign", "--output", there, key, message)
    assert (refused.exit_code, there.read_bytes()) == (4, b"old")
    assert "already exists" in refused.output
    done("sign", "-o", there, "-f", key, message)
    done("verify", "--signature", there, f"{key}.pub", message)
    assert run("sign", "--output", there, "--force", key, message, message).exit_code == 2
    assert sorted(path.name for path in message.parent.iterdir() if "sig" in path.name) == [
        "there.sig"
    ]


def test_the_private_key_where_the_public_one_is_due(key: Path, message: Path) -> None:
    done("sign", key, message)
    result = run("verify", key, message)
    assert result.exit_code == 2
    assert f"{key} holds the private key: the public one is in {key}.pub" in result.output


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_large_file_is_signed_in_little_memory(key: Path, tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(300 << 20)
    program = (
        "import re, sys\n"
        "from quicksalt.cli import process\n"
        "try:\n    process.run()\n"
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
