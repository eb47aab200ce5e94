"""NaCl-family cryptography that proves how fast it is.

`import quicksalt as nacl` works like PyNaCl: `nacl.secret.SecretBox`, `nacl.public.Box`,
`nacl.signing.SigningKey`, `nacl.hash`, `nacl.hashlib`, `nacl.utils`, `nacl.encoding`,
`nacl.exceptions`, and `nacl.bindings` with the functions under their NaCl names.
`quicksalt.compat.install()` makes the package importable as `nacl`. `quicksalt.hashsig` provides
hash-based signatures, and `quicksalt.age` encrypts files. The package imports its modules on first
use. `quicksalt.explain()` shows which implementation runs and why.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from quicksalt import aead as aead
    from quicksalt import aes as aes
    from quicksalt import age as age
    from quicksalt import bindings as bindings
    from quicksalt import choice as choice
    from quicksalt import compat as compat
    from quicksalt import encoding as encoding
    from quicksalt import exceptions as exceptions
    from quicksalt import hash as hash  # noqa: A004
    from quicksalt import hashlib as hashlib
    from quicksalt import hashsig as hashsig
    from quicksalt import hkdf as hkdf
    from quicksalt import kdf as kdf
    from quicksalt import keys as keys
    from quicksalt import minisign as minisign
    from quicksalt import openssl as openssl
    from quicksalt import pem as pem
    from quicksalt import public as public
    from quicksalt import pwhash as pwhash
    from quicksalt import ristretto255 as ristretto255
    from quicksalt import secret as secret
    from quicksalt import secretstream as secretstream
    from quicksalt import signing as signing
    from quicksalt import trust as trust
    from quicksalt import utils as utils
    from quicksalt import xof as xof
    from quicksalt._native import __version__ as __version__
    from quicksalt.choice import explain as explain
    from quicksalt.choice import policy as policy
    from quicksalt.choice import set_policy as set_policy
    from quicksalt.choice import use as use

_MODULES = frozenset(
    {
        "aead",
        "aes",
        "age",
        "bindings",
        "choice",
        "compat",
        "encoding",
        "exceptions",
        "hash",
        "hashlib",
        "hashsig",
        "hkdf",
        "kdf",
        "keys",
        "minisign",
        "openssl",
        "pem",
        "public",
        "pwhash",
        "ristretto255",
        "secret",
        "secretstream",
        "signing",
        "trust",
        "utils",
        "xof",
    }
)
_ATTRIBUTES = {
    "__version__": "_native",
    "explain": "choice",
    "policy": "choice",
    "set_policy": "choice",
    "use": "choice",
}


_ELSEWHERE = {
    "_signatures": "signatures",
    "hashsig": "signatures",
    "trust": "signatures",
    "cli": "lab",
    "lab": "lab",
}
"""Modules of other distributions, with the last part of the distribution's name."""


class _Missing:
    """The last module finder, which names the distribution of a missing module."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:  # noqa: ARG004
        """Raise `ModuleNotFoundError` for a module of a missing distribution."""
        package, _, module = name.partition(".")
        if package == __name__ and (word := _ELSEWHERE.get(module)):
            place = f"{name} is in quicksalt-{word}, which is not installed"
            how = f"in a clone of quicksalt, pip install ./python/{word}"
            raise ModuleNotFoundError(f"{place}: {how}", name=name)


sys.meta_path.append(_Missing)


# Hidden from type checkers, which would otherwise accept any attribute.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a module of the package on first use."""
        if name in _MODULES:
            # The import system sets the module as an attribute of the package.
            __import__(f"{__name__}.{name}")
            return globals()[name]
        if name in _ATTRIBUTES:
            module = __import__(f"{__name__}.{_ATTRIBUTES[name]}", fromlist=[name])
            return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, whether imported or not."""
    return sorted(_MODULES | _ATTRIBUTES.keys())


if os.environ.keys() & {"QUICKSALT_POLICY", "QUICKSALT_USE"}:
    from quicksalt.environment import follow

    follow()
