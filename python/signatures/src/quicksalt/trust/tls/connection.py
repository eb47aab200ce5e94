"""Connections that verify the server before any application data passes.

Verification runs at the end of the handshake, in the object that replaces OpenSSL's connection
object, below the classes that programs use. It therefore works for sockets of `ssl`, gevent and
eventlet. A read or write before the handshake triggers the handshake, as in Python's own classes,
and thereby the verification. After a rejection, each further call raises the exception again.
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
"""OpenSSL's codes (X509_V_ERR_...) for the reasons that programs distinguish."""
UNSPECIFIED = 1
"""OpenSSL's code for all other reasons."""

if TYPE_CHECKING:
    ORIGINAL = ssl.SSLContext
else:
    ORIGINAL = next(kind for kind in ssl.SSLContext.__mro__ if kind.__base__ is _ssl._SSLContext)
"""Python's own class. gevent, eventlet and truststore replace it in `ssl` by subclasses."""

if TYPE_CHECKING:
    PLAIN = ssl.SSLSocket
else:
    PLAIN = getattr(ORIGINAL, "sslsocket_class", None) or ssl.SSLSocket
"""Python's own class of socket connections; gevent and eventlet replace it in `ssl`."""


class Refusal(NamedTuple):
    """The reason why a server is rejected."""

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
    """A certificate in DER, with the method that `ssl` requires since Python 3.13."""

    def public_bytes(self, _: int) -> bytes:
        """Return the certificate in DER."""
        return bytes(self)


class Connection:
    """A replacement of OpenSSL's connection that passes data only after verification."""

    __slots__ = ("_below", "_chain", "_context", "_is_settled", "_refusal", "_verified")

    def __init__(self, below: Any, context: SSLContext) -> None:
        """Wrap a connection of the extension module, which does not verify anything."""
        self._below = below
        self._context = context
        self._chain: list[bytes] = []
        self._verified: Verified | None = None
        self._refusal: Refusal | None = None
        self._is_settled = False

    def __getattr__(self, name: str) -> Any:
        """Forward attributes unrelated to certificates and application data."""
        return getattr(self._below, name)

    def do_handshake(self) -> None:
        """Perform the handshake and verify the server."""
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
        """Complete the handshake and the verification if necessary."""
        if self._is_settled:
            return
        try:
            self.do_handshake()
        except ssl.SSLEOFError as error:
            # A socket would treat `SSLEOFError` in a read as the regular end of the data.
            text = "the server closed the connection during the handshake"
            raise ConnectionResetError(errno.ECONNRESET, text) from error

    def read(self, *args: Any) -> Any:
        """Read from a verified server."""
        self._begin()
        return self._below.read(*args)

    def write(self, data: Any) -> int:
        """Write to a verified server, and return the number of accepted bytes."""
        self._begin()
        taken: int = self._below.write(data)
        return taken

    @property
    def is_settled(self) -> bool:
        """Return whether application data may pass."""
        return self._is_settled

    @property
    def context(self) -> SSLContext:
        """The context, which cannot be replaced because it verifies the server."""
        return self._context

    @context.setter
    def context(self, _: ssl.SSLContext) -> None:
        raise ValueError("cannot replace the context of a connection: it verifies the server")

    @property
    def session(self) -> Any:
        """The session of the connection; setting it does nothing."""
        return self._below.session

    @session.setter
    def session(self, _: Any) -> None:
        pass

    def getpeercert(self, binary_form: bool = False) -> Any:
        """Return the server's certificate in DER or decoded; decoded it is `{}` if unverified."""
        # Without a handshake, OpenSSL's binding raises an exception.
        der = self._below.getpeercert(True)
        if binary_form:
            return der
        if self._verified is None:
            return {}
        # Decoding depends on the context's mode, which the lock prevents from changing meanwhile.
        with self._context.lock:
            return self._below.getpeercert()

    def get_verified_chain(self) -> list[Certificate]:
        """Return the verified chain, the server's certificate first, or an empty list."""
        if self._verified is None:
            return []
        path = [self._chain[position] for position in self._verified.path]
        anchor = self._verified.anchor.der
        return [Certificate(der) for der in (path if anchor in path else [*path, anchor])]


class SSLObject(ssl.SSLObject):
    """A connection over memory buffers, as used by `asyncio`."""

    _sslobj: Any

    def get_verified_chain(self) -> list[bytes]:
        """Return the verified chain in DER, the server's certificate first, or an empty list."""
        return [bytes(der) for der in self._sslobj.get_verified_chain()]


class SSLSocket(PLAIN):
    """A connection over a socket."""

    _sslobj: Any

    def get_verified_chain(self) -> list[bytes]:
        """Return the verified chain in DER, the server's certificate first, or an empty list."""
        return [bytes(der) for der in self._sslobj.get_verified_chain()]

    def shutdown(self, how: int) -> None:
        """Shut the connection down.

        As in Python's own class, this removes the TLS layer, but only from a verified connection:
        otherwise later data would be sent unencrypted.
        """
        if self._sslobj is None or self._sslobj.is_settled:
            super().shutdown(how)
        else:
            socket.shutdown(self, how)
