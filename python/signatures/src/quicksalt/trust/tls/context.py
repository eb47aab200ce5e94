"""An `ssl.SSLContext` that verifies certificates by a `TrustStore`.

In this context OpenSSL does not trust any certificates. Its verification is disabled only while
this class creates a connection, which then verifies with the store. A connection that is created
without this class therefore rejects every server. Unsupported settings raise an exception, because
a context that verifies less than configured would be dangerous.
"""

from __future__ import annotations

import os
import socket
import ssl
import sys
import threading
from typing import TYPE_CHECKING, Any, NoReturn

from quicksalt import exceptions
from quicksalt.trust.revocation import RevocationLists
from quicksalt.trust.store import Profile, TrustStore
from quicksalt.trust.tls import loading
from quicksalt.trust.tls.connection import ORIGINAL, PLAIN, Connection, SSLObject, SSLSocket

if TYPE_CHECKING:
    from _typeshed import StrOrBytesPath
    from typing_extensions import Buffer

NATIVE: Any = ORIGINAL.__base__
"""The class of the extension module, the base of Python's own class."""

PARTIAL_CHAIN = getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", ssl.VerifyFlags(0x80000))
SUPPORTED_FLAGS = ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_TRUSTED_FIRST | PARTIAL_CHAIN
"""The supported flags: the first selects the profile `strict`, the others describe how a store
always verifies.
"""
DEFAULT_FLAGS = PARTIAL_CHAIN | ssl.VERIFY_X509_STRICT if sys.version_info >= (3, 13) else 0
"""The flags that `ssl.create_default_context` adds to a new context."""
VERSIONS = "minimum_version", "maximum_version"
RULES = "check_hostname", "options", "verify_flags", "verify_mode", *VERSIONS
"""The attributes that subclasses of other packages must not override."""


