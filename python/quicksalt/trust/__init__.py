"""A store of trusted certificates that loads in linear time and loses nothing silently.

    store = TrustStore.system()
    store.verify(chain, "example.org")          # a list of certificates in DER, the leaf first
    context.load_verify_locations(cadata=store.minimal([chain]).to_pem())

`store.report` says what was loaded and what was not: file, byte offset and reason.
"""

from __future__ import annotations

from quicksalt.trust.certificate import Certificate
from quicksalt.trust.errors import LoadError, RejectedError
from quicksalt.trust.hosts import fetch_chain
from quicksalt.trust.report import Report, Skipped
from quicksalt.trust.store import Purpose, TrustStore, Verified

__all__ = [
    "Certificate",
    "LoadError",
    "Purpose",
    "RejectedError",
    "Report",
    "Skipped",
    "TrustStore",
    "Verified",
    "fetch_chain",
]
