"""AES in pure Python, against vectors and OpenSSL."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt.files import aes_bigint

from .programs import run

VECTORS = Path(__file__).parents[3] / "vectors/aes.json"
TEXT = "attack at d\u00e4wn\n".encode() * 7000
KDFS = {"pbkdf2": ["-pbkdf2"], "sha256": ["-md", "sha256"], "md5": ["-md", "md5"]}
WRITE = ("enc", "-aes-256-cbc", "-pass", "pass:w\u00f6rd")


def test_pure_python_against_vectors() -> None:
    seen = 0
    for case in json.loads(VECTORS.read_text())["tests"]:
        if case["mode"] not in {"cbc", "ctr"}:
            continue
        names = ("key", "iv", "message", "ciphertext")
        key, start, message, ciphertext = (bytes.fromhex(case[name]) for name in names)
        if case["mode"] == "ctr":
            assert aes_bigint.ctr(key, start, message) == ciphertext
        else:
            assert aes_bigint.cbc_decrypt(key, start, ciphertext) == message
        seen += 1
    assert seen >= 6


def test_pure_python_against_openssl() -> None:
    for bits in (128, 192, 256):
        key, start = bytes(range(bits // 8)), b"\xff" * 15 + b"\xf0"
        how = ["-K", key.hex(), "-iv", start.hex()]
        for size in (0, 1, 16, 17, 2048, 2049, 70_001):
            plain = (TEXT * 2)[:size]
            sealed = run("openssl", "enc", f"-aes-{bits}-ctr", *how, given=plain)
            assert aes_bigint.ctr(key, start, plain) == sealed
            sealed = run("openssl", "enc", f"-aes-{bits}-cbc", *how, given=plain)
            opened = aes_bigint.cbc_decrypt(key, start, sealed)
            assert aes_bigint.unpadded(opened) == plain


def test_pure_python_in_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    key, start, data = bytes(range(32)), b"\xff" * 15 + b"\xf0", TEXT[:6000]
    whole = aes_bigint.ctr(key, start, data), aes_bigint.cbc_decrypt(key, start, data)
    monkeypatch.setattr(aes_bigint, "BATCH", 64)
    assert (aes_bigint.ctr(key, start, data), aes_bigint.cbc_decrypt(key, start, data)) == whole


def test_the_pure_python_file_works_on_its_own() -> None:
    for flags in KDFS.values():
        sealed = run("openssl", *WRITE, *flags, given=TEXT)
        assert aes_bigint.read_openssl(sealed, "w\u00f6rd".encode()) == TEXT
    refusals = 0
    for other in range(20):
        try:
            aes_bigint.read_openssl(sealed, b"%d" % other)
        except ValueError:
            refusals += 1
    assert refusals >= 15
    path = Path(aes_bigint.__file__)
    loading = f"import runpy; runpy.run_path({str(path)!r}); import sys; print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", loading], capture_output=True, text=True, check=True
    )
    assert "quicksalt" not in ended.stdout
    ended = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, check=False, cwd=path.parent
    )
    assert (ended.returncode, "usage" in ended.stderr) == (2, True)
