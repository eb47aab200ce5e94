"""Contexts of `ssl` that verify with a trust store; no data passes before the verdict."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from quicksalt.trust import TrustStore
from tests import golden
from tests.trust import tls
from tests.trust.authority import BEGIN, root, trusting

TEXTS = Path(__file__).with_name("verdicts.txt")
TOP = root("tls top")
MIDDLE = TOP.authority("tls middle")
REQUEST = b"GET / HTTP/1.0\r\n\r\n"
VERSIONS = [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]

Start = Callable[..., AbstractContextManager[tls.Server]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start a server with a leaf certificate, further certificates and a protocol version."""

    def start(
        host: str = "localhost", others: list[bytes] | None = None, **options: object
    ) -> AbstractContextManager[tls.Server]:
        version = options.pop("version", None)
        leaf, key = MIDDLE.leaf(host, **options)  # type: ignore[arg-type]
        made = tls.context(tmp_path, key, [leaf, *([MIDDLE.der] if others is None else others)])
        if version is not None:
            made.maximum_version = version  # type: ignore[assignment]
        return tls.serve(made)

    return start


@pytest.fixture
def store() -> TrustStore:
    return trusting(TOP)


def connect(
    context: ssl.SSLContext, server: tls.Server, host: str | None = "localhost", **options: object
) -> ssl.SSLSocket:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
        return context.wrap_socket(plain, server_hostname=host, **options)  # type: ignore[arg-type]


def ask(context: ssl.SSLContext, server: tls.Server, host: str | None = "localhost") -> bytes:
    with connect(context, server, host) as connection, connection.makefile("rb") as answer:
        connection.sendall(REQUEST)
        return answer.read()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_server_that_is_verified(
    start: Start, store: TrustStore, version: ssl.TLSVersion
) -> None:
    own = ssl.create_default_context(cadata=TOP.pem)
    context = store.ssl_context()
    with start(version=version) as server, connect(context, server) as connection:
        assert connection.version() == version.name.replace("v1_", "v1.")
        assert connection.get_verified_chain() == [
            connection.getpeercert(True),
            MIDDLE.der,
            TOP.der,
        ]
        with connect(own, server) as other:
            assert connection.getpeercert() == other.getpeercert() != {}
        assert connection.context is context
        connection.sendall(REQUEST)
        assert connection.recv(1024) == tls.HELLO


class Other(ssl.SSLContext):
    """A context class that creates connections of Python's own class, as eventlet's does."""

    def wrap_socket(self, sock: socket.socket, *_: object, **kwargs: Any) -> ssl.SSLSocket:
        return ssl.SSLSocket._create(sock, context=self, **kwargs)  # type: ignore[attr-defined, no-any-return]


def put_sockets(context: ssl.SSLContext) -> None:
    context.sslsocket_class = ssl.SSLSocket


def put_a_class(context: ssl.SSLContext) -> None:
    context.__class__ = Other  # type: ignore[assignment]
    assert isinstance(context, Other)
    with pytest.raises(ValueError, match="verify_flags"):
        context.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF


@pytest.mark.parametrize("put", [put_sockets, put_a_class])
def test_connections_of_other_classes_are_verified(
    start: Start, store: TrustStore, put: Callable[[ssl.SSLContext], None]
) -> None:
    context = store.ssl_context()
    put(context)
    with start() as server:
        assert ask(context, server) == tls.HELLO
        with connect(context, server) as connection:
            assert type(connection) is ssl.SSLSocket
        with pytest.raises(ssl.SSLCertVerificationError, match="host"):
            ask(context, server, "other.example")
        assert context.check_hostname


def test_bypassing_the_class_accepts_no_server(start: Start, store: TrustStore) -> None:
    past = store.ssl_context()
    object.__setattr__(past, "__class__", Other)
    with start() as server, pytest.raises(ssl.SSLCertVerificationError, match="issuer"):
        ask(past, server)


def test_a_context_reports_its_settings_during_concurrent_use(
    start: Start, store: TrustStore
) -> None:
    context = store.ssl_context()
    ends = threading.Event()

    def wrap() -> None:
        while not ends.is_set():
            context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="localhost")

    with ThreadPoolExecutor(2) as pool, start() as server:
        for _ in range(2):
            pool.submit(wrap)
        try:
            for _ in range(500):
                assert context.check_hostname
                assert context.verify_mode == ssl.CERT_REQUIRED
            with connect(context, server) as connection:
                for _ in range(200):
                    assert connection.getpeercert() != {}
        finally:
            ends.set()


