"""Profiles, which are rules for certificates: used from Python, in contexts and in the command."""

from __future__ import annotations

import json
import ssl
import sys
from pathlib import Path

import pytest

from quicksalt.trust import Profile, RejectedError, TrustStore
from tests.command import run
from tests.trust.authority import root, trusting

HOST = "localhost"
TIME = 1_767_225_600
TOP = root("profiles")


@pytest.fixture
def store() -> TrustStore:
    return trusting(TOP)


BARE, BARE_KEY = TOP.leaf(HOST, is_bare=True)
SOUND, SOUND_KEY = TOP.leaf(HOST)


@pytest.mark.parametrize(
    ("leaf", "profile", "refused"),
    [
        (BARE, "usual", None),
        (BARE, "strict", "authorityKeyIdentifier"),
        (BARE, "webpki", "authorityKeyIdentifier"),
        (SOUND, "strict", None),
        # Its common name is "leaf".
        (SOUND, "webpki", "common name"),
    ],
)
def test_verify(store: TrustStore, leaf: bytes, profile: Profile, refused: str | None) -> None:
    if refused is None:
        assert store.verify([leaf], HOST, time=TIME, profile=profile).path == (0,)
        return
    with pytest.raises(RejectedError, match=refused) as caught:
        store.verify([leaf], HOST, time=TIME, profile=profile)
    assert (caught.value.code, caught.value.place) == ("profile", "leaf")


def connect(
    context: ssl.SSLContext, leaf: bytes, key: bytes, folder: Path
) -> ssl.SSLCertVerificationError | None:
    """Handshake with a server in memory; return the reason for a rejection."""
    path = folder / "server.pem"
    path.write_text(key.decode() + ssl.DER_cert_to_PEM_cert(leaf))
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(path)
    server = serving.wrap_bio(there, back, server_side=True)
    client = context.wrap_bio(back, there, server_hostname=HOST)
    waiting: list[ssl.SSLObject] = [client, server]
    while waiting:
        for side in list(waiting):
            try:
                side.do_handshake()
                waiting.remove(side)
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLCertVerificationError as error:
                return error
    return None


def test_contexts_are_as_strict_as_their_flags_say(store: TrustStore, tmp_path: Path) -> None:
    """Python's own contexts reach the same verdicts."""
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    own.load_verify_locations(cadata=TOP.pem)
    for context in (store.ssl_context(), own):
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        assert connect(context, BARE, BARE_KEY, tmp_path) is None
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        assert connect(context, SOUND, SOUND_KEY, tmp_path) is None
        assert connect(context, BARE, BARE_KEY, tmp_path) is not None


def test_new_contexts_are_as_strict_as_those_of_the_interpreter(store: TrustStore) -> None:
    is_strict = bool(store.ssl_context().verify_flags & ssl.VERIFY_X509_STRICT)
    assert is_strict == (sys.version_info >= (3, 13))


def test_the_command(store: TrustStore, tmp_path: Path) -> None:
    bundle, chain, out = (tmp_path / name for name in ("bundle.pem", "chain.pem", "out.json"))
    store.write(bundle)
    chain.write_text(ssl.DER_cert_to_PEM_cert(BARE))
    asked = ["trust", "verify", "--chain", str(chain), "--host", HOST, "--at", "2026-01-01"]
    for profile, code in (("usual", 0), ("strict", 1), ("webpki", 1)):
        command = [*asked, "--profile", profile, "--json", str(out), str(bundle)]
        run(*command, code=code)
        (outcome,) = json.loads(out.read_text())["chains"]
        assert outcome.get("code") == ("profile" if code else None)
