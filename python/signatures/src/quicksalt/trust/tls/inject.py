"""Verification with trust stores for all TLS clients of a program."""

from __future__ import annotations

import ssl
import sys
from typing import Any

from quicksalt.trust.tls.connection import ORIGINAL
from quicksalt.trust.tls.context import NATIVE, SSLContext

HOLDERS = ("ssl", "urllib3.util.ssl_")
"""The modules with the class under the name `SSLContext`; the second one copies it from `ssl`."""

WRITTEN_BELOW = ("_msg_callback", "maximum_version", "minimum_version")
WRITTEN_HERE = ("options", "verify_flags", "verify_mode")


class _AnyContext(type):
    """Makes `isinstance(c, SSLContext)` true for contexts created before the injection."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, ORIGINAL)


# The setters of Python's own class call `super(SSLContext, SSLContext)` through the module `ssl`,
# which then means the base of the injected class. This base must have the native attributes;
# otherwise the setters would call themselves forever, also for older contexts and for servers.
# gevent and truststore do the same from subclasses of the injected class, so contexts of this
# package use their own setters here. An `ssl` without connections, such as Pyodide's, lacks some of
# the attributes.
def _below(name: str) -> property:
    native, own = vars(NATIVE)[name], vars(SSLContext)[name]

    def read(context: Any) -> Any:
        return (own if isinstance(context, SSLContext) else native).__get__(context)

    def write(context: Any, value: Any) -> None:
        (own if isinstance(context, SSLContext) else native).__set__(context, value)

    return property(read, write)


_Below = type(
    "_Below",
    (),
    {name: vars(NATIVE)[name] for name in WRITTEN_BELOW if name in vars(NATIVE)}
    | {name: _below(name) for name in WRITTEN_HERE if name in vars(NATIVE)},
)


class _Injected(_Below, SSLContext, metaclass=_AnyContext):  # type: ignore[misc, valid-type]
    """The injected `ssl.SSLContext`, which verifies client connections by a store."""

    def __new__(cls, protocol: Any = None) -> Any:
        """Create a client context; for all other protocols, create one of Python's own contexts."""
        if protocol != ssl.PROTOCOL_TLS_CLIENT:
            return ORIGINAL(protocol)
        return SSLContext.__new__(cls, protocol)


for _name in WRITTEN_BELOW:
    if _name in vars(ORIGINAL):
        setattr(_Injected, _name, vars(ORIGINAL)[_name])
_Injected.__name__ = _Injected.__qualname__ = "SSLContext"


def inject_into_ssl() -> None:
    """Replace `ssl.SSLContext` by a class that verifies servers with trust stores.

    Afterwards any caller can create a client context in a millisecond or two:
    `ssl.create_default_context`, `urllib`, `requests`, `aiohttp`. As before, a context trusts the
    certificates loaded into it: the system's, certifi's, or a file's. Existing contexts and server
    contexts still use OpenSSL, so call this first, before importing modules that create contexts on
    import. Repeated calls do nothing.

    Raises `UnavailableError` if this Python version does not expose the certificates that a server
    sends.
    """
    _put(_Injected)


def extract_from_ssl() -> None:
    """Undo `inject_into_ssl`; contexts created in between do not change."""
    _put(ORIGINAL)


_replaced: dict[str, type] = {}
"""The class that each module had before the injection."""


def _put(kind: type) -> None:
    for name in HOLDERS:
        module = sys.modules.get(name)
        present = getattr(module, "SSLContext", None)
        if not isinstance(present, type) or not issubclass(present, ORIGINAL):
            continue
        if kind is _Injected and present is not _Injected:
            _replaced[name] = present
        if kind is _Injected or present is _Injected:
            put = kind if kind is _Injected else _replaced.get(name, ORIGINAL)
            setattr(module, "SSLContext", put)  # noqa: B010
