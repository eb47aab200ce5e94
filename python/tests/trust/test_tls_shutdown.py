"""Connections that are shut down, abandoned or cancelled during the handshake."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quicksalt.trust import TrustStore
from tests.trust import tls
from tests.trust.authority import root

TOP = root("shutdown top")
REQUEST = b"the application's own bytes"
ENDED = (ssl.SSLError, ConnectionError, BlockingIOError)
"""After the end of a connection OpenSSL reports an arbitrary earlier errno."""


@pytest.fixture
def context() -> ssl.SSLContext:
    store = TrustStore()
    store.add(TOP.der)
    return store.ssl_context()


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """Listen, without answering."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def begun(context: ssl.SSLContext, peer: socket.socket) -> tuple[ssl.SSLSocket, socket.socket]:
    """Return a connection that has sent its ClientHello, and its peer socket."""
    plain = socket.create_connection(peer.getsockname(), 10)
    secured = context.wrap_socket(plain, server_hostname="localhost", do_handshake_on_connect=False)
    other, _ = peer.accept()
    other.settimeout(10)
    secured.settimeout(0)
    with pytest.raises(ssl.SSLWantReadError):
        secured.do_handshake()
    secured.settimeout(10)
    assert other.recv(65536)[:1] == b"\x16"
    return secured, other


@pytest.mark.parametrize("how", [socket.SHUT_RD, socket.SHUT_WR, socket.SHUT_RDWR])
def test_nothing_passes_after_a_shutdown_in_the_middle(
    context: ssl.SSLContext, silent: socket.socket, how: int
) -> None:
    """Python's own class would continue without TLS."""
    secured, other = begun(context, silent)
    with secured, other:
        other.sendall(b"what no one has verified")
        secured.shutdown(how)
        other.shutdown(socket.SHUT_WR)
        for _ in range(2):
            for use, argument in ((secured.send, REQUEST), (secured.sendall, REQUEST)):
                with pytest.raises(ENDED):
                    use(argument)  # type: ignore[operator]
            for use in (secured.recv, secured.read):
                with pytest.raises(ENDED):
                    use(16)
            with pytest.raises(ENDED):
                secured.recv_into(bytearray(16))
        other.settimeout(0.1)
        received = b""
        with suppress(TimeoutError):
            while part := other.recv(65536):
                received += part
        assert REQUEST not in received


def test_tls_cannot_be_removed_during_the_handshake(
    context: ssl.SSLContext, silent: socket.socket
) -> None:
    secured, other = begun(context, silent)
    with secured, other:
        with pytest.raises(ssl.SSLError):
            secured.unwrap()
        other.close()
        with pytest.raises(ENDED):
            secured.send(REQUEST)


def test_another_thread_shuts_the_connection_down(
    context: ssl.SSLContext, silent: socket.socket
) -> None:
    secured, other = begun(context, silent)
    with secured, other:
        timer = threading.Timer(0.1, secured.shutdown, [socket.SHUT_RDWR])
        timer.start()
        with pytest.raises(ENDED):
            secured.do_handshake()
        timer.join()
        with pytest.raises(ENDED):
            secured.send(REQUEST)


def test_a_cancelled_handshake(
    context: ssl.SSLContext, silent: socket.socket, tmp_path: Path
) -> None:
    """The context serves other connections during and after the cancellation."""
    leaf, key = TOP.leaf("localhost")

    async def ask(port: int) -> bytes:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=context, server_hostname="localhost"
        )
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        answer = await reader.read(1024)
        writer.close()
        return answer

    async def both(port: int) -> bytes:
        hanging = asyncio.create_task(ask(silent.getsockname()[1]))
        await asyncio.sleep(0.1)
        answer = await ask(port)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        return answer + await ask(port)

    with tls.serve(tls.context(tmp_path, key, [leaf])) as server:
        assert asyncio.run(both(server.port)) == 2 * tls.HELLO
