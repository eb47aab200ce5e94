"""Errors for rejected chains: the certificate at fault, and hints."""

from __future__ import annotations

import json
import pickle
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding

from quicksalt.trust import RejectedError, TrustStore
from tests.command import run
from tests.trust.authority import BEGIN, END, root, trusting

HOST = "host.example"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TOP = root("top")
MIDDLE = TOP.authority("middle")


def refused(trusted: TrustStore, chain: list[bytes], host: str = HOST) -> RejectedError:
    with pytest.raises(RejectedError) as caught:
        trusted.verify(chain, host, time=NOW)
    return caught.value


def test_an_issuer_is_missing() -> None:
    leaf = MIDDLE.leaf(HOST)[0]
    error = refused(trusting(TOP.der), [leaf])
    assert (error.code, error.hint) == ("unknown-issuer", "missing-issuer")
    assert (error.place, error.position, error.subject) == ("leaf", 0, "O=quicksalt, CN=leaf")
    assert error.issuer == error.missing_issuer == "O=quicksalt, CN=middle"
    assert (error.not_before, error.not_after) == (BEGIN, END)
    assert error.hosts == (HOST, "127.0.0.1")
    error = refused(trusting(root("other").der), [leaf, MIDDLE.der, TOP.der])
    assert (error.place, error.position, error.hint) == ("intermediate", 2, "untrusted-root")
    error = refused(TrustStore(), [leaf, MIDDLE.der])
    assert (error.place, error.hint) == (None, "empty-store")
    assert str(error).endswith("the store is empty")


def test_dates_hosts_and_order() -> None:
    old = MIDDLE.leaf(HOST, end=BEGIN + timedelta(days=1))[0]
    error = refused(trusting(TOP.der), [old, MIDDLE.der])
    assert (error.code, error.not_after) == ("expired", BEGIN + timedelta(days=1))
    assert "valid from 2025-01-01 to 2025-01-02" in str(error)
    leaf = MIDDLE.leaf(HOST)[0]
    error = refused(trusting(TOP.der), [leaf, MIDDLE.der], "other.example")
    assert str(error).endswith("host.example, 127.0.0.1")
    error = refused(trusting(TOP.der), [MIDDLE.der, leaf])
    assert (error.code, error.hint) == ("authority-as-leaf", "leaf-first")
    error = refused(trusting(TOP.der), [ssl.DER_cert_to_PEM_cert(leaf).encode()])
    assert (error.code, error.hint, error.place) == ("malformed", "pem", "leaf")


def test_purposes_and_extensions() -> None:
    client = MIDDLE.leaf(HOST, is_client=True)[0]
    error = refused(trusting(TOP.der), [client, MIDDLE.der])
    assert (error.code, error.purposes) == ("purpose", ("clientAuth",))
    key = ec.generate_private_key(ec.SECP256R1())
    unknown = x509.UnrecognizedExtension(x509.ObjectIdentifier("2.25.77"), b"\5\0")
    odd = TOP.sign("odd", key).add_extension(unknown, True).sign(TOP.key, hashes.SHA256())
    error = refused(trusting(TOP.der), [odd.public_bytes(Encoding.DER)])
    assert (error.code, error.oid) == ("critical-extension", "2.25.77")


def test_an_error_is_plain_data() -> None:
    error = refused(trusting(root("other").der), [MIDDLE.leaf(HOST)[0]])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_the_command_prints_the_same_error(tmp_path: Path) -> None:
    chain, roots, out = (tmp_path / name for name in ("chain.pem", "roots.pem", "out.json"))
    chain.write_text(ssl.DER_cert_to_PEM_cert(MIDDLE.leaf(HOST)[0]))
    roots.write_text(TOP.pem)
    arguments = ["--chain", chain, "--host", HOST, roots, "--json", out, "--at", "2026-01-01"]
    assert "O=quicksalt, CN=middle" in run("trust", "verify", *arguments, code=1).output
    (found,) = json.loads(out.read_text())["chains"]
    assert (found["place"], found["hint"], found["position"]) == ("leaf", "missing-issuer", 0)
    assert (found["missing_issuer"], found["hosts"]) == (
        "O=quicksalt, CN=middle",
        [HOST, "127.0.0.1"],
    )
    assert found["not_after"] == END.isoformat()
