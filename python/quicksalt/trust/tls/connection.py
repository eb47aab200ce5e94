"""Connections that verify the server before anything of the application passes.

The verdict falls at the end of the handshake. Whoever reads or writes without asking for the
handshake causes it, as with Python's own classes, and with it the verdict. A server that was
refused stays refused: each further call raises again.
"""

from __future__ import annotations

import _ssl
import ssl
from functools import cache
from socket import socket
from typing import TYPE_CHECKING, Any, NamedTuple

from quicksalt import exceptions
from quicksalt.trust.errors import RejectedError
from quicksalt.trust.hosts import sent_chain

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from quicksalt.trust.store import Verified

    _Base = ssl.SSLObject
else:
    _Base = object

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


@cache
def _decoder() -> ssl.SSLContext:
    """Return a context that is said to verify: OpenSSL's binding decodes no certificate else."""
    return ORIGINAL(ssl.PROTOCOL_TLS_CLIENT)


class _Verifying(_Base):
    """What both kinds of connections have in common; `ssl`'s own class comes next."""

    _sslobj: Any
    _chain: list[bytes]
    _verified: Verified | None = None
    _refusal: Refusal | None = None
    _is_settled = False
    """Whether bytes of the application may pass."""

    def _settle(self) -> None:
        """Verify the server once the handshake is done."""
        if self._is_settled:
            return
        context = self.context
        if context.verify_mode != ssl.CERT_NONE:
            try:
                self._verified = self._verify(context)
            except exceptions.CryptoError as error:
                self._refusal = Refusal(getattr(error, "code", "other"), str(error))
                raise self._refusal.error() from error
        self._is_settled = True

    def _verify(self, context: Any) -> Verified:
        self._chain = sent_chain(self)
        if not self._chain:
            raise RejectedError("no-certificate", "the server sent no certificate")
        host = self.server_hostname if context.check_hostname else None
        if context.check_hostname and not host:
            raise RejectedError("host", "check_hostname requires server_hostname")
        verified: Verified = context.store.verify(
            self._chain,
            host,
            revocation=context.revocation,
            profile=context.profile,
        )
        return verified

    def _begin(self) -> None:
        """Let nothing pass before the verdict."""
        if self._refusal is not None:
            raise self._refusal.error()
        if not self._is_settled:
            self.do_handshake()

    @property
    def context(self) -> Any:
        """The context of the connection; it cannot be replaced, since it verifies."""
        return super().context

    @context.setter
    def context(self, _: ssl.SSLContext) -> None:
        raise ValueError("the context of a connection that it verifies cannot be replaced")

    @property
    def session(self) -> Any:
        """The session of the connection; one that is set is not resumed."""
        return super().session

    @session.setter
    def session(self, _: Any) -> None:
        pass

    def getpeercert(self, binary_form: bool = False) -> Any:
        """Return the server's certificate: decoded if it was verified, else `{}`; or in DER."""
        if binary_form or self._verified is None:
            return super().getpeercert(binary_form)
        below: Any = self._sslobj
        # Decoding asks the context of this one connection whether it verifies.
        own, below.context = below.context, _decoder()
        try:
            return below.getpeercert()
        finally:
            below.context = own

    def get_verified_chain(self) -> list[bytes]:
        """Return the certificates in DER from the server's to the trusted one; none unverified."""
        if self._verified is None:
            return []
        path = [self._chain[position] for position in self._verified.path]
        anchor = self._verified.anchor.der
        return path if anchor in path else [*path, anchor]


class SSLObject(_Verifying, ssl.SSLObject):
    """A connection over memory buffers, as `asyncio` uses them."""

    def do_handshake(self) -> None:
        """Do the handshake and verify the server."""
        if self._refusal is not None:
            raise self._refusal.error()
        super().do_handshake()
        self._settle()

    def read(self, len: int = 1024, buffer: Buffer | None = None) -> Any:
        """Read up to `len` bytes, from a server that was verified."""
        self._begin()
        return super().read(len, buffer)

    def write(self, data: Buffer) -> int:
        """Write bytes to a server that was verified, and return how many were taken."""
        self._begin()
        return super().write(data)


class SSLSocket(_Verifying, ssl.SSLSocket):  # type: ignore[misc, override]
    """A connection over a socket; `recv`, `sendall`, `makefile` and so on end up here."""

    def do_handshake(self, block: bool = False) -> None:
        """Do the handshake and verify the server."""
        if self._refusal is not None:
            raise self._refusal.error()
        ssl.SSLSocket.do_handshake(self, block)
        self._settle()

    def _begin(self) -> None:
        # Without TLS, before `connect` and after `unwrap`, the class below knows what to do.
        if self._sslobj is not None or self._refusal is not None:
            super()._begin()

    def read(self, len: int = 1024, buffer: Buffer | None = None) -> Any:
        """Read up to `len` bytes, from a server that was verified."""
        self._begin()
        return ssl.SSLSocket.read(self, len, buffer)

    def write(self, data: Buffer) -> int:
        """Write bytes to a server that was verified, and return how many were taken."""
        self._begin()
        return ssl.SSLSocket.write(self, data)

    def send(self, data: Buffer, flags: int = 0) -> int:
        """Send bytes to a server that was verified, and return how many were taken."""
        self._begin()
        return ssl.SSLSocket.send(self, data, flags)

    def shutdown(self, how: int) -> None:
        """Shut the connection down.

        TLS is taken off it, as from one of Python's own, only when the server was verified: what is
        sent or received before would pass in the clear.
        """
        if self._is_settled:
            ssl.SSLSocket.shutdown(self, how)
        else:
            socket.shutdown(self, how)
