"""quicksalt under the name of PyNaCl, for programs that cannot be edited.

After `quicksalt.compat.install()`, `import nacl` and the import of any of its modules give those of
this package: `nacl.secret` is `quicksalt.secret`, and `nacl.bindings.crypto_sign` is
`quicksalt.bindings.crypto_sign`. Where the program itself cannot call it, run it so:

    python -m quicksalt.compat program.py [ARGUMENT ...]
    python -m quicksalt.compat -m module [ARGUMENT ...]

`nacl.__version__` is the version of PyNaCl whose names are here. `str` of an object that holds a
secret shows its bytes then, as PyNaCl's does. `docs/from-pynacl.md` lists what differs.
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
"""The version of PyNaCl whose names this package has."""

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
"""The modules of PyNaCl, with all below them; what else this package has is not `nacl`'s."""


def install(*, replace: bool = False) -> None:
    """Let `nacl` be this package, from the next import on; again, and nothing happens.

    A program that has imported PyNaCl already keeps the functions that it took from it, and would
    use two libraries. That is refused with `RuntimeError`, unless `replace` says that later imports
    alone count: modules of PyNaCl are forgotten then.
    """
    if is_installed():
        return
    loaded = _loaded()
    if loaded and not replace:
        msg = f"{loaded[0]} has been imported already; install before, or pass replace=True"
        raise RuntimeError(msg)
    for name in loaded:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder())
    # A finder put before ours later, such as that of pytest, finds nothing below a package of ours.
    __import__(_NAME)


def uninstall() -> None:
    """Let `nacl` be PyNaCl again, from the next import on, if it is there; else nothing happens.

    Who has taken functions or classes from `nacl` keeps them.
    """
    if is_installed():
        sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, _Finder)]
        for name in _loaded():
            del sys.modules[name]


def is_installed() -> bool:
    """Whether `nacl` is this package."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


def _loaded() -> list[str]:
    return sorted(n for n in sys.modules if n == _NAME or n.startswith(f"{_NAME}."))


class _Finder(MetaPathFinder):
    """Finds `nacl` and its modules."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - of the import system
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return how `nacl` and what is below it is loaded, and nothing for other names."""
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
    """Makes the package `nacl`, whose attributes are PyNaCl's and no others."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill it; its modules are attributes once they have been imported."""
        module.__doc__ = "quicksalt, in the place of PyNaCl."
        module.__dict__.update(
            __all__=["__uri__", "__version__", "__email__"],
            __version__=PYNACL_VERSION,
            __uri__="https://github.com/pyca/pynacl/",
            __getattr__=_attribute,
        )


def _attribute(name: str) -> ModuleType:
    """Import a module of `nacl`: PyNaCl's import one another, and programs rely on that."""
    if name not in _MODULES:
        raise AttributeError(f"module {_NAME!r} has no attribute {name!r}")
    __import__(f"{_NAME}.{name}")
    return sys.modules[f"{_NAME}.{name}"]


class _Alias(Loader):
    """Gives a module of this package out under another name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def create_module(self, spec: ModuleSpec) -> ModuleType:  # noqa: ARG002
        """Return the module itself, imported by its own name."""
        __import__(self._name)
        module = sys.modules[self._name]
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own description back, which the import system has replaced.

        What it has imported below it gets its other name now: were it imported by that name, the
        import system would put it into the place of a function that is called the same.
        """
        module.__spec__ = self._own
        for name in list(sys.modules):
            if name.startswith(f"{self._name}."):
                alias = f"{_NAME}.{name.removeprefix('quicksalt.')}"
                sys.modules.setdefault(alias, sys.modules[name])


def main(arguments: list[str]) -> None:
    """Run a program or a module as `python` does, with `nacl` replaced."""
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
    # As the module that programs import, of which there must be one.
    from quicksalt import compat

    compat.main(sys.argv[1:])
