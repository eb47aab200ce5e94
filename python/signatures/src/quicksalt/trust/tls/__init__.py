"""TLS through Python's `ssl`, with certificates verified by a `TrustStore`.

    context = TrustStore.system().ssl_context()
    urllib.request.urlopen("https://example.org", context=context)

OpenSSL performs the handshake. Python's own contexts load all trusted certificates into OpenSSL
before the first byte is sent; here the store verifies the server's chain at the end of the
handshake, before any application data is sent or returned.

`inject_into_ssl` enables this for the whole program.
"""

# May import: `trust/*`.

from __future__ import annotations

from quicksalt.trust.tls.context import SSLContext, client_context
from quicksalt.trust.tls.inject import extract_from_ssl, inject_into_ssl

__all__ = ["SSLContext", "client_context", "extract_from_ssl", "inject_into_ssl"]
