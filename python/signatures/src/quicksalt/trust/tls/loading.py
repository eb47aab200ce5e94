"""Loading of certificates for contexts, and access to the certificates of connections."""

from __future__ import annotations

import errno
import os
import ssl
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from quicksalt import exceptions
from quicksalt.trust.store import TrustStore

if TYPE_CHECKING:
    from _typeshed import StrOrBytesPath
    from typing_extensions import Buffer

REVOCATION_LIST = "X509 CRL"


def require_chains() -> None:
    """Raise `UnavailableError` if this Python version does not expose the server's certificates.

    Python 3.13 and later have a public method. In earlier versions, the internal connection object
    may have one.
    """
    below = getattr(sys.modules.get("_ssl"), "_SSLSocket", None)
    if not any(hasattr(kind, "get_unverified_chain") for kind in (ssl.SSLSocket, below)):
        text = "this Python version does not expose the certificates that a server sends"
        raise exceptions.UnavailableError(text)


@lru_cache(maxsize=1)
def _system(_places: tuple[str | None, ...]) -> TrustStore:
    return TrustStore.system()


def system_store() -> TrustStore:
    """Return the cached system store; reload it if the environment variables have changed."""
    return _system((os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")))


def certificates(
    cafile: StrOrBytesPath | None,
    capath: StrOrBytesPath | None,
    cadata: str | Buffer | None,
) -> TrustStore:
    """Load the arguments of `ssl.SSLContext.load_verify_locations`, with the same exceptions."""
    if cafile is None and capath is None and cadata is None:
        raise TypeError("cafile, capath and cadata cannot be all omitted")
    store = TrustStore()
    for path, is_folder in ((cafile, False), (capath, True)):
        if path is not None:
            store.add_paths(_readable(os.fsdecode(path), is_folder))
            # An empty directory is valid, as in OpenSSL.
            _require(store, os.fsdecode(path), may_be_empty=is_folder)
    if cadata is not None:
        for one in _split(cadata):
            store.add(one, name="cadata")
        _require(store, "cadata")
    return store


def _readable(path: str, is_folder: bool) -> str:
    if is_folder != os.path.isdir(path):
        os.stat(path)
        code = errno.ENOTDIR if is_folder else errno.EISDIR
        raise OSError(code, os.strerror(code), path)
    if not is_folder:
        with open(path, "rb"):
            pass
    return path


def _require(store: TrustStore, source: str, *, may_be_empty: bool = False) -> None:
    if any(REVOCATION_LIST in skipped.text for skipped in store.report.skipped):
        raise exceptions.UnavailableError(f"{source}: revocation lists are not supported here")
    if not len(store) and not may_be_empty:
        raise ssl.SSLError(
            int(ssl.SSLErrorNumber.SSL_ERROR_SSL), f"[X509: NO_CERTIFICATE_FOUND] none in {source}"
        )


def _split(data: str | Buffer) -> list[bytes]:
    """Split concatenated DER certificates; PEM text is returned unchanged."""
    if isinstance(data, str):
        if not data.isascii():
            raise ValueError("cadata should be an ASCII string or a bytes-like object")
        return [data.encode()]
    rest, parts = bytes(memoryview(data)), []
    while rest:
        length = _der_length(rest)
        parts.append(rest[:length])
        rest = rest[length:]
    return parts


def _der_length(der: bytes) -> int:
    """Return the length of the first DER element, or the total length if it is malformed."""
    if len(der) < 2 or der[0] != 0x30:
        return len(der)
    if der[1] < 0x80:
        return 2 + der[1]
    size = der[1] & 0x7F
    return 2 + size + int.from_bytes(der[2 : 2 + size], "big")
