"""A program whose TLS clients are all verified by stores."""

from __future__ import annotations

import ssl
import sys
from typing import Any

from quicksalt.trust.tls.connection import ORIGINAL
from quicksalt.trust.tls.context import NATIVE, SSLContext

HOLDERS = ("ssl", "urllib3.util.ssl_")
"""The modules that hold the class under the name `SSLContext`: the second copies it."""

WRITTEN_BELOW = ("_msg_callback", "maximum_version", "minimum_version")
WRITTEN_HERE = ("options", "verify_flags", "verify_mode")


class _AnyContext(type):
    """Lets contexts made before pass for instances: programs ask `isinstance(c, SSLContext)`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, ORIGINAL)


# The setters of Python's own class look for `super(SSLContext, SSLContext)` in the module `ssl`,
# that is for what follows the injected class. There the native attributes must stand, or they
# would find themselves and never end, for contexts made before and for servers too.
# gevent and truststore do the same from subclasses of the injected class, so that ours are kept
# here for contexts of ours. An `ssl` that makes no connections, as Pyodide's, lacks some.
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
    """`ssl.SSLContext` while it is injected: a client's is verified by a store."""

    def __new__(cls, protocol: Any = None) -> Any:
        """Make a client's context, or one of Python's own where clients are not named."""
        if protocol != ssl.PROTOCOL_TLS_CLIENT:
            return ORIGINAL(protocol)
        return SSLContext.__new__(cls, protocol)


for _name in WRITTEN_BELOW:
    if _name in vars(ORIGINAL):
        setattr(_Injected, _name, vars(ORIGINAL)[_name])
_Injected.__name__ = _Injected.__qualname__ = "SSLContext"


def inject_into_ssl() -> None:
    """Put a class into the place of `ssl.SSLContext` whose servers are verified by stores.

    From then on contexts for clients take a millisecond or two to make, whoever makes them:
    `ssl.create_default_context`, `urllib`, `requests`, `aiohttp`. They trust what is loaded into
    them, as before: the system's certificates, certifi's, or those of a file. Contexts that exist
    already, and those of servers, remain OpenSSL's; so call this first, before the modules that
    make contexts when they are imported. Calling it twice is calling it once.

    Raises `UnavailableError` if this interpreter does not tell what a server sends.
    """
    _put(_Injected)


def extract_from_ssl() -> None:
    """Undo `inject_into_ssl`; contexts made in between stay what they are."""
    _put(ORIGINAL)


_replaced: dict[str, type] = {}
"""The class that each module held before the injection."""


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
