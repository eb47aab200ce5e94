"""Connections that verify the server before anything of the application passes.

The verdict falls at the end of the handshake, below the classes that programs use: in what stands
for OpenSSL's connection, so that it does not matter whether a socket is of `ssl`, of gevent or of
eventlet. A call that reads or writes without asking for the handshake causes it, as with Python's
own classes, and with it the verdict. A server that was refused stays refused: each further call
raises again.
"""

from __future__ import annotations

import _ssl
import errno
import ssl
from socket import socket
from typing import TYPE_CHECKING, Any, NamedTuple

from quicksalt import exceptions
from quicksalt.trust.errors import RejectedError
from quicksalt.trust.hosts import sent_chain

if TYPE_CHECKING:
    from quicksalt.trust.store import Verified
    from quicksalt.trust.tls.context import SSLContext

ERROR_CODES = {
    "crl-expired": 12,
    "crl-signature": 8,
    "critical-extension": 34,
    "expired": 10,
    "host": 62,
    "name-constraint": 47,
    "not-yet-valid": 9,
    "path-length": 25,
    "purpose": 26,
    "revocation-unknown": 3,
    "revoked": 23,
    "signature": 7,
    "unknown-issuer": 20,
}
"""OpenSSL's numbers (X509_V_ERR_...) for the reasons that programs look at."""
UNSPECIFIED = 1
"""OpenSSL's number for all other reasons."""

if TYPE_CHECKING:
    ORIGINAL = ssl.SSLContext
else:
    ORIGINAL = next(kind for kind in ssl.SSLContext.__mro__ if kind.__base__ is _ssl._SSLContext)
"""Python's own class. gevent, eventlet and truststore replace it in `ssl` by subclasses."""

if TYPE_CHECKING:
    PLAIN = ssl.SSLSocket
else:
    PLAIN = getattr(ORIGINAL, "sslsocket_class", None) or ssl.SSLSocket
"""Python's own class of connections over sockets; gevent and eventlet replace it in `ssl`."""


class Refusal(NamedTuple):
    """Why a server is not accepted."""

    code: str
    text: str

    def error(self) -> ssl.SSLCertVerificationError:
        """Return the exception that Python's own verification raises."""
        error = ssl.SSLCertVerificationError(
            int(ssl.SSLErrorNumber.SSL_ERROR_SSL),
            f"[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {self.text}",
        )
        error.library, error.reason = "SSL", "CERTIFICATE_VERIFY_FAILED"
        error.verify_code = ERROR_CODES.get(self.code, UNSPECIFIED)
        error.verify_message = self.text
        return error


class Certificate(bytes):
    """A certificate in DER, with the method that `ssl` asks for it from Python 3.13 on."""

    def public_bytes(self, _: int) -> bytes:
        """Return the certificate in DER."""
        return bytes(self)


class Connection:
    """OpenSSL's connection, through which bytes of the application pass once it is verified."""

    __slots__ = ("_below", "_chain", "_context", "_is_settled", "_refusal", "_verified")

    def __init__(self, below: Any, context: SSLContext) -> None:
        """Stand for a connection of the extension module that verifies nothing."""
        self._below = below
        self._context = context
        self._chain: list[bytes] = []
        self._verified: Verified | None = None
        self._refusal: Refusal | None = None
        self._is_settled = False

    def __getattr__(self, name: str) -> Any:
        """Return what concerns neither certificates nor bytes of the application."""
        return getattr(self._below, name)

    def do_handshake(self) -> None:
        """Do the handshake and verify the server."""
        if self._refusal is not None:
            raise self._refusal.error()
        self._below.do_handshake()
        if self._is_settled:
            return
        if self._context.verify_mode != ssl.CERT_NONE:
            try:
                self._verified = self._verify()
            except exceptions.CryptoError as error:
                self._refusal = Refusal(getattr(error, "code", "other"), str(error))
                raise self._refusal.error() from error
        self._is_settled = True

    def _verify(self) -> Verified:
        context = self._context
        self._chain = sent_chain(self._below)
        if not self._chain:
            raise RejectedError("no-certificate", "the server sent no certificate")
        host = self._below.server_hostname if context.check_hostname else None
        if context.check_hostname and not host:
            raise RejectedError("host", "check_hostname requires server_hostname")
        return context.store.verify(
            self._chain, host, revocation=context.revocation, profile=context.profile
        )

    def _begin(self) -> None:
        """Let nothing pass before the verdict."""
        if self._is_settled:
            return
        try:
            self.do_handshake()
        except ssl.SSLEOFError as error:
            # A socket that reads takes that one for the end of what the server had to say.
            text = "the server closed the connection in the handshake"
            raise ConnectionResetError(errno.ECONNRESET, text) from error

    def read(self, *args: Any) -> Any:
        """Read from a server that was verified."""
        self._begin()
        return self._below.read(*args)

    def write(self, data: Any) -> int:
        """Write to a server that was verified, and return how many bytes were taken."""
        self._begin()
        taken: int = self._below.write(data)
        return taken

    @property
    def is_settled(self) -> bool:
        """Whether bytes of the application may pass."""
        return self._is_settled

    @property
    def context(self) -> SSLContext:
        """The context of the connection; it cannot be replaced, since it verifies."""
        return self._context

    @context.setter
    def context(self, _: ssl.SSLContext) -> None:
        raise ValueError("the context of a connection that it verifies cannot be replaced")

    @property
    def session(self) -> Any:
        """The session of the connection; one that is set is not resumed."""
        return self._below.session

    @session.setter
    def session(self, _: Any) -> None:
        pass

    def getpeercert(self, binary_form: bool = False) -> Any:
        """Return the server's certificate: decoded if it was verified, else `{}`; or in DER."""
        # Without a handshake OpenSSL's binding raises.
        der = self._below.getpeercert(True)
        if binary_form:
            return der
        if self._verified is None:
            return {}
        # Whether it decodes depends on the context, and this one rests while others are wrapped.
        with self._context.lock:
            return self._below.getpeercert()

    def get_verified_chain(self) -> list[Certificate]:
        """Return the certificates from the server's to the trusted one; none unverified."""
        if self._verified is None:
            return []
        path = [self._chain[position] for position in self._verified.path]
        anchor = self._verified.anchor.der
        return [Certificate(der) for der in (path if anchor in path else [*path, anchor])]


class SSLObject(ssl.SSLObject):
    """A connection over memory buffers, as `asyncio` uses them."""

    _sslobj: Any

    def get_verified_chain(self) -> list[bytes]:
        """Return the certificates in DER from the server's to the trusted one; none unverified."""
        return [bytes(der) for der in self._sslobj.get_verified_chain()]


class SSLSocket(PLAIN):
    """A connection over a socket."""

    _sslobj: Any

    def get_verified_chain(self) -> list[bytes]:
        """Return the certificates in DER from the server's to the trusted one; none unverified."""
        return [bytes(der) for der in self._sslobj.get_verified_chain()]

    def shutdown(self, how: int) -> None:
        """Shut the connection down.

        TLS is taken off it, as from one of Python's own, only when the server was verified: what is
        sent or received before would pass in the clear.
        """
        if self._sslobj is None or self._sslobj.is_settled:
            super().shutdown(how)
        else:
            socket.shutdown(self, how)
