"""Files of age: exchange with the program age, published vectors, and invalid input."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import pickle
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from quicksalt import age, keys
from quicksalt import exceptions as exc
from quicksalt.signing import SigningKey

from .programs import refused, run, written

VECTORS = Path(__file__).parents[3] / "vectors/age/testkit.json"
CHUNK = 64 << 10
SIZES = (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 4 * CHUNK, 4 * CHUNK + 1, 40 * CHUNK + 7)
PATTERN = bytes(range(251))


def content(size: int) -> bytes:
    return (PATTERN * (size // 251 + 1))[:size]


@pytest.fixture(scope="module")
def identity() -> age.Identity:
    return age.Identity.generate()


@pytest.fixture
def identity_file(identity: age.Identity, tmp_path: Path) -> Path:
    return written(tmp_path / "identity", identity.to_text() + "\n")


def cases() -> list[dict[str, Any]]:
    found = json.loads(VECTORS.read_text())
    assert len(found["cases"]) == found["count"]
    return list(found["cases"])


def test_published_vectors() -> None:
    outcomes = {
        "armor failure": age.FormatError,
        "header failure": age.FormatError,
        "HMAC failure": exc.CryptoError,
        "no match": exc.CryptoError,
        "payload failure": exc.CryptoError,
    }
    compressed = 0
    for case in cases():
        sealed = base64.b64decode(case["file"])
        if "compressed" in case:
            sealed = zlib.decompress(sealed)
            compressed += 1
        out = io.BytesIO()
        newer = [text for text in case["identity"] if text.startswith("AGE-SECRET-KEY-PQ-")]
        if newer:
            with pytest.raises(exc.ValueError, match="post-quantum"):
                age.Identity(newer[0])
            continue
        identities = [age.Identity(text) for text in case["identity"]]
        identities += [age.Identity.passphrase(word) for word in case["passphrase"]]
        outcome: type[Exception] | None = None
        try:
            age.decrypt_file(io.BytesIO(sealed), out, identities)
        except exc.CryptoError as error:
            outcome = type(error)
        assert outcome is outcomes.get(case["expect"]), case["name"]
        if "payload" in case:
            assert hashlib.sha256(out.getvalue()).hexdigest() == case["payload"], case["name"]
    assert compressed == 22


@pytest.mark.parametrize("armored", [False, True])
def test_both_ways_with_age(
    identity: age.Identity, identity_file: Path, tmp_path: Path, armored: bool
) -> None:
    for size in SIZES:
        plain = content(size)
        ours = written(tmp_path / "ours", age.encrypt(plain, [identity.recipient], armored=armored))
        assert run("age", "-d", "-i", identity_file, ours) == plain
        flags = ["-a"] if armored else []
        theirs = run("age", *flags, "-r", identity.recipient, given=plain)
        assert age.decrypt(theirs, [identity]) == plain
        # The file is passed by path, so several threads process it.
        source, sealed = written(tmp_path / "plain", plain), tmp_path / "sealed"
        age.encrypt_file(source, sealed, [identity.recipient], armored=armored)
        assert run("age", "-d", "-i", identity_file, sealed) == plain
        age.decrypt_file(sealed, tmp_path / "opened", [identity])
        assert (tmp_path / "opened").read_bytes() == plain


def test_keys_of_openssh_both_ways_with_age(tmp_path: Path) -> None:
    key = SigningKey.generate()
    secret = written(tmp_path / "id_ed25519", keys.to_openssh(key))
    secret.chmod(0o600)
    public = keys.to_openssh(key.verify_key, "me").decode()
    ours = written(tmp_path / "ours", age.encrypt(b"hello", [public]))
    assert run("age", "-d", "-i", secret, ours) == b"hello"
    theirs = run("age", "-r", public.strip(), given=b"hello")
    assert age.decrypt(theirs, age.Identity.read(secret.read_bytes())) == b"hello"
    assert age.Identity(secret.read_bytes()).recipient == " ".join(public.split()[:2])


def test_several_recipients(identity: age.Identity, tmp_path: Path) -> None:
    others = [age.Identity.generate() for _ in range(3)]
    sealed = age.encrypt(b"hello", [one.recipient for one in [*others, identity]])
    for one in [*others, identity]:
        assert age.decrypt(sealed, [age.Identity.generate(), one]) == b"hello"
        file = written(tmp_path / "one", one.to_text())
        assert run("age", "-d", "-i", file, given=sealed) == b"hello"
    with pytest.raises(exc.CryptoError):
        age.decrypt(sealed, [age.Identity.generate()])


def test_passphrases() -> None:
    word = "gr\u00fc\u00dfe \U0001f511"
    sealed = age.encrypt(b"hello", passphrase=word, work_factor=4)
    assert age.decrypt(sealed, [age.Identity.passphrase(word)]) == b"hello"
    assert age.decrypt(sealed, [age.Identity.passphrase(lambda: word)]) == b"hello"
    with pytest.raises(exc.CryptoError):
        age.decrypt(sealed, [age.Identity.passphrase("other")])
    with pytest.raises(exc.CryptoError, match="passphrase"):
        age.decrypt(sealed, [age.Identity.generate()])


def test_a_costly_passphrase_is_refused_before_anybody_is_asked() -> None:
    sealed = age.encrypt(b"hello", passphrase="x", work_factor=5)
    asked: list[int] = []

    def ask() -> str:
        asked.append(1)
        return "x"

    cheap = age.Identity.passphrase(ask, work_factor_max=4)
    with pytest.raises(age.FormatError, match=r" 5\b.* 4\b"):
        age.decrypt(sealed, [cheap])
    assert not asked
    costly = sealed.replace(b" 5\n", b" 40\n")
    with pytest.raises(age.FormatError, match=r" 40\b"):
        age.decrypt(costly, [age.Identity.passphrase("x", work_factor_max=30)])


def test_altered_or_truncated_files_are_rejected(identity: age.Identity) -> None:
    sealed = age.encrypt(b"hello", [identity.recipient])
    for at in range(len(sealed)):
        altered = bytearray(sealed)
        altered[at] ^= 1
        with pytest.raises(exc.CryptoError):
            age.decrypt(bytes(altered), [identity])
        with pytest.raises(exc.CryptoError):
            age.decrypt(sealed[:at], [identity])
    long = age.encrypt(content(3 * CHUNK), [identity.recipient])
    sealed_chunk = CHUNK + 16
    for cut in (1, 16, 17, sealed_chunk, 2 * sealed_chunk, 3 * sealed_chunk):
        with pytest.raises(exc.CryptoError, match="altered"):
            age.decrypt(long[:-cut], [identity])
    with pytest.raises(exc.CryptoError, match="altered"):
        age.decrypt(long + b"x", [identity])


def test_threads_detect_alterations(identity: age.Identity, tmp_path: Path) -> None:
    plain = content(60 * CHUNK)
    sealed = bytearray(age.encrypt(plain, [identity.recipient]))
    for at in (300, len(sealed) // 2, len(sealed) - 1):
        altered = bytearray(sealed)
        altered[at] ^= 0x80
        path, out = written(tmp_path / "altered", bytes(altered)), tmp_path / "out"
        with pytest.raises(exc.CryptoError, match="altered"):
            age.decrypt_file(path, out, [identity])
        assert plain.startswith(out.read_bytes())


OTHER_FORMATS = [
    (b"", "empty"),
    (b"-----BEGIN PGP MESSAGE-----\n\nhQ", "PGP"),
    (b"Salted__12345678", "openssl"),
    (b"U2FsdGVkX1/abc", "base64"),
    (b"-----BEGIN ENCRYPTED DATA-----\n", "kaesar"),
    (b"untrusted comment: minisign public key 1\n", "minisign"),
    (b"AGE-SECRET-KEY-1", "identity"),
    (b"\x1f\x8b\x08", "gzip"),
    (b"some text", "age"),
    (b"age-encryption.org/v2\n-> X\n", "expected v1"),
]


def test_keys_of_the_wrong_kind_are_named(identity: age.Identity) -> None:
    for text, named in [
        (identity.to_text(), "secret"),
        ("age1pq1abc", "post-quantum"),
        ("ssh-rsa AAAA", "RSA"),
        (identity.recipient[:-1], "malformed"),
        (identity.recipient.upper(), "malformed"),
        ("", "a recipient"),
    ]:
        with pytest.raises(exc.ValueError, match=named):
            age.recipients(text)
    for text, named in [
        (identity.recipient, "public"),
        ("AGE-SECRET-KEY-PQ-1ABC", "post-quantum"),
        ("AGE-PLUGIN-YUBIKEY-1ABC", "plugin"),
        (identity.to_text()[:-1], "line 1: "),
        ("# nothing\n", "an identity"),
    ]:
        with pytest.raises(exc.ValueError, match=named) as caught:
            age.Identity(text)
        assert text not in str(caught.value)
    with pytest.raises(exc.TypeError):
        age.encrypt(b"", identity.recipient)
    with pytest.raises(exc.TypeError):
        pickle.dumps(identity)
    assert identity.to_text() not in repr(identity)


def test_reading_from_any_source(identity: age.Identity, tmp_path: Path) -> None:
    plain = content(5 * CHUNK + 100)
    sealed = age.encrypt(plain, [identity.recipient])
    with age.open(written(tmp_path / "sealed", sealed), [identity]) as file:
        assert file.seek(0, 2) == len(plain)
        for place in (0, 1, CHUNK - 1, CHUNK, 3 * CHUNK + 5, len(plain) - 1, len(plain), 1 << 40):
            file.seek(place)
            assert file.read(100) == plain[place : place + 100][: CHUNK - place % CHUNK]
        assert io.BufferedReader(file).seek(0) == 0
    with pytest.raises(ValueError, match="closed"):
        file.read(1)
    for size in (0, CHUNK, 2 * CHUNK):
        with age.open(
            io.BytesIO(age.encrypt(content(size), [identity.recipient])), [identity]
        ) as f:
            assert f.readall() == content(size)
    with pytest.raises(exc.CryptoError, match="truncated"):
        age.open(io.BytesIO(sealed[: -(CHUNK + 16)]), [identity])
    altered = bytearray(sealed)
    altered[-(2 * CHUNK)] ^= 1
    with age.open(io.BytesIO(altered), [identity]) as file:
        assert file.read(10) == plain[:10]
        file.seek(3 * CHUNK)
        with pytest.raises(exc.CryptoError, match="altered"):
            file.read(1)


def test_errors_of_file_objects_propagate(identity: age.Identity, tmp_path: Path) -> None:
    class Broken(io.RawIOBase):
        def read(self, _size: int = -1) -> bytes:
            raise KeyError("mine")

        def write(self, _data: object) -> int:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        age.encrypt_file(Broken(), io.BytesIO(), [identity.recipient])
    with pytest.raises(KeyError, match="mine"):
        age.encrypt_file(io.BytesIO(b"x"), Broken(), [identity.recipient])
    with pytest.raises(FileNotFoundError) as caught:
        age.decrypt_file(tmp_path / "none", io.BytesIO(), [identity])
    assert caught.value.filename == str(tmp_path / "none")
    with pytest.raises(OSError, match="space"):
        age.encrypt_file(io.BytesIO(b"x"), "/dev/full", [identity.recipient])


def test_age_refuses_what_we_refuse(identity_file: Path, identity: age.Identity) -> None:
    sealed = age.encrypt(b"hello", [identity.recipient])
    refused("age", "-d", "-i", identity_file, given=sealed[:-1])


def test_a_file_is_not_written_over_while_it_is_read(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"content")
    link.symlink_to(file)
    identity = age.Identity.generate()
    for target in (file, link, str(file)):
        with pytest.raises(ValueError, match="target"):
            age.encrypt_file(file, target, [identity.recipient])
        with pytest.raises(ValueError, match="target"):
            age.decrypt_file(file, target, [identity])
    assert file.read_bytes() == b"content"


SHORTAGE = """
import resource
from quicksalt import age

identity = age.Identity.generate()
data = bytes(64 << 20)
sealed = age.encrypt(data, [identity.recipient])
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (40 << 20), -1))
for call in (
    lambda: age.encrypt(data, [identity.recipient]),
    lambda: age.encrypt(data, [identity.recipient], armored=True),
    lambda: age.decrypt(sealed, [identity]),
):
    try:
        call()
    except MemoryError:
        print("MemoryError")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory and reads /proc")
def test_a_memory_shortage_raises_memory_error() -> None:
    assert run(sys.executable, "-c", SHORTAGE).split() == [b"MemoryError"] * 3
