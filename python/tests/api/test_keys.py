"""Keys in PEM and OpenSSH format, exchanged with `cryptography` and `ssh-keygen`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization as peer
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa, x25519
from hypothesis import given
from hypothesis import strategies as st

from quicksalt import exceptions, keys
from quicksalt.public import PrivateKey, PublicKey
from quicksalt.signing import SigningKey, VerifyKey

BYTES = st.binary(min_size=32, max_size=32)
PLAIN = peer.NoEncryption()
PEM, RAW, SSH = peer.Encoding.PEM, peer.Encoding.Raw, peer.Encoding.OpenSSH
PKCS8, SPKI = peer.PrivateFormat.PKCS8, peer.PublicFormat.SubjectPublicKeyInfo

KEYGEN = shutil.which("ssh-keygen")
needs_ssh_keygen = pytest.mark.skipif(KEYGEN is None, reason="apt-get install openssh-client")


@given(BYTES)
def test_private_keys_match_cryptography(seed: bytes) -> None:
    """Both libraries write the same bytes, and each reads the bytes that the other wrote."""
    ours = SigningKey(seed)
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    pem = theirs.private_bytes(PEM, PKCS8, PLAIN)
    assert keys.to_pem(ours) == pem
    assert keys.from_pem(pem, SigningKey) == ours
    box, their_box = PrivateKey(seed), x25519.X25519PrivateKey.from_private_bytes(seed)
    pem = their_box.private_bytes(PEM, PKCS8, PLAIN)
    assert keys.to_pem(box) == pem
    assert keys.from_pem(pem.decode(), PrivateKey) == box


@given(BYTES)
def test_public_keys_match_cryptography(seed: bytes) -> None:
    """Both libraries write the same bytes, and each reads the bytes that the other wrote."""
    ours = SigningKey(seed).verify_key
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key()
    pem = theirs.public_bytes(PEM, SPKI)
    assert keys.to_pem(ours) == pem
    assert keys.from_pem(pem, VerifyKey) == ours
    box = PrivateKey(seed).public_key
    pem = x25519.X25519PrivateKey.from_private_bytes(seed).public_key().public_bytes(PEM, SPKI)
    assert keys.to_pem(box) == pem
    assert keys.from_pem(bytearray(pem), PublicKey) == box


@given(BYTES)
def test_openssh_keys_are_read_by_cryptography_and_written_by_it(seed: bytes) -> None:
    """Exchange private key files and public key lines in both directions."""
    ours = SigningKey(seed)
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    file = keys.to_openssh(ours, "me@example.org")
    read = peer.load_ssh_private_key(file, None)
    assert isinstance(read, ed25519.Ed25519PrivateKey)
    assert read.private_bytes(RAW, peer.PrivateFormat.Raw, PLAIN) == seed
    file = theirs.private_bytes(PEM, peer.PrivateFormat.OpenSSH, PLAIN)
    assert keys.from_openssh(file, SigningKey) == ours
    line = theirs.public_key().public_bytes(SSH, peer.PublicFormat.OpenSSH)
    assert keys.to_openssh(ours.verify_key) == line + b"\n"
    assert keys.from_openssh(line.decode() + " a comment\n", VerifyKey) == ours.verify_key


def ssh_keygen(*arguments: str | Path) -> str:
    """Run ssh-keygen; return its output."""
    assert KEYGEN is not None
    command = [KEYGEN, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@needs_ssh_keygen
def test_ssh_keygen_reads_what_is_written(tmp_path: Path) -> None:
    """ssh-keygen derives the public line of our key file, with comment, and re-encrypts the
    file."""
    key = SigningKey.generate()
    file = tmp_path / "key"
    file.touch(mode=0o600)
    file.write_bytes(keys.to_openssh(key, "a comment"))
    line = ssh_keygen("-y", "-f", file)
    assert line.encode() == keys.to_openssh(key.verify_key, "a comment")
    ssh_keygen("-p", "-f", file, "-P", "", "-N", "secret")
    with pytest.raises(exceptions.ValueError, match="encrypted"):
        keys.from_openssh(file.read_bytes(), SigningKey)
    ssh_keygen("-p", "-f", file, "-P", "secret", "-N", "")
    assert keys.from_openssh(file.read_bytes(), SigningKey) == key


@needs_ssh_keygen
def test_keys_from_ssh_keygen_are_read(tmp_path: Path) -> None:
    """Read a key that ssh-keygen generated, and reject a key of another type."""
    file = tmp_path / "key"
    ssh_keygen("-q", "-t", "ed25519", "-N", "", "-C", "some words", "-f", file)
    key = keys.from_openssh(file.read_text(), SigningKey)
    line = file.with_suffix(".pub").read_bytes()
    assert keys.from_openssh(line, VerifyKey) == key.verify_key
    assert keys.to_openssh(key.verify_key, "some words") == line
    other = tmp_path / "other"
    ssh_keygen("-q", "-t", "ecdsa", "-N", "", "-f", other)
    for path, kind in ((other, SigningKey), (other.with_suffix(".pub"), VerifyKey)):
        with pytest.raises(exceptions.ValueError, match="ssh-ed25519"):
            keys.from_openssh(path.read_bytes(), kind)


def pem_of(key: Any, encryption: Any = PLAIN) -> bytes:
    """Serialize a private key with `cryptography`."""
    return key.private_bytes(PEM, PKCS8, encryption)  # type: ignore[no-any-return]


def test_errors_name_keys_of_other_types() -> None:
    """Errors name the unexpected input: a wrong key type, a wrong file type, or arbitrary data."""
    key = SigningKey(bytes(32))
    theirs = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32))
    refused: list[tuple[bytes | str, Any, str]] = [
        (keys.to_pem(key), VerifyKey, "private key"),
        (keys.to_pem(key.verify_key), SigningKey, "public key"),
        (keys.to_pem(key), PrivateKey, "PrivateKey"),
        (keys.to_pem(key.verify_key), PublicKey, "PublicKey"),
        (keys.to_openssh(key), SigningKey, "OpenSSH"),
        (pem_of(theirs, peer.BestAvailableEncryption(b"x")), SigningKey, "encrypted"),
        (pem_of(rsa.generate_private_key(65537, 1024)), SigningKey, "."),
        (keys.to_pem(key) + b"more", SigningKey, "unexpected data after"),
        (keys.to_pem(key) * 2, SigningKey, "unexpected data after"),
        (b"", SigningKey, "PEM"),
        ("\udcff".encode("utf-8", "surrogateescape"), VerifyKey, "PEM"),
    ]
    for text, kind, why in refused:
        with pytest.raises(exceptions.ValueError, match=why):
            keys.from_pem(text, kind)


@given(st.binary(max_size=300))
def test_arbitrary_text_is_rejected_with_value_error(text: bytes) -> None:
    """Test arbitrary bytes, bare and as the content of a PEM block."""
    begin, end = b"-----BEGIN PRIVATE KEY-----\n", b"\n-----END PRIVATE KEY-----\n"
    for content in (text, begin + text + end):
        with pytest.raises(exceptions.ValueError):
            keys.from_pem(content, SigningKey)
        with pytest.raises(exceptions.ValueError):
            keys.from_openssh(content.replace(b"PRIVATE", b"OPENSSH PRIVATE"), SigningKey)
        with pytest.raises(exceptions.ValueError):
            keys.from_openssh(b"ssh-ed25519 " + content, VerifyKey)
