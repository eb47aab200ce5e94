"""Verdicts on chains, a host's chain, and the smallest store that verifies the host."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from quicksalt import exceptions
from quicksalt.trust import RejectedError, TrustStore, fetch_chain
from tests import golden
from tests.trust import tls
from tests.trust.authority import END, Authority, root, trusting

HOST = "host.example"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def top() -> Authority:
    return root("top")


@pytest.fixture(scope="module")
def middle(top: Authority) -> Authority:
    return top.authority("middle")


@pytest.fixture(scope="module")
def store(top: Authority) -> TrustStore:
    return trusting(root("other"), top, root("another"))


@pytest.fixture(scope="module")
def chain(middle: Authority) -> list[bytes]:
    return [middle.leaf(HOST)[0], middle.der]


def test_a_chain_is_accepted(store: TrustStore, chain: list[bytes]) -> None:
    noise = root("noise").der
    for time in (NOW, NOW.timestamp(), int(NOW.timestamp())):
        anchor, path = store.verify([chain[0], noise, chain[1]], HOST, time=time)
        assert (anchor, path) == (store[1], (0, 2))
    assert store.verify(chain, "127.0.0.1", time=NOW).anchor == store[1]
    assert store.verify(chain, None, time=NOW).anchor == store[1]


def test_a_cached_signature_does_not_skip_other_checks(
    store: TrustStore, chain: list[bytes]
) -> None:
    damaged = chain[0][:-1] + bytes([chain[0][-1] ^ 1])
    for _ in range(2):
        assert store.verify(chain, HOST, time=NOW).anchor == store[1]
        with pytest.raises(RejectedError) as caught:
            store.verify([damaged, chain[1]], HOST, time=NOW)
        assert caught.value.code == "signature"
        with pytest.raises(RejectedError) as caught:
            store.verify(chain, "other.example", time=NOW)
        assert caught.value.code == "host"
        with pytest.raises(RejectedError) as caught:
            store.verify(chain, HOST, time=END.timestamp() + 1)
        assert caught.value.code in ("expired", "anchor-expired")
    store.forget_signatures()
    assert store.verify(chain, HOST, time=NOW).anchor == store[1]


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("host", ("other.example", NOW, "server")),
        ("expired", (HOST, END.replace(year=END.year + 1), "server")),
        ("not-yet-valid", (HOST, 0, "server")),
        ("purpose", (None, NOW, "client")),
    ],
)
def test_rejections(store: TrustStore, chain: list[bytes], code: str, arguments: Any) -> None:
    host, time, purpose = arguments
    with pytest.raises(RejectedError) as caught:
        store.verify(chain, host, time=time, purpose=purpose)
    assert caught.value.code == code
    assert isinstance(caught.value, exceptions.CryptoError)


def test_forgeries(store: TrustStore, chain: list[bytes]) -> None:
    forged = bytearray(chain[0])
    forged[-1] ^= 1
    for sent, code in (
        ([bytes(forged), chain[1]], "signature"),
        (chain[:1], "unknown-issuer"),
        ([b"no certificate"], "malformed"),
    ):
        with pytest.raises(RejectedError) as caught:
            store.verify(sent, HOST, time=NOW)
        assert caught.value.code == code


def test_clients(store: TrustStore, middle: Authority) -> None:
    chain = [middle.leaf("someone", is_client=True)[0], middle.der]
    assert store.verify(chain, None, time=NOW, purpose="client").path == (0, 1)


WRONG: list[tuple[tuple[Any, Any, Any], str]] = [
    (("host\u2024example", NOW, "server"), "host"),
    (("h\u00f6st.example", NOW, "server"), "host"),
    (("", NOW, "server"), "host"),
    (("host.example:443", NOW, "server"), "host"),
    ((HOST, datetime(2026, 1, 1), "server"), "zone"),
    ((HOST, -1, "server"), "time"),
    ((HOST, float("nan"), "server"), "time"),
    ((HOST, 1e300, "server"), "time"),
    ((HOST, NOW, "sever"), "'sever'"),
]


@pytest.mark.parametrize("chain", [b"0\x82", "chain", [1, 2], [b"0\x82", "text"], [None]])
def test_malformed_chains_are_rejected(store: TrustStore, chain: Any) -> None:
    with pytest.raises(TypeError, match="chain"):
        store.verify(chain, HOST)


@pytest.mark.parametrize(
    ("key", "digest"),
    [
        (ec.generate_private_key(ec.SECP521R1()), hashes.SHA512()),
        (rsa.generate_private_key(65537, 1024), hashes.SHA256()),
        (rsa.generate_private_key(65537, 2048), hashes.SHA224()),
    ],
    ids=["P-521", "RSA 1024", "SHA-224"],
)
def test_kinds_of_signatures_that_are_not_accepted(key: Any, digest: hashes.HashAlgorithm) -> None:
    names = [
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in ("unusual", "leaf")
    ]
    start, end = NOW.replace(year=2025), NOW.replace(year=2027)
    trusted, leaf = (
        x509.CertificateBuilder(names[0], name, key.public_key(), number, start, end)
        .add_extension(x509.BasicConstraints(number == 1, None), True)
        .sign(key, digest)
        .public_bytes(Encoding.DER)
        for number, name in enumerate(names, 1)
    )
    store = trusting(trusted)
    with pytest.raises(RejectedError) as caught:
        store.verify([leaf], None, time=NOW)
    assert caught.value.code == "algorithm"
    golden.check_said(
        Path(__file__).with_name("verdicts.txt"),
        "algorithm",
        caught.value,
        r"(key|curve|OID) [\w.-]+$",
    )


def test_a_trusted_leaf_is_trusted_only_as_itself(middle: Authority) -> None:
    leaf = middle.leaf(HOST)[0]
    store = trusting(leaf)
    assert [one.is_authority for one in store] == [False]
    assert store.verify([leaf], HOST, time=NOW).anchor == store[0]
    with pytest.raises(RejectedError) as caught:
        store.verify([leaf], "other.example", time=NOW)
    assert caught.value.code == "host"
    with pytest.raises(RejectedError):
        store.verify([middle.leaf(HOST)[0]], HOST, time=NOW)


def test_the_dates_of_the_trusted_certificate_by_option(top: Authority) -> None:
    store = trusting(top)
    late = END.replace(year=END.year + 1)
    leaf = [top.leaf(HOST, end=late.replace(year=late.year + 1))[0]]
    with pytest.raises(RejectedError) as caught:
        store.verify(leaf, HOST, time=late)
    assert caught.value.code == "anchor-expired"
    assert store.verify(leaf, HOST, time=late, anchor_dates=False).anchor == store[0]


def test_how_deep_a_chain_may_be(store: TrustStore, chain: list[bytes]) -> None:
    assert store.verify(chain, HOST, time=NOW, max_depth=1).path == (0, 1)
    with pytest.raises(RejectedError) as caught:
        store.verify(chain, HOST, time=NOW, max_depth=0)
    assert caught.value.code == "too-deep"
    for depth in (-1, 7):
        with pytest.raises(ValueError, match="max_depth"):
            store.verify(chain, HOST, max_depth=depth)


@pytest.fixture
def server(middle: Authority, tmp_path: Path) -> Iterator[int]:
    """Serve a chain of two certificates on a local port."""
    leaf, key = middle.leaf("localhost")
    with tls.serve(tls.context(tmp_path, key, [leaf, middle.der])) as served:
        yield served.port


def test_the_chain_of_a_host_and_the_least_store_for_it(
    store: TrustStore, middle: Authority, server: int
) -> None:
    chain = fetch_chain("127.0.0.1", server)
    assert chain[1:] == [middle.der]
    assert store.verify(chain, "localhost", time=NOW).anchor == store[1]
    least = store.minimal([chain, chain], time=NOW)
    assert [one.der for one in least] == [store[1].der]
    with pytest.raises(RejectedError):
        TrustStore().minimal([chain], time=NOW)
