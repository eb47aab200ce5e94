"""The classes on top of NaCl's functions, in the API of PyNaCl and quicksalt or of libnacl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from quicksalt.lab.calls import Inputs
from quicksalt_lab.ruler.loops import flat


class Package:
    """A package whose modules are imported on first use."""

    def __init__(self, root: str) -> None:
        """Store the package name, without importing."""
        self._root = root

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any module
        """Import a module of the package. Raises ModuleNotFoundError if it is missing."""
        return import_module(f"{self._root}.{name}")


Bind = Callable[[Package, Inputs], Callable[..., Any]]
"""Creates an object (untimed) and returns the method to time."""


@dataclass(frozen=True)
class Object:
    """A timed method; its object is created once and used for all calls."""

    name: str
    bind: Bind
    """The factory, for a package with PyNaCl's API."""
    arguments: Callable[[Inputs], tuple[Any, ...]]
    outcome: Callable[[Inputs], Callable[[Any], bytes]] = lambda _: flat
    """Extracts the part of the result on which all libraries must agree."""


def _box(m: Package, i: Inputs) -> Any:  # noqa: ANN401 - a Box of either package
    return m.public.Box(m.public.PrivateKey(i.scalar), m.public.PublicKey(i.point))


def _raw(m: Package, function: str) -> Callable[[bytes], bytes]:
    """Hash to bytes: the default encoding is hexadecimal."""
    digest, raw = getattr(m.hash, function), m.encoding.RawEncoder
    return lambda message: digest(message, encoder=raw)


def _opens(i: Inputs) -> Callable[[Any], bytes]:
    """Open a sealed box to compare the message, because the box differs at every call."""
    public = Package("quicksalt").public
    return lambda sealed: flat(public.SealedBox(public.PrivateKey(i.scalar)).decrypt(sealed))


OBJECTS = (
    Object(
        "SecretBox.encrypt",
        lambda m, i: m.secret.SecretBox(i.key).encrypt,
        lambda i: (i.message, i.nonce),
    ),
    Object(
        "SecretBox.decrypt",
        lambda m, i: m.secret.SecretBox(i.key).decrypt,
        lambda i: (i.nonce + i.secretboxed,),
    ),
    Object(
        "Aead.encrypt",
        lambda m, i: m.secret.Aead(i.key).encrypt,
        lambda i: (i.message, b"", i.nonce),
    ),
    Object("Box.encrypt", lambda m, i: _box(m, i).encrypt, lambda i: (i.message, i.nonce)),
    Object("Box.decrypt", lambda m, i: _box(m, i).decrypt, lambda i: (i.nonce + i.boxed,)),
    Object(
        "SealedBox.encrypt",
        lambda m, i: m.public.SealedBox(m.public.PrivateKey(i.scalar).public_key).encrypt,
        lambda i: (i.message,),
        _opens,
    ),
    Object(
        "SigningKey.sign", lambda m, i: m.signing.SigningKey(i.seed).sign, lambda i: (i.message,)
    ),
    Object(
        "VerifyKey.verify",
        lambda m, i: m.signing.VerifyKey(i.signer[0]).verify,
        lambda i: (i.signed,),
    ),
    Object("hash.sha256", lambda m, _: _raw(m, "sha256"), lambda i: (i.message,)),
    Object("hash.blake2b", lambda m, _: _raw(m, "blake2b"), lambda i: (i.message,)),
)

LIBNACL: dict[str, Bind] = {
    "SecretBox.encrypt": lambda m, i: m.secret.SecretBox(i.key).encrypt,
    "SecretBox.decrypt": lambda m, i: m.secret.SecretBox(i.key).decrypt,
    "Box.encrypt": lambda m, i: m.public.Box(i.scalar, i.point).encrypt,
    "Box.decrypt": lambda m, i: m.public.Box(i.scalar, i.point).decrypt,
    "SigningKey.sign": lambda m, i: m.sign.Signer(i.seed).sign,
    "VerifyKey.verify": lambda m, i: m.sign.Verifier(i.signer[0].hex()).verify,
}
"""libnacl's classes for these rows."""
