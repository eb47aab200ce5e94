"""Revocation lists, used from Python, in contexts of `ssl` and in the command."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa

from quicksalt.trust import RejectedError, RevocationLists, TrustStore
from tests import golden
from tests.command import run
from tests.trust import tls
from tests.trust.authority import Authority, name, root, trusting

HOST = "localhost"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TEXTS = Path(__file__).with_name("verdicts.txt")
TOP = root("revocation top")
MIDDLE = TOP.authority("revocation middle")
LEAF, KEY = MIDDLE.leaf(HOST)
CHAIN = [LEAF, MIDDLE.der]


def serial(der: bytes) -> int:
    return x509.load_der_x509_certificate(der).serial_number


@pytest.fixture
def store() -> TrustStore:
    return trusting(TOP)


def lists(*ders: bytes, **policy: str) -> RevocationLists:
    made = RevocationLists(**policy)  # type: ignore[arg-type]
    assert [made.add(der) for der in ders] == [1] * len(ders) == [1] * len(made)
    return made


def code(store: TrustStore, followed: RevocationLists) -> tuple[str, str | None] | None:
    try:
        store.verify(CHAIN, HOST, time=NOW, revocation=followed)
    except RejectedError as error:
        return error.code, error.place
    return None


def test_verdicts(store: TrustStore) -> None:
    of_top, of_middle = TOP.revocations(), MIDDLE.revocations(5)
    assert code(store, lists(of_top, of_middle)) is None
    assert code(store, lists(of_top, MIDDLE.revocations(serial(LEAF)))) == ("revoked", "leaf")
    revoked_middle = TOP.revocations(serial(MIDDLE.der))
    assert code(store, lists(revoked_middle, of_middle)) == ("revoked", "intermediate")
    assert code(store, lists(revoked_middle, of_middle, depth="leaf")) is None
    assert code(store, lists()) == ("revocation-unknown", "leaf")
    assert code(store, lists(unknown="accept")) is None
    assert code(store, lists(of_top)) == ("revocation-unknown", "leaf")
    foreign = root("revocation middle").revocations(serial(LEAF))
    assert code(store, lists(of_top, foreign)) == ("crl-signature", "leaf")
    old = MIDDLE.revocations(days=10)
    assert code(store, lists(of_top, old)) == ("crl-expired", "leaf")
    assert code(store, lists(of_top, old, expired="accept")) is None


@pytest.mark.parametrize("bits", [1024, 2048, 3000])
def test_lists_signed_by_rsa_keys_of_unusual_size(bits: int) -> None:
    key = rsa.generate_private_key(65537, bits)
    subject = name("rsa")
    start, end = NOW.replace(year=2025), NOW.replace(year=2027)
    issuer = x509.CertificateBuilder(subject, subject, key.public_key(), 1, start, end)
    issuer = issuer.add_extension(x509.BasicConstraints(True, None), True)
    certificate = issuer.sign(key, hashes.SHA256())
    authority = Authority(certificate, key)  # type: ignore[arg-type]
    leaf = authority.leaf(HOST)[0]
    made = trusting(authority)
    followed = lists(authority.revocations(serial(leaf)))
    with pytest.raises(RejectedError) as caught:
        made.verify([leaf], HOST, time=NOW, revocation=followed)
    assert caught.value.code == ("algorithm" if bits < 2048 else "revoked")


def test_invalid_revocation_lists(tmp_path: Path) -> None:
    sound = TOP.revocations(1, 2, 3)
    made = RevocationLists()
    for wrong in (b"", b"text", sound[:-1], sound + b"\0", TOP.der, TOP.pem.encode()):
        with pytest.raises(ValueError, match="test: "):
            made.add(wrong, name="test")
    pem = TOP.revocations(pem=True) + MIDDLE.revocations(pem=True)
    assert (made.add(pem), len(made)) == (2, 2)
    (tmp_path / "lists.pem").write_bytes(pem)
    assert len(RevocationLists.load(tmp_path / "lists.pem")) == 2
    with pytest.raises(ValueError, match="regular"):
        RevocationLists.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        RevocationLists.load(tmp_path / "absent")
    for wrong_policy in ({"depth": "all"}, {"unknown": "deny"}, {"expired": None}):
        with pytest.raises(ValueError, match=r"depth|unknown|expired"):
            RevocationLists(**wrong_policy)  # type: ignore[arg-type]


def test_a_context_applies_revocation_lists(store: TrustStore, tmp_path: Path) -> None:
    def ask(*followed: bytes) -> bytes:
        context = store.ssl_context(revocation=lists(*followed))
        with (
            socket.create_connection(("127.0.0.1", server.port), 10) as plain,
            context.wrap_socket(plain, server_hostname=HOST) as secured,
        ):
            secured.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return secured.recv(1024)

    with tls.serve(tls.context(tmp_path, KEY, CHAIN)) as server:
        assert ask(TOP.revocations(), MIDDLE.revocations()) == tls.HELLO
        with pytest.raises(ssl.SSLCertVerificationError, match="revoked") as caught:
            ask(TOP.revocations(), MIDDLE.revocations(serial(LEAF)))
        assert caught.value.verify_code == 23
        golden.check_said(TEXTS, "revoked", caught.value, r"\(_ssl.*\)|\[SSL.*\]")
    assert len(server.received) == 1


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "chain.pem").write_text("".join(map(ssl.DER_cert_to_PEM_cert, CHAIN)))
    (tmp_path / "top.pem").write_text(TOP.pem)
    (tmp_path / "top.crl").write_bytes(TOP.revocations())
    (tmp_path / "middle.crl").write_bytes(MIDDLE.revocations(serial(LEAF), pem=True))
    (tmp_path / "bad.crl").write_bytes(TOP.revocations()[:-1])

    chain = ("--chain", tmp_path / "chain.pem", "--host", HOST, "--at", "2026-01-01")
    verify = partial(run, "trust", "verify", *chain, tmp_path / "top.pem")
    both = ("--crl", tmp_path / "top.crl", "--crl", tmp_path / "middle.crl")
    verify()
    assert "leaf (position 0" in verify(*both, code=1).output
    verify(*both[:2], code=1)
    verify(*both[:2], "--crl-unknown", "accept")
    assert "bad.crl" in verify("--crl", tmp_path / "bad.crl", code=4).output
    verify("--crl", tmp_path / "absent", code=2)
