"""Contexts and the injection beside packages that put a class of their own into `ssl`."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest

STEPS = {
    "gevent": "import gevent.monkey; gevent.monkey.patch_all()",
    "eventlet": "import eventlet; eventlet.monkey_patch()",
    "truststore": "import truststore; truststore.inject_into_ssl()",
    "quicksalt": "import quicksalt.trust; quicksalt.trust.inject_into_ssl()",
}

USE = """
import ssl, certifi, requests
from quicksalt.trust import TrustStore
ours = TrustStore.load(certifi.where()).ssl_context()
for context in (ssl.create_default_context(cafile=certifi.where()), ours):
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
"""


def works(order: tuple[str, ...]) -> bool:
    """Tell whether an order can work here: eventlet and truststore fail without us too.

    truststore's class puts connections of its own into a context, which one of ours refuses.
    """
    if {"gevent", "eventlet"} <= set(order) or {"eventlet", "truststore"} <= set(order):
        return False
    both = {"quicksalt", "truststore"} <= set(order)
    return not both or order.index("truststore") < order.index("quicksalt")


ORDERS = [o for n in (1, 2, 3) for o in itertools.permutations(STEPS, n) if works(o)]


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS, ids="-".join)
def test_contexts_beside_other_packages(order: tuple[str, ...]) -> None:
    for package in set(order) - {"quicksalt"}:
        pytest.importorskip(package)
    code = "\n".join([*(STEPS[step] for step in order), USE])
    argv = [sys.executable, "-W", "ignore", "-c", code]
    ended = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stderr[-600:]
