"""The certificate chain that a host sends."""

from __future__ import annotations

import socket
import ssl

from quicksalt import exceptions

ENCODING_DER = 2
"""OpenSSL's X509_FILETYPE_ASN1: the encoding in which Python's `ssl` requests certificates."""


def fetch_chain(
    host: str, port: int = 443, *, server_name: str | None = None, timeout: float = 10.0
) -> list[bytes]:
    """Connect to a TLS server; return its certificates in DER, the leaf first.

    The handshake requests `server_name` (SNI), by default the host; servers with many names use it
    to select the chain.

    The certificates are not verified: use `TrustStore.verify`. Raises `OSError` if the connection
    fails, `UnavailableError` if this Python version does not expose the certificates, and
    `ValueError` for a host outside of ASCII, because the resolver could map lookalike characters
    and contact an unintended host.
    """
    asked = host if server_name is None else server_name
    if not host.isascii() or not asked.isascii():
        argument = "server_name" if host.isascii() else "host"
        text = f"{argument} must be a name in ASCII, with A-labels (xn--...) for other scripts"
        raise exceptions.ValueError(text)
    if not asked or asked.startswith("."):
        raise exceptions.ValueError(f"server_name must be the name of a host, not {asked!r}")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with (
        socket.create_connection((host, port), timeout) as connection,
        context.wrap_socket(connection, server_hostname=asked) as secured,
    ):
        return sent_chain(secured)


def sent_chain(secured: ssl.SSLSocket | ssl.SSLObject) -> list[bytes]:
    """Return a connection's server certificates in DER, as sent, the leaf first.

    Before Python 3.13, only the internal connection object exposes them. Raises `UnavailableError`
    if that object does not either.
    """
    ask = getattr(secured, "get_unverified_chain", None)
    ask = ask or getattr(getattr(secured, "_sslobj", None), "get_unverified_chain", None)
    if ask is None:
        text = "this Python version does not expose the certificates that a host sends"
        raise exceptions.UnavailableError(text)
    return [
        one if isinstance(one, bytes) else one.public_bytes(ENCODING_DER) for one in ask() or []
    ]
