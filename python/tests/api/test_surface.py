"""The public names and signatures beside PyNaCl's, and what is absent by decision."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import nacl.bindings
import pytest

import quicksalt
from quicksalt import _native, bindings

ABSENT_FAMILIES = (
    "crypto_aead_aegis128l",
    "crypto_aead_aegis256",
    "crypto_aead_aes256gcm",
    "crypto_aead_chacha20poly1305",
    "crypto_core_",
    "crypto_pwhash",
    "crypto_scalarmult_ed25519",
    "crypto_secretstream_",
    "crypto_shorthash_",
    "has_crypto_",
    "nacl_bindings_pick_scrypt_params",
)
"""What PyNaCl has and no issue has asked for yet: password hashing, SipHash, AES and AEGIS, the
other ChaCha20 constructions, secretstream, arithmetic on Edwards points."""

ABSENT = {
    "bindings": {
        # A state that is fed piece by piece.
        "crypto_generichash_STATEBYTES",
        "crypto_generichash_blake2b_final",
        "crypto_generichash_blake2b_init",
        "crypto_generichash_blake2b_update",
        # A state keeps its bytes to itself.
        "crypto_sign_ed25519ph_STATEBYTES",
        # There is no library to initialise.
        "sodium_init",
    },
    "encoding": set(),
    "exceptions": set(),
    "hash": {
        "SIPHASHX_AVAILABLE",
        "SIPHASHX_BYTES",
        "SIPHASHX_KEYBYTES",
        "SIPHASH_BYTES",
        "SIPHASH_KEYBYTES",
        "shorthash",
        "siphash24",
        "siphashx24",
    },
    "hashlib": {"SCRYPT_AVAILABLE", "scrypt"},
    "public": set(),
    "secret": set(),
    "signing": set(),
    "utils": set(),
}

EXTRA = {
    "hashlib": {"sha256", "sha512"},
    "bindings": {
        "crypto_auth",
        "crypto_auth_BYTES",
        "crypto_auth_KEYBYTES",
        "crypto_auth_hmacsha512256_final",
        "crypto_auth_hmacsha512256_init",
        "crypto_auth_hmacsha512256_state",
        "crypto_auth_hmacsha512256_update",
        "crypto_auth_verify",
        "crypto_box_MACBYTES",
        "crypto_onetimeauth",
        "crypto_onetimeauth_BYTES",
        "crypto_onetimeauth_KEYBYTES",
        "crypto_onetimeauth_final",
        "crypto_onetimeauth_init",
        "crypto_onetimeauth_state",
        "crypto_onetimeauth_update",
        "crypto_onetimeauth_verify",
        "crypto_stream",
        "crypto_stream_KEYBYTES",
        "crypto_stream_NONCEBYTES",
        "crypto_stream_xor",
        "randombytes_SEEDBYTES",
    },
}
"""What PyNaCl's modules lack."""


def modules(name: str) -> tuple[ModuleType, ModuleType]:
    """Return a module of both libraries."""
    return importlib.import_module(f"quicksalt.{name}"), importlib.import_module(f"nacl.{name}")


def public_names(module: ModuleType) -> set[str]:
    """List what a module itself defines under a public name."""
    if module is nacl.bindings or module is bindings:
        return set(module.__all__)
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not inspect.ismodule(value)
        and getattr(value, "__module__", module.__name__) == module.__name__
        and name not in ("annotations", "TYPE_CHECKING")
    }


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """List the parameters of a function: name, kind, and default where it is a plain value."""
    plain = (int, bytes, str, type(None))
    return [
        (p.name, p.kind, p.default if isinstance(p.default, plain) else p.default is p.empty)
        for p in inspect.signature(function).parameters.values()
    ]


def same_class(own: type, peer: type) -> None:
    """Assert the same bases, constants and signatures."""
    for name, value in vars(peer).items():
        if name.startswith("_") and name != "__init__":
            continue
        if inspect.ismemberdescriptor(value):
            continue  # where a state keeps what it holds is its own affair
        mine = inspect.getattr_static(own, name)
        if isinstance(value, int):
            assert mine == value, name
        elif isinstance(value, property):
            assert isinstance(mine, property), name
        else:
            assert type(mine) is type(value) or name == "__init__", name
            assert parameters(getattr(own, name)) == parameters(getattr(peer, name)), name
    if issubclass(peer, Exception):
        names = [[base.__name__ for base in kind.__mro__] for kind in (own, peer)]
        assert names[0] == names[1]


@pytest.mark.parametrize("name", ABSENT)
def test_names_and_signatures_are_those_of_pynacl(name: str) -> None:
    own, peer = modules(name)
    wanted = {n for n in public_names(peer) if not n.startswith(ABSENT_FAMILIES)}
    assert ABSENT[name] <= wanted, "what is absent must be there to miss"
    wanted -= ABSENT[name]
    have = public_names(own)
    assert wanted <= have, wanted - have
    assert have - wanted == EXTRA.get(name, set())
    for member in wanted:
        mine, value = getattr(own, member), getattr(peer, member)
        if inspect.isclass(value):
            same_class(mine, value)
        elif callable(value) and member != "Encoder":
            assert parameters(mine) == parameters(value), member
        elif isinstance(value, int):
            assert (mine, type(mine)) == (value, type(value)), member


def test_constants_that_pynacl_keeps_in_its_modules() -> None:
    from nacl.bindings import crypto_box, randombytes  # noqa: F401
    from nacl.bindings.randombytes import randombytes_SEEDBYTES

    assert bindings.randombytes_SEEDBYTES == randombytes_SEEDBYTES
    assert bindings.crypto_box_MACBYTES == bindings.crypto_secretbox_MACBYTES


PIECES = "quicksalt.bindings.pieces"
"""The one module of the bindings that is not native."""


def test_bindings_export_all_that_is_native() -> None:
    families = ("crypto_", "randombytes", "sodium_")
    native = {name for name in dir(_native) if name.startswith(families)}
    states = {name for name in bindings.__all__ if hasattr(bindings.pieces, name)}
    assert native == set(bindings.__all__) - states
    assert all(getattr(bindings.pieces, name).__module__ == PIECES for name in states)
    assert all(getattr(bindings, name) is getattr(_native, name) for name in native)
    assert all(function.__doc__ for name in native if callable(function := getattr(_native, name)))


def test_the_stub_names_what_the_native_module_has() -> None:
    stub = Path(_native.__file__ or "").with_name("_native.pyi")
    names: dict[str, Any] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = None
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = node
    dunder = {"__all__", "__doc__", "__file__", "__loader__", "__name__", "__package__", "__spec__"}
    assert set(dir(_native)) - dunder == set(names)
    for name, node in names.items():
        found = getattr(_native, name)
        if isinstance(node, ast.FunctionDef):
            wanted = [argument.arg for argument in node.args.args]
            assert list(inspect.signature(found).parameters) == wanted, name
        elif isinstance(node, ast.ClassDef):
            methods = {m.name for m in node.body if isinstance(m, ast.FunctionDef)}
            members = {m for m in vars(found) if not m.startswith("_")}
            assert members == {m for m in methods if not m.startswith("_")}, name
            assert methods <= set(dir(found)), name


def test_the_package_tells_its_names() -> None:
    assert {"bindings", "public", "secret", "signing", "explain", "use"} <= set(dir(quicksalt))
    assert quicksalt.__version__
    with pytest.raises(AttributeError, match="pwhash"):
        _ = quicksalt.pwhash  # type: ignore[attr-defined]
