"""What objects that hold secrets have in common: they are neither shown nor pickled."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, Self


class Unpicklable:
    """Refuses to be pickled: what is written down outlives the care that was taken of it."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        """Refuse with `TypeError`."""
        msg = f"can't pickle {type(self).__name__} objects, which hold a secret"
        raise TypeError(msg)


class SecretHolder(Unpicklable):
    """An object that may be copied within the process, and is not pickled."""

    def __copy__(self) -> Self:
        """Return an object with the same attributes."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return an object with copies of the attributes."""
        from copy import deepcopy

        new = object.__new__(type(self))
        memo[id(self)] = new
        new.__dict__.update(deepcopy(self.__dict__, memo))
        return new


def described(holder: object, what: str) -> str:
    """Return the `repr` of an object: its class, and what of it is public."""
    kind = type(holder)
    return f"<{kind.__module__}.{kind.__qualname__} {what}>"
