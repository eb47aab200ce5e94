"""What objects that hold secrets have in common: they are not pickled, and `repr` is careful."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Unpicklable:
    """Refuses to be pickled: what is written down outlives the care that was taken of it."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        """Refuse with `TypeError`."""
        msg = f"can't pickle {type(self).__name__} objects, which may hold a secret"
        raise TypeError(msg)


def described(holder: object, what: str) -> str:
    """Return the `repr` of an object: its class, and what of it is public."""
    kind = type(holder)
    return f"<{kind.__module__}.{kind.__qualname__} {what}>"


def stands_in_for_pynacl() -> bool:
    """Whether `nacl` is this package in this process."""
    for name in ("public", "secret", "signing", "utils"):
        module = sys.modules.get(f"nacl.{name}")
        if module is not None and module is sys.modules.get(f"quicksalt.{name}"):
            return True
    return False
