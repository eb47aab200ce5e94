"""Compare the public names, signatures and constants of all PyNaCl modules with ours."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import nacl.bindings
import nacl.pwhash
import pytest

import quicksalt
from quicksalt import _native, bindings

FFI = {"ffi", "lib"}
"""PyNaCl's internal wrapper of libsodium, which its bindings import."""


def submodules() -> list[str]:
    """List all modules of PyNaCl, such as `bindings.crypto_box`."""
    found = [
        f"{package.__name__.removeprefix('nacl').removeprefix('.')}.{module.name}".lstrip(".")
        for package in (nacl, nacl.bindings, nacl.pwhash)
        for module in pkgutil.iter_modules(package.__path__)
    ]
    return sorted(set(found) - {"_sodium"})


MODULES = submodules()


def theirs(name: str) -> ModuleType:
    """Return a PyNaCl module, even if a function of the same name hides it."""
    return importlib.import_module(f"nacl.{name}")


def ours(name: str) -> ModuleType:
    """Return our module of the same name."""
    return importlib.import_module(f"quicksalt.{name}")


def public_names(module: ModuleType) -> set[str]:
    """List the public names that a module itself defines."""
    if module is nacl.bindings:
        return set(module.__all__)
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not inspect.ismodule(value)
        and getattr(value, "__module__", module.__name__) == module.__name__
        and name not in ("annotations", "TYPE_CHECKING")
    } - FFI


@pytest.mark.parametrize("module", MODULES)
def test_nothing_of_pynacl_is_missing(module: str) -> None:
    # PyNaCl lists one name that does not exist.
    wanted = {name for name in public_names(theirs(module)) if hasattr(theirs(module), name)}
    assert {name for name in wanted if not hasattr(ours(module), name)} == set()


@pytest.mark.parametrize("module", MODULES)
def test_signatures_and_constants_match_pynacl(module: str) -> None:
    for name in public_names(theirs(module)):
        if hasattr(theirs(module), name):
            same(getattr(ours(module), name), getattr(theirs(module), name), name)


def same(mine: Any, value: Any, name: str) -> None:
    """Assert that two public objects have the same interface."""
    if inspect.isclass(value):
        same_class(mine, value)
    elif callable(value) and name != "Encoder":
        assert parameters(mine) == parameters(value), name
    elif isinstance(value, int | bytes | str):
        assert (mine, type(mine)) == (value, type(value)), name


def same_class(own: type, peer: type) -> None:
    """Assert the same bases, constants and signatures."""
    for name, value in vars(peer).items():
        if name.startswith("_") and name not in ("__init__", "_from_parts"):
            continue
        mine = inspect.getattr_static(own, name)
        if inspect.ismemberdescriptor(value):
            assert inspect.ismemberdescriptor(mine) or isinstance(mine, property), name
        elif isinstance(value, int):
            assert mine == value, name
        elif isinstance(value, property):
            assert isinstance(mine, property), name
        else:
            assert type(mine) is type(value) or name == "__init__", name
            assert parameters(getattr(own, name)) == parameters(getattr(peer, name)), name
    if issubclass(peer, Exception):
        names = [[base.__name__ for base in kind.__mro__] for kind in (own, peer)]
        assert names[0] == names[1]


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """List the parameters of a function: name, kind, and default if it is a plain value."""
    plain = (int, bytes, str, type(None))
    return [
        (p.name, p.kind, p.default if isinstance(p.default, plain) else p.default is p.empty)
        for p in inspect.signature(function).parameters.values()
    ]


