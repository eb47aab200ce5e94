"""Contexts and injection, together with packages that replace the context class in `ssl`."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trust import tls
from tests.trust.authority import root

STEPS = {
    "gevent": "import gevent.monkey; gevent.monkey.patch_all()",
    "eventlet": "import eventlet; eventlet.monkey_patch()",
    "truststore": "import truststore; truststore.inject_into_ssl()",
    "quicksalt": "import quicksalt.trust; quicksalt.trust.inject_into_ssl()",
}

USE = """
import ssl, socket, sys
import truststore
from quicksalt.trust import TrustStore

cafile, port, neighbours = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "True"
ours = TrustStore.load(cafile).ssl_context()
for context in (ssl.create_default_context(cafile=cafile), TrustStore.load(cafile).ssl_context()):
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_TLSv1_1
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    assert context.verify_mode == ssl.CERT_NONE
server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server.options |= ssl.OP_NO_TLSv1_1
server.verify_mode = ssl.CERT_NONE
# pip has a copy of this one, and makes contexts of it without putting it into ssl.
pips = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
pips.load_verify_locations(cafile)


def ask(context, host):
    with socket.create_connection(("127.0.0.1", port), 20) as plain:
        with context.wrap_socket(plain, server_hostname=host) as secured:
            secured.sendall(b"GET / HTTP/1.0")
            return secured.recv(1024)


theirs = (ssl.create_default_context(cafile=cafile), pips) if neighbours else ()
if {"gevent", "eventlet"} & set(sys.modules):
    theirs = theirs[:1]  # truststore's contexts make connections of its own class
for context in (ours, *theirs):
    assert ask(context, "localhost").startswith(b"HTTP/1.0 200 OK")
    try:
        ask(context, "other.example")
    except ssl.SSLCertVerificationError:
        continue
    raise SystemExit(f"{type(context)} takes a server for another host")
"""
TOP = root("neighbours")


def works(order: tuple[str, ...]) -> bool:
    """Return whether the contexts of all these packages can be created in this order.

    Even without quicksalt, eventlet's contexts fail next to gevent's or truststore's. gevent's
    class on top of truststore's lacks the attributes of truststore's class.
    """
    if order == ("quicksalt", "truststore", "gevent"):
        return False
    return "eventlet" not in order or not {"gevent", "truststore"} & set(order)


def connects(order: tuple[str, ...]) -> bool:
    """Return whether Python's contexts connect: gevent's fail next to truststore's.

    They also fail without quicksalt.
    """
    return not {"gevent", "truststore"} <= set(order)


ORDERS = [o for n in (1, 2, 3) for o in itertools.permutations(STEPS, n) if works(o)]


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_contexts_beside_other_packages(order: tuple[str, ...], tmp_path: Path) -> None:
    for package in {*order, "truststore"} - {"quicksalt"}:
        pytest.importorskip(package)
    cafile = tmp_path / "top.pem"
    cafile.write_text(TOP.pem)
    leaf, key = TOP.leaf("localhost")
    code = "\n".join([*(STEPS[step] for step in order), USE])
    with tls.serve(tls.context(tmp_path, key, [leaf])) as server:
        argv = [sys.executable, "-W", "ignore", "-c", code, str(cafile), str(server.port)]
        argv.append(str(connects(order)))
        ended = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stderr[-900:]
