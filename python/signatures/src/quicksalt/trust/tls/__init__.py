"""TLS by Python's `ssl`, certificates by a `TrustStore`.

    context = TrustStore.system().ssl_context()
    urllib.request.urlopen("https://example.org", context=context)

The handshake is OpenSSL's. Python's own contexts read all trusted certificates into OpenSSL before
the first byte is sent; here the chain that the server sends is verified by the store when the
handshake is done, before a byte of the application is sent or handed out.

`inject_into_ssl` makes this the way of the whole program.
"""

# May import: `trust/*`.

from __future__ import annotations

from quicksalt.trust.tls.context import SSLContext, client_context
from quicksalt.trust.tls.inject import extract_from_ssl, inject_into_ssl

__all__ = ["SSLContext", "client_context", "extract_from_ssl", "inject_into_ssl"]