REFUSED = {
    "expired": ({"end": BEGIN + timedelta(days=1)}, "expired", 10),
    "wrong host": ({"host": "other.example"}, "host", 62),
    "no chain": ({"others": []}, "issue", 20),
    "unknown authority": ({"others": [root("nobody").der]}, "issue", 20),
}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_a_server_that_is_refused_receives_nothing(
    start: Start,
    store: TrustStore,
    case: tuple[dict[str, object], str, int],
    version: ssl.TLSVersion,
) -> None:
    options, text, code = case
    with start(version=version, **options) as server:
        with pytest.raises(ssl.SSLCertVerificationError, match=text) as caught:
            ask(store.ssl_context(), server)
        assert (caught.value.verify_code, caught.value.reason) == (
            code,
            "CERTIFICATE_VERIFY_FAILED",
        )
        for pass_by in ("write", "send", "sendall", "read", "recv", "do_handshake"):
            with connect(store.ssl_context(), server, do_handshake_on_connect=False) as connection:
                use = getattr(connection, pass_by)
                arguments = [] if pass_by == "do_handshake" else [16]
                arguments = [REQUEST] if pass_by in ("write", "send", "sendall") else arguments
                for _ in range(2):
                    with pytest.raises(ssl.SSLCertVerificationError, match=text):
                        use(*arguments)
                with pytest.raises(ssl.SSLCertVerificationError, match=text):
                    connection.recv_into(bytearray(16))
                assert connection.getpeercert() == {}
                assert connection.get_verified_chain() == []
                connection.shutdown(socket.SHUT_WR)
                with pytest.raises(ssl.SSLCertVerificationError, match=text):
                    connection.send(REQUEST)
    assert server.received == []


def buffers(
    context: ssl.SSLContext, host: str = "localhost"
) -> tuple[ssl.SSLObject, ssl.MemoryBIO, ssl.MemoryBIO]:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    return context.wrap_bio(incoming, outgoing, server_hostname=host), incoming, outgoing


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("host", ["localhost", "other.example"])
@pytest.mark.parametrize("way", ["do_handshake", "write", "read"])
def test_over_buffers(
    start: Start, store: TrustStore, version: ssl.TLSVersion, host: str, way: str
) -> None:
    """Before the verdict, nothing enters the outgoing buffer and nothing is returned."""
    connection, incoming, outgoing = buffers(store.ssl_context(), host)
    arguments = {"do_handshake": (), "write": (REQUEST,), "read": (16,)}[way]
    is_good = host == "localhost"
    with (
        start(version=version) as server,
        socket.create_connection(("127.0.0.1", server.port), 10) as plain,
    ):
        is_asked = not is_good or way != "read"
        while True:
            try:
                getattr(connection, way)(*arguments)
                break
            except ssl.SSLWantReadError:
                # The server closes after its answer: a further request would meet a reset
                # connection.
                if not is_asked and connection.version() and not incoming.pending:
                    connection.write(REQUEST)
                    is_asked = True
                plain.sendall(outgoing.read())
                received = plain.recv(65536)
                assert received, "the server closed the connection before the end"
                incoming.write(received)
            except ssl.SSLCertVerificationError:
                assert not is_good
                break
        if not is_good:
            outgoing.read()
            for use, argument in ((connection.write, REQUEST), (connection.read, 16)):
                with pytest.raises(ssl.SSLCertVerificationError):
                    use(argument)  # type: ignore[operator]
            assert outgoing.pending == 0
        with suppress(OSError):
            plain.shutdown(socket.SHUT_WR)
    assert is_good or server.received == []