class SSLContext(ORIGINAL):
    """A context for TLS clients that verifies servers with a store.

    It can be used like any context of Python's `ssl`. Certificates are verified at the end of the
    handshake, before any application data is sent or returned; a client certificate
    (`load_cert_chain`) has already been sent by then. `verify_mode` and `check_hostname` are
    evaluated at that time. Sessions are not resumed, because Python's sessions do not contain the
    certificates.

    It cannot verify client certificates, use revocation lists through OpenSSL's flags and files
    (use `revocation` instead), or match a host with the subject's common name; such settings raise
    an exception.
    """

    lock: threading.RLock
    """Held while OpenSSL's verification is disabled."""

    def __new__(
        cls,
        protocol: int = ssl.PROTOCOL_TLS_CLIENT,
        store: TrustStore | None = None,  # noqa: ARG004
        revocation: RevocationLists | None = None,  # noqa: ARG004
    ) -> SSLContext:
        """Create a context; raise `UnavailableError` if Python hides server certificates."""
        if protocol != ssl.PROTOCOL_TLS_CLIENT:
            raise exceptions.ValueError(f"protocol must be PROTOCOL_TLS_CLIENT, not {protocol!r}")
        loading.require_chains()
        self: SSLContext = ORIGINAL.__new__(cls, protocol)
        # Reentrant, because a signal handler may use the context while it is locked.
        self.lock = threading.RLock()
        self._verify_mode = ssl.VerifyMode(NATIVE.verify_mode.__get__(self))
        self._checks_host = bool(NATIVE.check_hostname.__get__(self))
        # Bypass the setters of subclasses, such as gevent's and truststore's.
        own: Any = SSLContext.__dict__["verify_flags"]
        own.__set__(self, ssl.VerifyFlags(NATIVE.verify_flags.__get__(self)))
        NATIVE.options.__set__(self, NATIVE.options.__get__(self) | ssl.OP_NO_RENEGOTIATION)
        return self

    def __init__(
        self,
        protocol: int = ssl.PROTOCOL_TLS_CLIENT,  # noqa: ARG002
        store: TrustStore | None = None,
        revocation: RevocationLists | None = None,
    ) -> None:
        """Trust the certificates of `store`, including later additions (default: none)."""
        self.revocation = revocation
        """The revocation lists; without them, revocation is not checked."""
        self._store = TrustStore() if store is None else store
        self._owns_store = store is None

    @property
    def store(self) -> TrustStore:
        """The store that verifies servers; loading certificates replaces it by a copy."""
        return self._store

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; assigning `__class__`, as eventlet does, preserves verification."""
        super().__setattr__(name, _verifying(value) if name == "__class__" else value)

    @property  # type: ignore[override]
    def verify_mode(self) -> ssl.VerifyMode:
        """Whether servers are verified; for clients `CERT_OPTIONAL` equals `CERT_REQUIRED`."""
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value: ssl.VerifyMode) -> None:
        mode = ssl.VerifyMode(value)
        if mode == ssl.CERT_NONE and self._checks_host:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        with self.lock:
            self._verify_mode = mode
            NATIVE.verify_mode.__set__(self, mode)

    @property
    def check_hostname(self) -> bool:
        """Whether the certificate must be valid for the requested host."""
        return self._checks_host

    @check_hostname.setter
    def check_hostname(self, value: bool) -> None:
        with self.lock:
            self._checks_host = bool(value)
            if value and self._verify_mode == ssl.CERT_NONE:
                self._verify_mode = ssl.CERT_REQUIRED
            NATIVE.check_hostname.__set__(self, self._checks_host)

    @property  # type: ignore[override]
    def verify_flags(self) -> ssl.VerifyFlags:
        """The verification flags.

        `VERIFY_X509_STRICT` selects the profile `strict`. Flags for revocation lists and proxy
        certificates raise an exception.
        """
        return self._verify_flags

    @verify_flags.setter
    def verify_flags(self, value: ssl.VerifyFlags) -> None:
        flags = ssl.VerifyFlags(value)
        if unsupported := flags & ~SUPPORTED_FLAGS:
            raise exceptions.ValueError(f"unsupported verify_flags: {unsupported!r}")
        self._verify_flags = flags
        # Cached, because each connection needs it and flag operations take microseconds.
        self._profile: Profile = "strict" if flags & ssl.VERIFY_X509_STRICT else "usual"

    @property
    def profile(self) -> Profile:
        """The profile of rules for certificates, from `verify_flags`."""
        return self._profile

    @property
    def hostname_checks_common_name(self) -> bool:
        """Always false: host names must be in the subject alternative names."""
        return False

    @hostname_checks_common_name.setter
    def hostname_checks_common_name(self, value: bool) -> None:
        if value:
            raise exceptions.ValueError(
                "hostname_checks_common_name is not supported: it must be False"
            )

    @property
    def options(self) -> ssl.Options:
        """OpenSSL's options, always with `OP_NO_RENEGOTIATION` to fix the server."""
        return ssl.Options(NATIVE.options.__get__(self))

    @options.setter
    def options(self, value: int) -> None:
        NATIVE.options.__set__(self, value | ssl.OP_NO_RENEGOTIATION)

    # Python's own setters use `super(SSLContext, SSLContext)`: if another package has replaced the
    # class by a subclass, they would call themselves.
    @property
    def minimum_version(self) -> ssl.TLSVersion:
        """The minimum version of TLS."""
        return ssl.TLSVersion(NATIVE.minimum_version.__get__(self))

    @minimum_version.setter
    def minimum_version(self, value: int) -> None:
        NATIVE.minimum_version.__set__(self, value)

    @property
    def maximum_version(self) -> ssl.TLSVersion:
        """The maximum version of TLS."""
        return ssl.TLSVersion(NATIVE.maximum_version.__get__(self))

    @maximum_version.setter
    def maximum_version(self, value: int) -> None:
        NATIVE.maximum_version.__set__(self, value)

    sslsocket_class = SSLSocket
    sslobject_class = SSLObject

    def wrap_socket(
        self,
        sock: socket.socket,
        server_side: bool = False,
        do_handshake_on_connect: bool = True,
        suppress_ragged_eofs: bool = True,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> Any:
        """Create a connection over a socket, like `ssl.SSLContext.wrap_socket`.

        If gevent or eventlet has replaced the socket class in `ssl`, the result is a subclass of
        their class.
        """
        _require_client(server_side, session)
        if ssl.SSLSocket is PLAIN or self.sslsocket_class is not SSLSocket:
            return super().wrap_socket(
                sock, False, do_handshake_on_connect, suppress_ragged_eofs, server_hostname
            )
        patched: Any = ssl.SSLSocket
        return patched(
            sock=sock,
            do_handshake_on_connect=do_handshake_on_connect,
            suppress_ragged_eofs=suppress_ragged_eofs,
            server_hostname=server_hostname,
            _context=self,
        )

    def wrap_bio(
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> Any:
        """Create a connection over memory buffers, like `ssl.SSLContext.wrap_bio`."""
        _require_client(server_side, session)
        return super().wrap_bio(incoming, outgoing, False, server_hostname)

    # Every connection, of any class, is created by one of these two methods.
    def _wrap_socket(
        self, sock: Any, server_side: bool, server_hostname: Any = None, **kwargs: Any
    ) -> Connection:
        _require_client(server_side, kwargs.pop("session", None))
        return self._wrap(NATIVE._wrap_socket, sock, server_hostname=server_hostname, **kwargs)

    def _wrap_bio(
        self, incoming: Any, outgoing: Any, server_side: bool, server_hostname: Any, **kwargs: Any
    ) -> Connection:
        _require_client(server_side, kwargs.pop("session", None))
        buffers = incoming, outgoing
        return self._wrap(NATIVE._wrap_bio, *buffers, server_hostname=server_hostname, **kwargs)

    def _wrap(self, make: Any, *ends: Any, server_hostname: Any, **kwargs: Any) -> Connection:
        mode, host = NATIVE.verify_mode, NATIVE.check_hostname
        if self._checks_host and not server_hostname:
            raise ValueError("check_hostname requires server_hostname")
        with self.lock:
            # OpenSSL copies both settings into a new connection. Even if an interrupt leaves them
            # disabled, verification uses the attributes of this class.
            try:
                host.__set__(self, False)
                mode.__set__(self, ssl.CERT_NONE)
                below = make(self, *ends, False, server_hostname, **kwargs)
            finally:
                mode.__set__(self, self._verify_mode)
                host.__set__(self, self._checks_host)
        return Connection(below, self)

    def load_verify_locations(
        self,
        cafile: StrOrBytesPath | None = None,
        capath: StrOrBytesPath | None = None,
        cadata: str | Buffer | None = None,
    ) -> None:
        """Trust more certificates: from a file, a directory, PEM text or DER.

        Raises `OSError` for a path that cannot be read, `ssl.SSLError` if it contains no
        certificate, and `UnavailableError` for a revocation list.
        """
        self._trust(loading.certificates(cafile, capath, cadata))

    def set_default_verify_paths(self) -> None:
        """Trust the system's certificates too."""
        self._trust(loading.system_store())

    def load_default_certs(self, purpose: Any = ssl.Purpose.SERVER_AUTH) -> None:
        """Trust the system's certificates too."""
        if not isinstance(purpose, ssl.Purpose):
            raise TypeError(purpose)
        self.set_default_verify_paths()

    def _trust(self, more: TrustStore) -> None:
        if not len(self._store):
            self._store, self._owns_store = more, False
            return
        if not self._owns_store:
            self._store, self._owns_store = self._store | TrustStore(), True
        self._store.merge(more)

    def cert_store_stats(self) -> dict[str, int]:
        """Return the number of trusted certificates, and how many of them are authorities."""
        authorities = sum(certificate.authority is True for certificate in self._store)
        return {"x509": len(self._store), "crl": 0, "x509_ca": authorities}

    def get_ca_certs(self, binary_form: bool = False) -> Any:
        """Return the trusted authorities, in DER or decoded by OpenSSL."""
        authorities = [one.der for one in self._store if one.authority]
        if binary_form or not authorities:
            return authorities
        decoder = ORIGINAL(ssl.PROTOCOL_TLS_CLIENT)
        decoder.load_verify_locations(cadata=b"".join(authorities))
        return decoder.get_ca_certs()

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled, like Python's own contexts."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")


def client_context(store: TrustStore, revocation: RevocationLists | None = None) -> SSLContext:
    """Return a context for a store with the settings of `ssl.create_default_context()`."""
    context = SSLContext(store=store, revocation=revocation)
    context.verify_flags |= DEFAULT_FLAGS
    keys = os.environ.get("SSLKEYLOGFILE")
    if keys and not sys.flags.ignore_environment:
        context.keylog_filename = keys
    return context


TrustStore._make_context = client_context


def _require_client(server_side: bool, session: ssl.SSLSession | None) -> None:
    """Reject servers. A session is checked but not resumed: it does not contain certificates."""
    if server_side:
        text = "server_side is not supported: use ssl's own context to verify client certificates"
        raise exceptions.ValueError(text)
    if session is not None and not isinstance(session, ssl.SSLSession):
        raise TypeError(f"session must be an SSLSession, not {type(session).__name__}")


def _verifying(kind: Any) -> Any:
    """Return a subclass of `kind` that verifies with a store."""
    if not isinstance(kind, type) or not issubclass(kind, ORIGINAL) or issubclass(kind, SSLContext):
        return kind
    return type(kind.__name__, (kind, SSLContext), {name: vars(SSLContext)[name] for name in RULES})
