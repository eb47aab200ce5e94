"""Settings of a trust store's contexts, and operations that the contexts reject."""

from __future__ import annotations

import copy
import pickle
import socket
import ssl
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from quicksalt import exceptions
from quicksalt.trust import TrustStore
from quicksalt.trust.tls import SSLContext
from tests.trust.authority import root, trusting

ONE, TWO = root("one"), root("two")


@pytest.fixture
def context() -> SSLContext:
    return trusting(ONE).ssl_context()


def test_it_is_a_context_with_the_settings_of_the_default_one(context: SSLContext) -> None:
    default = ssl.create_default_context()
    assert isinstance(context, ssl.SSLContext)
    for name in ("verify_mode", "check_hostname", "minimum_version", "maximum_version", "protocol"):
        assert getattr(context, name) == getattr(default, name), name
    assert context.options == default.options | ssl.OP_NO_RENEGOTIATION
    assert context.verify_flags == default.verify_flags


def test_verification_cannot_be_partly_disabled(context: SSLContext) -> None:
    with pytest.raises(ValueError, match="check_hostname"):
        context.verify_mode = ssl.CERT_NONE
    assert context.verify_mode == ssl.CERT_REQUIRED
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.check_hostname = True
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
    with pytest.raises(ValueError, match="7"):
        context.verify_mode = 7  # type: ignore[assignment]


@pytest.mark.parametrize(
    "flags", [ssl.VERIFY_CRL_CHECK_LEAF, ssl.VERIFY_CRL_CHECK_CHAIN, ssl.VERIFY_ALLOW_PROXY_CERTS]
)
def test_flags_that_cannot_be_followed(context: SSLContext, flags: ssl.VerifyFlags) -> None:
    before = context.verify_flags
    with pytest.raises(ValueError, match=r"verify_flags: .*VERIFY_"):
        context.verify_flags |= flags
    assert context.verify_flags == before
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    assert context.verify_flags & ssl.VERIFY_X509_STRICT


def test_the_common_name_is_never_looked_at(context: SSLContext) -> None:
    context.hostname_checks_common_name = False
    assert context.hostname_checks_common_name is False
    with pytest.raises(ValueError, match="hostname_checks_common_name"):
        context.hostname_checks_common_name = True


def test_renegotiation_stays_off(context: SSLContext) -> None:
    context.options = ssl.Options(0)
    assert context.options & ssl.OP_NO_RENEGOTIATION


def test_the_context_of_a_connection_stays(context: SSLContext) -> None:
    connection = context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="a.example")
    with pytest.raises(ValueError, match="cannot replace"):
        connection.context = ssl.create_default_context()
    assert connection.context is context


def test_servers_are_refused(context: SSLContext) -> None:
    with socket.socket() as plain, pytest.raises(ValueError, match="server_side"):
        context.wrap_socket(plain, server_side=True)
    with pytest.raises(ValueError, match="server_side"):
        context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_side=True)
    with pytest.raises(ValueError, match="PROTOCOL_TLS_CLIENT"):
        SSLContext(ssl.PROTOCOL_TLS_SERVER)


def test_it_is_neither_copied_nor_pickled(context: SSLContext) -> None:
    for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="pickle"):
            duplicate(context)


def test_loading_into_a_context_copies_the_store() -> None:
    store = trusting(ONE)
    context = store.ssl_context()
    store.add(root("later").der)
    assert len(context.store) == 2
    context.load_verify_locations(cadata=TWO.pem)
    context.load_verify_locations(cadata=root("more").pem)
    assert (len(store), len(context.store)) == (2, 4)


def test_loading_certificates_matches_python(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "one.pem").write_text(ONE.pem)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    ours = SSLContext()
    for each in (own, ours):
        each.load_verify_locations(tmp_path / "one.pem")
        each.load_verify_locations(str(tmp_path / "one.pem").encode(), capath=str(folder))
        each.load_verify_locations(cadata=ONE.der + TWO.der)
    assert ours.cert_store_stats() == own.cert_store_stats() == {"x509": 2, "crl": 0, "x509_ca": 2}
    assert sorted(ours.get_ca_certs(True)) == sorted(own.get_ca_certs(True))
    assert ours.get_ca_certs() == own.get_ca_certs()
    assert SSLContext().get_ca_certs() == []


REVOKED = "-----BEGIN X509 CRL-----\nMAA=\n-----END X509 CRL-----\n"


NOT_LOADED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({}, TypeError, "omitted"),
    ({"cafile": "absent"}, FileNotFoundError, "absent"),
    ({"capath": "absent"}, FileNotFoundError, "absent"),
    ({"cafile": "."}, IsADirectoryError, "directory"),
    ({"capath": "empty"}, NotADirectoryError, "empty"),
    ({"cafile": "empty"}, ssl.SSLError, "NO_CERTIFICATE_FOUND"),
    ({"cadata": ""}, ssl.SSLError, "NO_CERTIFICATE_FOUND"),
    ({"cadata": b""}, ssl.SSLError, "NO_CERTIFICATE_FOUND"),
    ({"cadata": b"0\x82"}, ssl.SSLError, "NO_CERTIFICATE_FOUND"),
    ({"cadata": "\u00e9"}, ValueError, "ASCII"),
    ({"cadata": 5}, TypeError, "bytes"),
    ({"cadata": ONE.pem + REVOKED}, exceptions.UnavailableError, "revocation"),
]


@pytest.mark.parametrize("case", NOT_LOADED)
def test_unloadable_files_are_errors(
    context: SSLContext,
    case: tuple[dict[str, Any], type[Exception], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments, error, text = case
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").touch()
    with pytest.raises(error, match=text):
        context.load_verify_locations(**arguments)
    assert len(context.store) == 1


def test_the_systems_certificates(
    context: SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.pem").write_text(TWO.pem)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "two.pem"))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    context.load_default_certs()
    assert [one.der for one in context.store] == [ONE.der, TWO.der]
    empty = SSLContext()
    empty.set_default_verify_paths()
    assert [one.der for one in empty.store] == [TWO.der]
    empty.load_verify_locations(cadata=ONE.pem)
    again = SSLContext()
    again.load_default_certs(ssl.Purpose.SERVER_AUTH)
    assert [one.der for one in again.store] == [TWO.der]
    with pytest.raises(TypeError, match="server"):
        again.load_default_certs("server")


def test_the_log_of_keys(
    context: SSLContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert context.keylog_filename is None
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys"))
    assert TrustStore().ssl_context().keylog_filename == str(tmp_path / "keys")


def test_an_interpreter_without_access_to_server_certificates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Creating a context fails; it does not return a context that skips verification."""
    monkeypatch.setitem(sys.modules, "_ssl", types.ModuleType("_ssl"))
    monkeypatch.delattr(ssl.SSLSocket, "get_unverified_chain", raising=False)
    with pytest.raises(exceptions.UnavailableError, match="certificates"):
        TrustStore().ssl_context()
