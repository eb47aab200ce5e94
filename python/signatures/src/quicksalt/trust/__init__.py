"""A store of trusted certificates that loads in linear time and reports everything it skips.

    store = TrustStore.system()
    store.verify(chain, "example.org")          # a list of certificates in DER, the leaf first
    urlopen("https://example.org", context=store.ssl_context())

`store.report` lists the loaded items, and the skipped items with file, byte offset and reason.
"""

# May import: `python/src`, `tls`.

from __future__ import annotations

from quicksalt.trust.certificate import Certificate
from quicksalt.trust.errors import LoadError, RejectedError
from quicksalt.trust.hosts import fetch_chain
from quicksalt.trust.report import Report, Skipped
from quicksalt.trust.revocation import RevocationLists
from quicksalt.trust.store import Profile, Purpose, TrustStore, Verified
from quicksalt.trust.tls import SSLContext, extract_from_ssl, inject_into_ssl

__all__ = [
    "Certificate",
    "LoadError",
    "Profile",
    "Purpose",
    "RejectedError",
    "Report",
    "RevocationLists",
    "SSLContext",
    "Skipped",
    "TrustStore",
    "Verified",
    "extract_from_ssl",
    "fetch_chain",
    "inject_into_ssl",
]
