"""Local TLS servers for the tests."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

HELLO = b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


@dataclass
class Server:
    """Counts of a server: received requests, full handshakes, resumed sessions."""

    port: int
    received: list[bytes] = field(default_factory=list)
    handshakes: int = 0

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}/"


def context(folder: Path, key: bytes, chain: list[bytes]) -> ssl.SSLContext:
    """Return a server context from a PEM key and DER certificates."""
    path = folder / "server.pem"
    path.write_text(key.decode() + "".join(map(ssl.DER_cert_to_PEM_cert, chain)))
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(path)
    return made


@contextmanager
def serve(context: ssl.SSLContext) -> Iterator[Server]:
    """Answer each request on a local port until the block ends."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(listener.getsockname()[1])
        threads: list[threading.Thread] = []

        def answer(connection: socket.socket) -> None:
            connection.settimeout(10)
            try:
                with connection, context.wrap_socket(connection, server_side=True) as secured:
                    server.handshakes += 1
                    if request := secured.recv(65536):
                        server.received.append(request)
                        secured.sendall(HELLO)
            except OSError:
                pass

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threads.append(threading.Thread(target=answer, args=(connection,)))
                threads[-1].start()

        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()
            for thread in threads:
                thread.join()
