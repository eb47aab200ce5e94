"""`ssl.SSLContext` with a `TrustStore` for its certificates.

OpenSSL trusts nothing of its own here and is told not to verify only while a connection is made,
which then verifies by the store: a connection that is made past this class accepts no server. What
this class cannot do as it is told raises: a context that verifies less than it says would be worse
than none.
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
"""The class of the extension module, below Python's own."""

PARTIAL_CHAIN = getattr(ssl, "VERIFY_X509_PARTIAL_CHAIN", ssl.VerifyFlags(0x80000))
SUPPORTED_FLAGS = ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_TRUSTED_FIRST | PARTIAL_CHAIN
"""The flags that a store follows: the first asks for the profile `strict`, the others describe how
it verifies anyway."""
DEFAULT_FLAGS = PARTIAL_CHAIN | ssl.VERIFY_X509_STRICT if sys.version_info >= (3, 13) else 0
"""What `ssl.create_default_context` adds to the flags of a new context."""
VERSIONS = "minimum_version", "maximum_version"
RULES = "check_hostname", "options", "verify_flags", "verify_mode", *VERSIONS
"""The attributes that no other class may answer for."""


class SSLContext(ORIGINAL):
    """A context for TLS clients whose servers are verified by a store.

    It serves wherever a context of Python's `ssl` does. Certificates are verified when the
    handshake is done and before a byte of the application is sent or handed out; a certificate of
    the client (`load_cert_chain`), if there is one, was shown by then. `verify_mode` and
    `check_hostname` count at that moment. No session is resumed: those of Python have lost the
    certificates.

    It does not verify the certificates of clients, take revocation lists from OpenSSL's flags and
    files (`revocation` has them), nor look for a host in the subject's common name: asked to, it
    raises.
    """

    lock: threading.RLock
    """Held while OpenSSL is told not to verify."""

    def __new__(
        cls,
        protocol: int = ssl.PROTOCOL_TLS_CLIENT,
        store: TrustStore | None = None,  # noqa: ARG004
        revocation: RevocationLists | None = None,  # noqa: ARG004
    ) -> SSLContext:
        """Make a context; `UnavailableError` if the interpreter hides what servers send."""
        if protocol != ssl.PROTOCOL_TLS_CLIENT:
            raise exceptions.ValueError(f"protocol must be PROTOCOL_TLS_CLIENT, not {protocol!r}")
        loading.require_chains()
        self: SSLContext = ORIGINAL.__new__(cls, protocol)
        # A signal handler may ask the context in the middle.
        self.lock = threading.RLock()
        self._verify_mode = ssl.VerifyMode(NATIVE.verify_mode.__get__(self))
        self._checks_host = bool(NATIVE.check_hostname.__get__(self))
        # Past what subclasses, such as those of gevent and truststore, have in their place.
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
        """Trust what `store` holds, also what it will hold later; nothing without one."""
        self.revocation = revocation
        """The lists by which no server may be revoked; without them none is looked for."""
        self._store = TrustStore() if store is None else store
        self._owns_store = store is None

    @property
    def store(self) -> TrustStore:
        """The store that verifies. What is loaded into the context goes to a copy of its own."""
        return self._store

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; a class that is put into this one's place, as eventlet's, verifies."""
        super().__setattr__(name, _verifying(value) if name == "__class__" else value)

    @property  # type: ignore[override]
    def verify_mode(self) -> ssl.VerifyMode:
        """Whether servers are verified; `CERT_OPTIONAL` is as `CERT_REQUIRED` for clients."""
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
        """Whether the certificate must be for the host that was asked for."""
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
        """The flags for verification; revocation lists and proxy certificates raise.

        With `VERIFY_X509_STRICT` certificates are held to the profile `strict`.
        """
        return self._verify_flags

    @verify_flags.setter
    def verify_flags(self, value: ssl.VerifyFlags) -> None:
        flags = ssl.VerifyFlags(value)
        if unsupported := flags & ~SUPPORTED_FLAGS:
            raise exceptions.ValueError(f"verify_flags cannot be followed here: {unsupported!r}")
        self._verify_flags = flags
        # Kept, since each connection asks, and an operation on flags takes microseconds.
        self._profile: Profile = "strict" if flags & ssl.VERIFY_X509_STRICT else "usual"

    @property
    def profile(self) -> Profile:
        """The rules that certificates are held to, as `verify_flags` say."""
        return self._profile

    @property
    def hostname_checks_common_name(self) -> bool:
        """Never: hosts stand in the subject's alternative names."""
        return False

    @hostname_checks_common_name.setter
    def hostname_checks_common_name(self, value: bool) -> None:
        if value:
            raise exceptions.ValueError("hostname_checks_common_name cannot be turned on here")

    @property
    def options(self) -> ssl.Options:
        """The options of OpenSSL, always with `OP_NO_RENEGOTIATION`: a server stays who it was."""
        return ssl.Options(NATIVE.options.__get__(self))

    @options.setter
    def options(self, value: int) -> None:
        NATIVE.options.__set__(self, value | ssl.OP_NO_RENEGOTIATION)

    # Python's own setters look for what follows `ssl.SSLContext`, which may be another package's
    # subclass by then, and would find themselves.
    @property
    def minimum_version(self) -> ssl.TLSVersion:
        """The oldest version of TLS that is spoken."""
        return ssl.TLSVersion(NATIVE.minimum_version.__get__(self))

    @minimum_version.setter
    def minimum_version(self, value: int) -> None:
        NATIVE.minimum_version.__set__(self, value)

    @property
    def maximum_version(self) -> ssl.TLSVersion:
        """The newest version of TLS that is spoken."""
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
        """Make a connection over a socket, as `ssl.SSLContext.wrap_socket` does.

        Where gevent or eventlet has put a class of its own into `ssl`, it is one of theirs.
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
        """Make a connection over memory buffers, as `ssl.SSLContext.wrap_bio` does."""
        _require_client(server_side, session)
        return super().wrap_bio(incoming, outgoing, False, server_hostname)

    # Every connection of whichever class is made by one of these two.
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
            # OpenSSL copies both settings into a new connection. An interrupt may leave them off,
            # which is why the attributes of this class decide.
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
        """Trust further certificates: of a file, of a directory, or PEM text or DER.

        Raises `OSError` for a path that cannot be read, `ssl.SSLError` where no certificate is
        found, and `UnavailableError` for a revocation list.
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
        """Return how many certificates are trusted, and how many of them are authorities."""
        authorities = sum(certificate.authority is True for certificate in self._store)
        return {"x509": len(self._store), "crl": 0, "x509_ca": authorities}

    def get_ca_certs(self, binary_form: bool = False) -> Any:
        """Return the authorities that are trusted, in DER or decoded by OpenSSL."""
        authorities = [one.der for one in self._store if one.authority]
        if binary_form or not authorities:
            return authorities
        decoder = ORIGINAL(ssl.PROTOCOL_TLS_CLIENT)
        decoder.load_verify_locations(cadata=b"".join(authorities))
        return decoder.get_ca_certs()

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled, as Python's own contexts do."""
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
    """Refuse servers. A session is looked at and not resumed: it has lost its certificates."""
    if server_side:
        text = "server_side: certificates of clients are not verified here, use ssl's own context"
        raise exceptions.ValueError(text)
    if session is not None and not isinstance(session, ssl.SSLSession):
        raise TypeError(f"session must be an SSLSession, not {type(session).__name__}")


def _verifying(kind: Any) -> Any:
    """Return a class that makes connections as `kind` does, and verifies by a store."""
    if not isinstance(kind, type) or not issubclass(kind, ORIGINAL) or issubclass(kind, SSLContext):
        return kind
    return type(kind.__name__, (kind, SSLContext), {name: vars(SSLContext)[name] for name in RULES})
