"""Sub-keys: their seeds and certificates are issued only once."""

import asyncio
import hashlib
import shutil
from pathlib import Path

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import Delegation, FileStore, HssCertificate, KeySpace, SigningKey, verify
from quicksalt.hashsig import exceptions as own
from tests.hashsig.small import QUIET


def delegated(parent: Path) -> Delegation:
    """Return a sub-key for the part `mail`."""
    with FileStore.open(parent) as store, SigningKey.open(store, ahead=QUIET) as key:
        return key.delegate(KeySpace(store), "mail", "5/8")


def test_a_recovered_key_makes_another_sub_key(tmp_path: Path) -> None:
    """With the same sub-key, two holders would both start at its first index."""
    parent, backup = tmp_path / "parent", tmp_path / "backup"
    SigningKey.create(parent, "5/8,5/8", ahead=QUIET).close()
    with FileStore.open(parent) as store:
        KeySpace(store).allocate("mail", 80)
    shutil.copy2(parent, backup)
    first = delegated(parent)
    shutil.copy2(backup, parent)
    FileStore.recover(parent, skip=4).close()
    second = delegated(parent)
    assert first.seed != second.seed
    assert first.certificate.indices == range(80)
    assert second.certificate.indices == range(4, 80)


def test_a_space_of_another_key_is_refused(tmp_path: Path) -> None:
    for name in ("one", "other"):
        SigningKey.create(tmp_path / name, "5/8,5/8", ahead=QUIET).close()
    with FileStore.open(tmp_path / "one") as one, FileStore.open(tmp_path / "other") as other:
        space = KeySpace(other)
        space.allocate("mail", 80)
        with (
            SigningKey.open(one, ahead=QUIET) as key,
            pytest.raises(exc.ValueError, match="space"),
        ):
            key.delegate(space, "mail", "5/8")
        assert space.remaining()["mail"] == 80
        assert one.watermark() == (0, 1024)


def test_the_seed_follows_from_secret_path_and_range(tmp_path: Path) -> None:
    """Recompute the derivation with Python's own BLAKE2b."""

    def derived(parent: bytes, name: str, part: range) -> bytes:
        text = name.encode()
        bounds = part.start.to_bytes(8, "little") + part.stop.to_bytes(8, "little")
        person = b"qs-subkey-seed\0\0"
        data = len(text).to_bytes(8, "little") + text + bounds
        return hashlib.blake2b(data, digest_size=32, key=parent, person=person).digest()

    parent = tmp_path / "parent"
    SigningKey.create(parent, "5/8,5/8", ahead=QUIET).close()
    with FileStore.open(parent) as store, SigningKey.open(store, ahead=QUIET) as key:
        space = KeySpace(store)
        space.allocate("mail", 100)
        space.allocate("mail/eu", 50, source="mail")
        space.line("mail/eu").reserve(3)
        made = key.delegate(space, "mail/eu", "5/8")
        secret = store.material[20 + int.from_bytes(store.material[16:20]) :]
        with pytest.raises(exc.ValueError, match="64"):
            key.delegate(space, "", "5/8")
    root = hashlib.blake2b(secret, digest_size=32, person=b"qs-subkey-root\0\0").digest()
    mail = derived(root, "mail", range(100))
    assert made.seed == derived(mail, "mail/eu", range(3, 50))
    assert made.certificate.indices == range(3, 50)


def statement(version: int, public: bytes) -> bytes:
    """Return the message that a key signs for a sub-key."""
    bounds = (0).to_bytes(8, "little") + (40).to_bytes(8, "little")
    name = b"\x04mail"
    head = b"quicksalt-sub-%d\n" % version
    return head + name + bounds + len(public).to_bytes(2) + public


def test_a_signed_document_is_not_a_certificate(tmp_path: Path) -> None:
    """Reject a document that is a certificate for the sender's own key."""
    with SigningKey.create(tmp_path / "sender", "5/8") as sender:
        wanted = [statement(version, bytes(sender.public_key)) for version in (1, 2, 3)]
    with SigningKey.create(tmp_path / "service", "5/8", ahead=QUIET) as service:
        for document in wanted:
            for call in (
                lambda document=document: service.sign(document),
                lambda document=document: service.sign(memoryview(document)),
                lambda document=document: service.sign_many([b"a letter", document]),
                lambda document=document: asyncio.run(service.sign_async(document)),
            ):
                with pytest.raises(exc.ValueError, match="quicksalt-sub-"):
                    call()
        assert service.remaining() == 32
        for document in (b"quicksalt-sub", b"\n" + wanted[1]):
            verify(service.public_key, document, service.sign(document))


def test_the_first_version_of_a_certificate_is_refused(tmp_path: Path) -> None:
    with SigningKey.create(tmp_path / "sender", "5/8") as sender:
        forged = statement(1, bytes(sender.public_key)) + bytes(32)
    with pytest.raises(own.UnsafeCompatError):
        HssCertificate(forged)
    certificate = HssCertificate(forged, first_version=True)
    assert (certificate.name, bytes(certificate)) == ("mail", forged)
