"""The contents, lookups, reports and output of a trust store."""

from __future__ import annotations

import os
import pickle
import ssl
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from quicksalt import exceptions
from quicksalt.lab.growth import certificates
from quicksalt.lab.growth.certificates import der
from quicksalt.trust import LoadError, Report, Skipped, TrustStore
from tests import golden
from tests.trust.authority import Authority, root


@pytest.fixture(scope="module")
def roots() -> list[Authority]:
    return [root(text) for text in ("A", "B, the second", "A")]


@pytest.fixture(scope="module")
def bundle(roots: list[Authority]) -> str:
    return "".join(one.pem for one in roots)


def test_contents_of_a_store(roots: list[Authority], bundle: str) -> None:
    store = TrustStore()
    assert store.add(bundle.encode()) == store.report == Report(loaded=3)
    assert len(store) == 3
    assert [one.der for one in store] == [one.der for one in roots]
    assert store[-1] == store[2] != store[0]
    assert {store[1], store[1]} == {store[1]}
    for one, own in zip(roots, store, strict=True):
        peer = one.certificate
        assert own.fingerprint == peer.fingerprint(hashes.SHA256())
        assert own.serial == peer.serial_number
        assert (own.not_before, own.not_after) == (
            peer.not_valid_before_utc,
            peer.not_valid_after_utc,
        )
        assert own.subject_der == own.issuer_der == peer.subject.public_bytes()
        key_id = peer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
        assert own.key_id == key_id
        assert store.by_key_id(key_id) == [own]
        assert store.by_fingerprint(own.fingerprint) == own
        assert store.by_fingerprint(own.fingerprint.hex(":").upper()) == own
        assert (own.authority, own.is_constrained, own.key) == (True, False, "EC P-256")
    assert store.by_subject(store[0].subject_der) == [store[2], store[0]]
    assert store[1].subject == store[1].issuer == "O=quicksalt, CN=B\\, the second"
    assert repr(store[1]) == "<Certificate 1: O=quicksalt, CN=B\\, the second>"
    assert store[0] in store
    assert roots[2].der in store
    assert root("A").der not in store
    assert "A" not in store


def test_names(roots: list[Authority], bundle: str) -> None:
    store = TrustStore()
    assert (store.names(), store.certificate_authorities()) == ([], b"\0\0")
    store.add(bundle.encode())
    names = [one.certificate.subject.public_bytes() for one in roots[:2]]
    assert store.names() == names
    wire = b"".join(len(one).to_bytes(2) + one for one in names)
    assert store.certificate_authorities() == len(wire).to_bytes(2) + wire


def test_files_and_reports(roots: list[Authority], tmp_path: Path) -> None:
    bad = roots[1].pem.replace("M", "!", 1)
    bundle = tmp_path / "bundle.pem"
    bundle.write_text(roots[0].pem + bad + "-----BEGIN PRIVATE KEY-----\n")
    (tmp_path / "one.der").write_bytes(roots[0].der)
    (tmp_path / "link.0").symlink_to(bundle)
    os.mkfifo(tmp_path / "fifo")
    store = TrustStore.load(tmp_path)
    at = len(roots[0].pem)
    texts = [skipped.text for skipped in store.report.skipped]
    golden.check(Path(__file__).with_name("skipped.txt"), "".join(f"{one}\n" for one in texts))
    assert store.report == Report(
        files=2,
        links=1,
        loaded=1,
        duplicates=1,
        skipped=(
            Skipped(bundle, at, "base64", texts[0]),
            Skipped(bundle, at + len(bad), "label", texts[1]),
            Skipped(tmp_path / "fifo", None, "not-a-file", texts[2]),
        ),
    )
    assert str(store.report.skipped[0]) == f"{bundle}, byte {at}: {texts[0]}"
    assert not store.report.is_clean
    with pytest.raises(LoadError, match=r"bundle.pem, byte \d+: .* 2 more") as caught:
        TrustStore.load(tmp_path, strict=True)
    assert caught.value.report == store.report
    assert isinstance(caught.value, ValueError)
    assert TrustStore.load(tmp_path / "one.der", strict=True).report.is_clean
    (missing,) = TrustStore.load(tmp_path / "absent", missing_ok=True).report.skipped
    assert (missing.source, missing.code) == (tmp_path / "absent", "unreadable")


def test_a_path_that_does_not_exist(roots: list[Authority], tmp_path: Path) -> None:
    (tmp_path / "one.pem").write_text(roots[0].pem)
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    store = TrustStore()
    for absent in (tmp_path / "absent", tmp_path / "one.pem" / "inside", tmp_path / "dangling"):
        with pytest.raises(FileNotFoundError, match=r"absent|inside|dangling") as caught:
            store.add_paths(tmp_path / "one.pem", absent)
        assert caught.value.filename == str(absent)
        assert (len(store), store.report) == (0, Report())
    assert store.add_paths(tmp_path / "absent", tmp_path / "one.pem", missing_ok=True).loaded == 1