@pytest.mark.parametrize("version", VERSIONS)
def test_no_session_is_resumed(start: Start, store: TrustStore, version: ssl.TLSVersion) -> None:
    """A resumed session lacks certificates, so it could not be verified for a different host."""
    context = store.ssl_context()
    with start(version=version) as server:
        with connect(context, server) as first:
            first.sendall(REQUEST)
            first.recv(1024)
            session = first.session
        assert session is not None
        with connect(context, server, session=session) as second:
            assert not second.session_reused
            assert second.get_verified_chain()[-1] == TOP.der
        with pytest.raises(ssl.SSLCertVerificationError, match="host"):
            connect(context, server, "other.example", session=session)
        third = connect(context, server, do_handshake_on_connect=False)
        with third:
            third.session = session
            third.do_handshake()
            assert not third.session_reused
        plain = socket.socket()
        with plain, pytest.raises(TypeError, match="SSLSession"):
            context.wrap_socket(plain, server_hostname="localhost", session=b"")  # type: ignore


def test_a_server_without_a_certificate(store: TrustStore) -> None:
    made, context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), store.ssl_context()
    for one in (made, context):
        one.maximum_version = ssl.TLSVersion.TLSv1_2
        one.set_ciphers("aNULL@SECLEVEL=0")
    with tls.serve(made) as server:
        with pytest.raises(ssl.SSLCertVerificationError) as caught:
            ask(context, server)
        golden.check_said(TEXTS, "no certificate", caught.value, r"\(_ssl.*\)|\[SSL.*\]")
        assert server.received == []


def test_chains_in_disorder_and_of_many_certificates(start: Start, store: TrustStore) -> None:
    noise = [root(f"noise {number}").der for number in range(98)]
    for others in ([TOP.der, MIDDLE.der], [*noise, MIDDLE.der]):
        with start(others=others) as server:
            assert ask(store.ssl_context(), server) == tls.HELLO


def test_a_certificate_of_a_megabyte(start: Start, store: TrustStore) -> None:
    with start(padding=1 << 20) as server:
        with pytest.raises(ssl.SSLError):
            ask(store.ssl_context(), server)
        assert server.received == []


def test_connections_that_end_in_the_middle_of_the_handshake(store: TrustStore) -> None:
    context = store.ssl_context()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(64)

        thread = threading.Thread(target=hang_up)
        thread.start()
        server = tls.Server(listener.getsockname()[1])
        with pytest.raises(OSError, match=r"EOF|reset") as caught:
            ask(context, server)
        assert not isinstance(caught.value, ssl.SSLCertVerificationError)
        thread.join()
        connection = connect(context, server, do_handshake_on_connect=False)
        connection.settimeout(0)
        with pytest.raises(ssl.SSLWantReadError):
            connection.do_handshake()
        connection.close()


def test_one_context_in_many_threads(start: Start, store: TrustStore) -> None:
    context = store.ssl_context()
    hosts = ["localhost", "127.0.0.1", "other.example"] * 16

    def outcome(host: str) -> bytes | str:
        try:
            return ask(context, server, host)
        except ssl.SSLCertVerificationError as error:
            return str(error.verify_message)

    with start() as server, ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(outcome, hosts))
    good = [one == tls.HELLO for one in outcomes]
    assert good == [host != "other.example" for host in hosts]
    assert len(server.received) == 32


def test_a_client_shows_its_certificate(store: TrustStore, tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    leaf, key = MIDDLE.leaf("client", is_client=True)
    tls.context(tmp_path / "c", key, [leaf, MIDDLE.der])
    server_leaf, server_key = MIDDLE.leaf("localhost")
    made = tls.context(tmp_path, server_key, [server_leaf, MIDDLE.der])
    made.verify_mode = ssl.CERT_REQUIRED
    made.load_verify_locations(cadata=TOP.pem)
    context = store.ssl_context()
    context.load_cert_chain(tmp_path / "c" / "server.pem")
    with tls.serve(made) as server:
        assert ask(context, server) == tls.HELLO


def test_without_a_host_or_any_verification(start: Start, store: TrustStore) -> None:
    with start("other.example") as server:
        context = store.ssl_context()
        with pytest.raises(ValueError, match="server_hostname"):
            connect(context, server, None)
        with pytest.raises(ValueError, match="server_hostname"):
            context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO())
        context.check_hostname = False
        assert ask(context, server, None) == tls.HELLO
        nobody = TrustStore().ssl_context()
        nobody.check_hostname = False
        nobody.verify_mode = ssl.CERT_NONE
        assert ask(nobody, server) == tls.HELLO
        with connect(nobody, server) as connection:
            assert connection.getpeercert() == {}
