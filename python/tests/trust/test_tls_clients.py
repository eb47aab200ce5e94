"""Popular Python HTTP clients, used with a trust store's contexts."""

from __future__ import annotations

import asyncio
import http.client
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
import requests
import requests.adapters
import urllib3

from tests.trust import tls
from tests.trust.authority import BEGIN, root, trusting

TOP = root("clients' top")


def by_urllib(context: ssl.SSLContext, url: str) -> bytes:
    handler = urllib.request.HTTPSHandler(context=context)
    with urllib.request.build_opener(handler).open(url, timeout=10) as answer:
        body: bytes = answer.read()
    return body


def by_http_client(context: ssl.SSLContext, url: str) -> bytes:
    place = url.split("/")[2]
    with closing(http.client.HTTPSConnection(place, context=context, timeout=10)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().read()


def by_urllib3(context: ssl.SSLContext, url: str) -> bytes:
    with urllib3.PoolManager(ssl_context=context, retries=False) as pool:
        return pool.request("GET", url).data


def by_requests(context: ssl.SSLContext, url: str) -> bytes:
    class Adapter(requests.adapters.HTTPAdapter):
        def init_poolmanager(self, *args: object, **options: object) -> None:
            super().init_poolmanager(*args, ssl_context=context, **options)  # type: ignore

    with requests.Session() as session:
        session.trust_env = False
        session.mount("https://", Adapter())
        return session.get(url, timeout=10).content


async def fetch(context: ssl.SSLContext, url: str) -> bytes:
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context)) as session,
        session.get(url) as answer,
    ):
        return await answer.read()


def by_aiohttp(context: ssl.SSLContext, url: str) -> bytes:
    return asyncio.run(fetch(context, url))


async def stream(context: ssl.SSLContext, url: str) -> bytes:
    host, port = url.split("/")[2].split(":")
    reader, writer = await asyncio.open_connection(host, int(port), ssl=context)
    try:
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        return (await reader.read()).partition(b"\r\n\r\n")[2]
    finally:
        writer.close()
        await writer.wait_closed()


def by_asyncio(context: ssl.SSLContext, url: str) -> bytes:
    return asyncio.run(stream(context, url))


CLIENTS = [by_urllib, by_http_client, by_urllib3, by_requests, by_aiohttp, by_asyncio]
SERVERS = {
    "good": (True, {}),
    "expired": (False, {"end": BEGIN + timedelta(days=1)}),
    "wrong host": (False, {"host": "other.example"}),
    "unknown authority": (False, {"issuer": root("nobody")}),
}


def server(folder: Path, options: dict[str, object]) -> ssl.SSLContext:
    arguments = {"host": "localhost", **options}
    issuer = arguments.pop("issuer", TOP)
    leaf, key = issuer.leaf(**arguments)  # type: ignore[attr-defined]
    return tls.context(folder, key, [leaf])


def causes(error: BaseException | None) -> list[type]:
    """Return the classes of an error and of all errors that it wraps or carries."""
    found: list[type] = []
    while error is not None:
        found.append(type(error))
        inside = [one for one in error.args if isinstance(one, BaseException)]
        reason = getattr(error, "reason", None)
        inside += [reason] if isinstance(reason, BaseException) else []
        error = error.__cause__ or error.__context__ or next(iter(inside), None)
    return found


@pytest.mark.parametrize(("is_good", "options"), SERVERS.values(), ids=SERVERS)
@pytest.mark.parametrize("client", CLIENTS)
def test_clients(
    client: Callable[[ssl.SSLContext, str], bytes],
    is_good: bool,
    options: dict[str, object],
    tmp_path: Path,
) -> None:
    with tls.serve(server(tmp_path, options)) as served:
        if is_good:
            assert client(trusting(TOP).ssl_context(), served.url) == b"ok"
            return
        with pytest.raises(Exception) as caught:  # noqa: PT011
            client(trusting(TOP).ssl_context(), served.url)
        assert ssl.SSLCertVerificationError in causes(caught.value)
        assert served.received == []