def test_nested_folders_are_skipped_without_an_error(
    roots: list[Authority], tmp_path: Path
) -> None:
    (tmp_path / "java").mkdir()
    (tmp_path / "java" / "cacerts").write_bytes(b"\xfe\xed\xfe\xed")
    (tmp_path / "one.pem").write_text(roots[0].pem)
    store = TrustStore.load(tmp_path, strict=True)
    assert (len(store), store.report.directories) == (1, 1)
    (skipped,) = TrustStore.load(tmp_path / "java").report.skipped
    assert (skipped.code, "Java" in skipped.text) == ("format", True)


def test_additions_and_their_reports(roots: list[Authority]) -> None:
    store = TrustStore()
    first = store.add(roots[0].der)
    second = store.add(bytearray(roots[0].pem.encode() + b"-----END CERTIFICATE-----"), name="x")
    assert (first.loaded, second.loaded, second.duplicates) == (1, 0, 1)
    assert second.skipped[0].source == Path("x")
    assert store.report == first.and_then(second)
    assert (store.report.loaded, store.report.duplicates) == (1, 1)


def test_the_system_named_by_the_environment(
    roots: list[Authority], bundle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bundle.pem").write_text(bundle)
    (tmp_path / "certs").mkdir()
    (tmp_path / "certs" / "a.pem").write_text(root("C").pem)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "bundle.pem"))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    assert len(TrustStore.system(strict=True)) == len(roots)
    monkeypatch.setenv("SSL_CERT_DIR", f"{tmp_path / 'certs'}:{tmp_path / 'none'}")
    store = TrustStore.system()
    assert (len(store), len(store.report.skipped)) == (len(roots) + 1, 1)
    monkeypatch.setenv("SSL_CERT_FILE", "")
    assert len(TrustStore.system()) == 1


def test_certifi(monkeypatch: pytest.MonkeyPatch, bundle: str, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "certifi", None)
    with pytest.raises(exceptions.UnavailableError, match="certifi"):
        TrustStore.certifi()
    (tmp_path / "certifi.py").write_text(f"def where(): return {str(tmp_path / 'cacert.pem')!r}\n")
    (tmp_path / "cacert.pem").write_text(bundle)
    monkeypatch.delitem(__import__("sys").modules, "certifi")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(TrustStore.certifi(strict=True)) == 3


def test_pem_goes_to_ssl_and_back(bundle: str) -> None:
    store = TrustStore()
    store.add(bundle.encode())
    assert store.to_pem() == bundle
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=store.subset([store[1], 0]).to_pem())
    assert context.cert_store_stats()["x509_ca"] == 2
    assert [one.der for one in store.subset([2, -2])] == [store[2].der, store[1].der]


WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda s: s.add("text"), TypeError, "data"),
    (lambda s: s.by_fingerprint(b"short"), ValueError, "fingerprint"),
    (lambda s: s.by_fingerprint("no hex"), ValueError, "fingerprint"),
    (lambda s: s.by_subject(7), TypeError, "subject"),
    (lambda s: s[0], IndexError, "position 0"),
    (lambda s: s.subset([0]), IndexError, "position 0"),
]


def test_an_impossible_file_name() -> None:
    (skipped,) = TrustStore.load("a\0b").report.skipped
    assert skipped.code == "unreadable"


def test_a_report_is_plain_data(bundle: str) -> None:
    store = TrustStore()
    report = store.add(bundle.encode() + b"-----BEGIN CERTIFICATE-----")
    assert pickle.loads(pickle.dumps(report)) == report


def test_threads(bundle: str) -> None:
    store = TrustStore()
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(50):
                store.add(bundle.encode())
                assert [one.key for one in store] == ["EC P-256"] * len(store)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (errors, len(store)) == ([], 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"99991231235959Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)),
        (b"00010101000000Z", datetime(1, 1, 1, tzinfo=UTC)),
        (b"00000101000000Z", None),
        (b"99991231235960Z", None),
        (b"99999999999999Z", None),
    ],
)
def test_times_outside_the_calendar(text: bytes, expected: datetime | None) -> None:
    name, time = certificates.name(1), der(0x18, text)
    signature = der(0x03, b"\0" * 65)
    key = der(0x30, certificates.ED25519, der(0x03, b"\0" * 33))
    signed = der(
        0x30, der(0x02, b"\1"), certificates.ED25519, name, der(0x30, time, time), name, key
    )
    store = TrustStore()
    store.add(der(0x30, signed, certificates.ED25519, signature), strict=True)
    assert (store[0].not_before, store[0].not_after) == (expected, expected)
