"""quicksalt under the name `nacl`, for PyNaCl programs that cannot be edited.

After `quicksalt.compat.install()`, imports of `nacl` and its modules return the modules of this
package: `nacl.secret` is `quicksalt.secret`, and `nacl.bindings.crypto_sign` is
`quicksalt.bindings.crypto_sign`. If the program cannot call `install`, run the program like this:

    python -m quicksalt.compat program.py [ARGUMENT ...]
    python -m quicksalt.compat -m module [ARGUMENT ...]

`nacl.__version__` is the PyNaCl version with the same API as this package. Under the name `nacl`,
`str` of an object with a secret shows the secret bytes, as in PyNaCl. `docs/from-pynacl.md` lists
the differences.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PYNACL_VERSION", "install", "is_installed", "main", "uninstall"]

PYNACL_VERSION = "1.6.2"
"""The PyNaCl version with the same API as this package."""

_NAME = "nacl"
_MODULES = frozenset(
    {
        "_sodium",
        "bindings",
        "encoding",
        "exceptions",
        "hash",
        "hashlib",
        "public",
        "pwhash",
        "secret",
        "signing",
        "utils",
    }
)
"""The modules of PyNaCl, including their submodules; other modules of this package are not
importable from `nacl`.
"""


def install(*, replace: bool = False) -> None:
    """Make `nacl` refer to this package from the next import on; repeated calls do nothing.

    A program that has already imported PyNaCl retains the imported functions, and would use two
    libraries. Therefore `install` raises `RuntimeError` in this case, unless `replace` is true.
    With `replace`, PyNaCl's modules are removed from `sys.modules`, and only later imports change.
    """
    if is_installed():
        return
    loaded = _loaded()
    if loaded and not replace:
        msg = f"{loaded[0]} is already imported; call install earlier, or pass replace=True"
        raise RuntimeError(msg)
    for name in loaded:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder())
    # Import `nacl` immediately: a finder that is inserted later, such as pytest's, then cannot
    # redirect the imports of its submodules.
    __import__(_NAME)


def uninstall() -> None:
    """Make `nacl` refer to PyNaCl again from the next import on.

    Functions and classes already imported from `nacl` do not change. Without `install` this does
    nothing.
    """
    if is_installed():
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
        for name in _loaded():
            del sys.modules[name]


def is_installed() -> bool:
    """Return whether `nacl` refers to this package."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


def _loaded() -> list[str]:
    return sorted(n for n in sys.modules if n == _NAME or n.startswith(f"{_NAME}."))


class _Finder(MetaPathFinder):
    """A module finder for `nacl` and its submodules."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - of the import system
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return the spec for `nacl` and its submodules, and None for all other modules."""
        top, _, rest = fullname.partition(".")
        if top != _NAME:
            return None
        if not rest:
            return ModuleSpec(fullname, _Top(), is_package=True)
        if rest.split(".")[0] not in _MODULES:
            return None
        from importlib.util import find_spec

        found = find_spec(f"quicksalt.{rest}")
        if found is None:
            return None
        is_package = found.submodule_search_locations is not None
        return ModuleSpec(fullname, _Alias(found.name), is_package=is_package)


class _Top(Loader):
    """A loader that creates the package `nacl` with only PyNaCl's attributes."""

    def exec_module(self, module: ModuleType) -> None:
        """Set the attributes of the package; modules become attributes when they are imported."""
        module.__doc__ = "quicksalt in place of PyNaCl."
        module.__dict__.update(
            __all__=["__uri__", "__version__", "__email__"],
            __version__=PYNACL_VERSION,
            __uri__="https://github.com/pyca/pynacl/",
            __getattr__=_attribute,
        )


def _attribute(name: str) -> ModuleType:
    """Import a module of `nacl` on first access.

    PyNaCl imports its own modules, and programs rely on that.
    """
    if name not in _MODULES:
        raise AttributeError(f"module {_NAME!r} has no attribute {name!r}")
    __import__(f"{_NAME}.{name}")
    return sys.modules[f"{_NAME}.{name}"]


class _Alias(Loader):
    """A loader that returns a module of this package under an alias."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002
        """Return the module itself, imported under its real name."""
        __import__(self._name)
        module = sys.modules[self._name]
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own spec, which the import system replaced.

        Also register the aliases of all its submodules. Otherwise, importing a submodule under its
        alias would overwrite the function with the same name.
        """
        module.__spec__ = self._own
        for name in list(sys.modules):
            if name.startswith(f"{self._name}."):
                alias = f"{_NAME}.{name.removeprefix('quicksalt.')}"
                sys.modules.setdefault(alias, sys.modules[name])


def main(arguments: list[str]) -> None:
    """Run a program or a module as `python` does, with this package as `nacl`."""
    import runpy
    from pathlib import Path

    if not arguments or (arguments[0] == "-m" and len(arguments) < 2):
        sys.stderr.write("usage: python -m quicksalt.compat (PROGRAM | -m MODULE) [ARGUMENT ...]\n")
        sys.exit(2)
    install()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path[0] = str(Path(arguments[0]).resolve().parent)
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    # Use the imported `quicksalt.compat` rather than `__main__`, so that only one module exists.
    from quicksalt import compat

    compat.main(sys.argv[1:])
