"""Base class of objects with secrets: they cannot be pickled, and `repr` hides the secret."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Unpicklable:
    """A base class that rejects pickling: a pickle would expose the secret."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        """Raise `TypeError`."""
        msg = f"can't pickle {type(self).__name__} objects, which may hold a secret"
        raise TypeError(msg)


def described(holder: object, what: str) -> str:
    """Return the `repr` of an object: its class and its public parts."""
    kind = type(holder)
    return f"<{kind.__module__}.{kind.__qualname__} {what}>"


def stands_in_for_pynacl() -> bool:
    """Return whether `nacl` refers to this package in this process."""
    for name in ("public", "secret", "signing", "utils"):
        module = sys.modules.get(f"nacl.{name}")
        if module is not None and module is sys.modules.get(f"quicksalt.{name}"):
            return True
    return False
