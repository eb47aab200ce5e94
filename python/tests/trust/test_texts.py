"""All error messages for rejected chains, stores and contexts, collected in one file."""

from __future__ import annotations

import pickle
import ssl
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quicksalt import exceptions
from quicksalt.trust import LoadError, RejectedError, RevocationLists, TrustStore, fetch_chain
from quicksalt.trust.tls import SSLContext
from tests import golden
from tests.golden import Refusal

from . import test_store, test_tls_settings, test_verify
from .authority import END, root, trusting
from .test_verify import HOST, NOW

TOP = root("top")
MIDDLE = TOP.authority("middle")
CHAIN = [MIDDLE.leaf(HOST)[0], MIDDLE.der]
STORE = trusting(TOP)
CONTEXT = STORE.ssl_context()
LATE = END.replace(year=END.year + 1)


def verify(chain: Any = CHAIN, host: Any = HOST, **more: Any) -> Callable[[], object]:
    return partial(STORE.verify, chain, host, **{"time": NOW, **more})


def setting(name: str, value: object) -> Callable[[], object]:
    return partial(setattr, CONTEXT, name, value)


def lists(*ders: bytes) -> RevocationLists:
    made = RevocationLists()
    for der in ders:
        made.add(der)
    return made


def in_bundle() -> object:
    Path("bundle.pem").write_text("-----BEGIN CERTIFICATE-----\n" * 3)
    return TrustStore.load(Path("bundle.pem"), strict=True)


def without_certifi() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "certifi", None)
        return TrustStore.certifi()


def limited() -> TrustStore:
    store = TrustStore()
    store.add(TOP.for_servers.encode())
    return store


def other_context() -> object:
    connection = CONTEXT.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="a.example")
    connection.context = ssl.create_default_context()
    return connection


def hidden() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "_ssl", type(sys)("_ssl"))
        patch.delattr(ssl.SSLSocket, "get_unverified_chain", raising=False)
        return TrustStore().ssl_context()


REFUSALS = [
    *(
        Refusal(ValueError, named, partial(STORE.verify, CHAIN, host, time=time, purpose=purpose))
        for (host, time, purpose), named in test_verify.WRONG
    ),
    *(
        Refusal(error, named, lambda call=call: call(TrustStore()))  # type: ignore[misc]
        for call, error, named in test_store.WRONG
    ),
    *(
        Refusal(error, named, partial(CONTEXT.load_verify_locations, **arguments))
        for arguments, error, named in test_tls_settings.NOT_LOADED
        # Python itself raises the other errors.
        if error in (TypeError, ValueError, exceptions.UnavailableError) and named != "bytes"
    ),
    Refusal(TypeError, "chain", verify(b"0\x82")),
    Refusal(ValueError, "chain", verify([])),
    Refusal(ValueError, "max_depth", verify(max_depth=7)),
    Refusal(ValueError, "profile", verify(profile="lax")),
    Refusal(ValueError, "host", lambda: fetch_chain("local\u2024host", 1)),
    Refusal(RejectedError, "host.example", verify(host="other.example")),
    Refusal(RejectedError, "middle", verify(CHAIN[:1])),
    Refusal(RejectedError, "leaf", verify([CHAIN[0][:-1] + b"\0", CHAIN[1]])),
    Refusal(RejectedError, "leaf", verify([b"no certificate"])),
    Refusal(RejectedError, "leaf", verify(time=0)),
    Refusal(RejectedError, "leaf", verify(time=LATE)),
    Refusal(RejectedError, "serverAuth", verify(host=None, purpose="client")),
    Refusal(RejectedError, "", verify(max_depth=0)),
    Refusal(RejectedError, "", verify(CHAIN[::-1])),
    Refusal(
        RejectedError,
        "authorityKeyIdentifier",
        verify([MIDDLE.leaf(HOST, is_bare=True)[0], MIDDLE.der], profile="strict"),
    ),
    Refusal(RejectedError, "common name", verify([TOP.leaf(HOST)[0]], profile="webpki")),
    Refusal(RejectedError, "", verify(revocation=lists(TOP.revocations()))),
    Refusal(
        RejectedError,
        "",
        verify(revocation=lists(TOP.revocations(), MIDDLE.revocations(days=10))),
    ),
    Refusal(ValueError, "test", lambda: RevocationLists().add(b"text", name="test")),
    Refusal(ValueError, "regular", lambda: RevocationLists.load(Path())),
    Refusal(ValueError, "depth", lambda: RevocationLists(depth="all")),  # type: ignore[arg-type]
    Refusal(ValueError, "unknown", lambda: RevocationLists(unknown="deny")),  # type: ignore[arg-type]
    Refusal(ValueError, "expired", lambda: RevocationLists(expired=None)),  # type: ignore[arg-type]
    Refusal(LoadError, "bundle.pem", in_bundle),
    Refusal(FileNotFoundError, "absent", lambda: TrustStore().add_paths(Path("absent"))),
    Refusal(exceptions.UnavailableError, "certifi", without_certifi),
    Refusal(TypeError, "list", lambda: STORE.merge([])),  # type: ignore[arg-type]
    Refusal(ValueError, "'text'", lambda: STORE.write_each(Path(), "text")),  # type: ignore[arg-type]
    Refusal(ValueError, "DER", lambda: limited().write_each(Path(), "der")),
    Refusal(ValueError, "check_hostname", setting("verify_mode", ssl.CERT_NONE)),
    Refusal(ValueError, "CRL", setting("verify_flags", ssl.VERIFY_CRL_CHECK_LEAF)),
    Refusal(ValueError, "", setting("hostname_checks_common_name", True)),
    Refusal(ValueError, "", other_context),
    Refusal(ValueError, "", partial(SSLContext, ssl.PROTOCOL_TLS_SERVER)),
    Refusal(TypeError, "pickle", lambda: pickle.dumps(CONTEXT)),
    Refusal(ValueError, "", partial(CONTEXT.wrap_bio, ssl.MemoryBIO(), ssl.MemoryBIO())),
    Refusal(exceptions.UnavailableError, "", hidden),
]


test_each, test_texts = golden.tests_of(Path(__file__).with_name("refusals.txt"), REFUSALS)
