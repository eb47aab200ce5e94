"""The cost of verifying servers with a trust store instead of OpenSSL.

Two operations are measured: creating a context, and a request on a new connection. A request
consists of a handshake, the verification and a message each way. Client and server run in one
thread and communicate through memory buffers, so the thread's CPU clock can be used. Both contexts
trust the system's certificates and a local root, which issued the server's certificate.
"""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quicksalt.lab.local_server import certificates
from quicksalt.trust import TrustStore
from quicksalt_lab.ruler.measure import Competitor, Plan, insist
from quicksalt_lab.ruler.result import Group, Topic

OPENSSL = "ssl.create_default_context()"
LOADED = "TrustStore.system().ssl_context()"
OURS = "store.ssl_context()"
FIRST = "store.ssl_context(), signatures not met before"

CONTEXT_GOAL = 0.12
"""Maximum time of a context from a loaded store, relative to Python's own: 3 ms against 25 ms."""
REQUEST_GOAL = 1.0

HOST = "localhost"
MESSAGE = bytes(1000)


def contexts(plan: Plan | None = None) -> Group:
    """Time creating a context: Python's own, from a store being loaded, and from a loaded store."""
    store = TrustStore.system()
    competitors = [
        Competitor(OPENSSL, lambda count: [ssl.create_default_context() for _ in range(count)]),
        Competitor(LOADED, lambda count: [TrustStore.system().ssl_context() for _ in range(count)]),
        Competitor(OURS, lambda count: [store.ssl_context() for _ in range(count)]),
    ]
    return insist(Topic("making a context", len(store), "certificates"), lambda: competitors, plan)


def requests(plan: Plan | None = None) -> Group:
    """Time a request on a new connection, verified by OpenSSL and by a store.

    A store caches the verified signatures of known servers. OpenSSL verifies them each time, and so
    does the store with its cache cleared before each request.
    """
    root, chain, key = certificates(HOST)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "server.pem"
        path.write_text(key + chain)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(path)
    store = TrustStore.system()
    store.add(root.encode())
    forgetful = store | TrustStore()
    theirs = ssl.create_default_context()
    theirs.load_verify_locations(cadata=root)

    def line_up() -> list[Competitor]:
        made = {OPENSSL: theirs, OURS: store.ssl_context()}
        asking = {name: _Request(client, server) for name, client in made.items()}
        asking[FIRST] = _Request(forgetful.ssl_context(), server, forgetful.forget_signatures)
        return [Competitor(name, one.run, one.output) for name, one in asking.items()]

    return insist(Topic("a request on a new connection", len(MESSAGE), "bytes"), line_up, plan)


@dataclass
class _Request:
    """A client and a server connected through memory."""

    client: ssl.SSLContext
    server: ssl.SSLContext
    forget: Callable[[], None] | None = None
    """Called before each request."""
    answer: bytes = b""

    def run(self, count: int) -> None:
        """Connect, send a request and answer it, `count` times."""
        for _ in range(count):
            if self.forget is not None:
                self.forget()
            self.answer = self._ask()

    def output(self) -> bytes:
        """Return the last answer."""
        return self.answer

    def _ask(self) -> bytes:
        there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = self.client.wrap_bio(back, there, server_hostname=HOST)
        server = self.server.wrap_bio(there, back, server_side=True)
        waiting = [client, server]
        while waiting:
            for side in list(waiting):
                try:
                    side.do_handshake()
                    waiting.remove(side)
                except ssl.SSLWantReadError:
                    pass
        client.write(MESSAGE)
        server.write(server.read(len(MESSAGE)))
        return client.read(len(MESSAGE))