def test_a_submodule_does_not_take_the_place_of_a_function() -> None:
    code = (
        "import importlib, inspect\n"
        f"modules = {[name for name in MODULES if name.startswith('bindings.')]}\n"
        "import quicksalt.bindings.crypto_sign, quicksalt.bindings.randombytes\n"
        "for name in modules: importlib.import_module('quicksalt.' + name)\n"
        "from quicksalt import bindings\n"
        "for name in bindings.__all__:\n"
        "    assert not inspect.ismodule(getattr(bindings, name)), name\n"
        "assert inspect.ismodule(bindings.crypto_kx) and inspect.ismodule(bindings.utils)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr


STATES = {
    name
    for module in (
        "crypto_generichash",
        "crypto_secretstream",
        "crypto_sign",
        "hashing",
        "pieces",
    )
    for name, value in vars(ours(f"bindings.{module}")).items()
    if name.startswith("crypto_")
    and getattr(value, "__module__", "").startswith("quicksalt.bindings.")
}
"""Functions and classes written in Python: the states, and the functions that use a state."""


def test_bindings_export_all_that_is_native() -> None:
    families = ("crypto_", "has_crypto_", "nacl_bindings_", "randombytes", "sodium_")
    native = {name for name in dir(_native) if name.startswith(families)}
    exported = set(bindings.__all__)
    assert native <= exported
    flags = {name for name in exported if name.startswith("has_crypto_")}
    assert all(getattr(bindings, name) is True for name in flags)
    further = {name for name in dir(ours("bindings.further")) if name.startswith("crypto_")}
    assert further <= exported
    assert exported - native - STATES - flags - further == {
        "crypto_generichash_STATEBYTES",
        "crypto_pwhash_argon2i_str_verify",
        "crypto_sign_curve25519_BYTES",
        "crypto_sign_ed25519ph_STATEBYTES",
        "sodium_init",
    }
    # Python code wraps the native secretstream functions that take a state.
    around = {name for name in native & STATES if name.startswith("crypto_secretstream")}
    assert all(getattr(bindings, name) is getattr(_native, name) for name in native - around)
    assert all(function.__doc__ for name in native if callable(function := getattr(_native, name)))
    for name in (*exported, *dir(bindings)):
        assert hasattr(bindings, name)
    with pytest.raises(AttributeError, match="crypto_nothing"):
        _ = bindings.crypto_nothing
    with pytest.raises(AttributeError, match="force"):
        bindings.force("sha256", "portable")


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


INTERNAL = {"batches", "cli", "environment", "files", "lab", "printable", "secrecy"}
"""Modules of the package that users do not import."""


def declared(module: ModuleType) -> set[str]:
    """List the submodules that a package imports for type checkers only."""
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == module.__name__
        for alias in node.names
    }


def test_every_public_module_is_found_and_declared() -> None:
    found = {module.name for module in pkgutil.iter_modules(quicksalt.__path__)}
    public = {name for name in found if not name.startswith("_")} - INTERNAL
    assert declared(quicksalt) == public
    later = quicksalt.hashsig
    assert declared(later) == {"coinzdense", "postgres", "slhdsa", "xmss"}
    for package in (quicksalt, later):
        code = f"import {package.__name__}\nfor name in {sorted(declared(package) - {'postgres'})}:"
        code += f"\n    assert getattr({package.__name__}, name).__name__.endswith(name)"
        subprocess.run([sys.executable, "-c", code], check=True)


def test_a_misspelt_name_is_an_error_for_a_type_checker(tmp_path: Path) -> None:
    wrong = ("usee", "hashsig.SigningKeys", "bindings.crypto_secretbx", "cli.mian")
    right = ("use", "aead", "xof", "hashsig.slhdsa", "bindings.crypto_kx_keypair", "cli.main")
    lines = ["import quicksalt", "import quicksalt.cli"]
    lines += [f"quicksalt.{name}" for name in wrong + right]
    (tmp_path / "program.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    root = Path(quicksalt.__path__[0]).parents[1]
    argv = [sys.executable, "-m", "mypy", "--strict", tmp_path / "program.py"]
    checked = subprocess.run(argv, cwd=root, check=False, capture_output=True, text=True)
    errors = [line for line in checked.stdout.splitlines() if "program.py" in line]
    assert len(errors) == len(wrong), checked.stdout
    for line, name in zip(errors, wrong, strict=True):
        assert f'has no attribute "{name.split(".")[-1]}"' in line


def test_the_package_lists_its_names() -> None:
    assert {"bindings", "public", "secret", "signing", "explain", "use"} <= set(dir(quicksalt))
    assert quicksalt.__version__
    with pytest.raises(AttributeError, match="nothing"):
        _ = quicksalt.nothing  # type: ignore[attr-defined]