def test_one_context_in_several_event_loops(tmp_path: Path) -> None:
    context = trusting(TOP).ssl_context()

    def loop(number: int) -> list[bool]:
        host = "localhost" if number % 2 else "127.0.0.1"

        async def several(url: str) -> list[bool]:
            asked = [stream(context, url.replace("localhost", host)) for _ in range(8)]
            return [one == b"ok" for one in await asyncio.gather(*asked)]

        return asyncio.run(several(served.url))

    with tls.serve(server(tmp_path, {})) as served, ThreadPoolExecutor(4) as pool:
        assert all(all(one) for one in pool.map(loop, range(4)))


def test_a_connection_upgraded_to_tls(tmp_path: Path) -> None:
    """`start_tls` checks that the argument is a context."""

    async def upgrade(url: str, host: str) -> bytes:
        port = int(url.split(":")[2].strip("/"))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            await writer.start_tls(trusting(TOP).ssl_context(), server_hostname=host)
            writer.write(b"GET / HTTP/1.0\r\n\r\n")
            return (await reader.read()).partition(b"\r\n\r\n")[2]
        finally:
            writer.close()

    with tls.serve(server(tmp_path, {})) as served:
        assert asyncio.run(upgrade(served.url, "localhost")) == b"ok"
        with pytest.raises(ssl.SSLCertVerificationError):
            asyncio.run(upgrade(served.url, "other.example"))
        assert len(served.received) == 1


INJECTED = """
import ssl
before, server = ssl.create_default_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
original = ssl.SSLContext
from quicksalt.trust import inject_into_ssl, extract_from_ssl
{early}
inject_into_ssl()
inject_into_ssl()

import asyncio, http.client, sys, urllib.error, urllib.request
import aiohttp, requests, urllib3
url, is_good = sys.argv[1], sys.argv[2] == "True"

async def fetch():
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return await answer.read()

clients = {{
    "urllib": lambda: urllib.request.urlopen(url).read(),
    "requests": lambda: requests.get(url, verify=sys.argv[3]).content,
    "urllib3": lambda: urllib3.PoolManager(retries=False).request("GET", url).data,
    "aiohttp": lambda: asyncio.run(fetch()),
}}
for name, ask in clients.items():
    try:
        assert ask() == b"ok" and is_good, name
    except AssertionError:
        raise
    except Exception as error:
        assert not is_good and "CERTIFICATE_VERIFY_FAILED" in repr(error), (name, error)

made = ssl.create_default_context()
assert type(made) is ssl.SSLContext is not original and type(before) is type(server) is original
assert urllib3.util.ssl_.SSLContext is ssl.SSLContext
assert type(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)) is original
assert isinstance(ssl._create_unverified_context(), ssl.SSLContext)
for context in (before, server, made):
    assert isinstance(context, ssl.SSLContext)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.verify_flags = context.verify_flags | ssl.VERIFY_X509_STRICT
    context.options |= ssl.OP_NO_TICKET
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context._msg_callback = None
    assert context.minimum_version == context.maximum_version == ssl.TLSVersion.TLSv1_3
    assert context.verify_mode == ssl.CERT_NONE and context.options & ssl.OP_NO_TICKET
    assert context.verify_flags & ssl.VERIFY_X509_STRICT
extract_from_ssl()
assert ssl.SSLContext is urllib3.util.ssl_.SSLContext is original
assert type(ssl.create_default_context()) is original
made.options |= ssl.OP_NO_TLSv1_2
made.maximum_version = ssl.TLSVersion.MAXIMUM_SUPPORTED
"""


@pytest.mark.parametrize(("is_good", "options"), SERVERS.values(), ids=SERVERS)
@pytest.mark.parametrize("early", ["", "import urllib3"])
def test_a_whole_program(
    is_good: bool,
    options: dict[str, object],
    early: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trusted = tmp_path / "trusted.pem"
    trusted.write_text(TOP.pem)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    with tls.serve(server(tmp_path, options)) as served:
        program = [sys.executable, "-c", INJECTED.format(early=early)]
        done = subprocess.run(
            [*program, served.url, str(is_good), str(trusted)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert len(served.received) == (4 if is_good else 0)
