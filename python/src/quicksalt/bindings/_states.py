"""Messages that come in pieces: the states, and the functions that take a state.

Each function is made for a kind of state, under the name that libsodium gives it.
"""

from __future__ import annotations

from quicksalt import exceptions as exc
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol, Self, TypeVar

    from typing_extensions import Buffer

    S = TypeVar("S", bound="State")
    C = TypeVar("C", bound="State", contravariant=True)
    F = TypeVar("F")

    class Update(Protocol[C]):
        """Takes a piece of a message."""

        def __call__(self, state: C, message: Buffer) -> None: ...

    class Squeeze(Protocol[C]):
        """Returns the next bytes of an output."""

        def __call__(self, state: C, size: int) -> bytes: ...

    class Final(Protocol[C]):
        """Returns a digest or a tag."""

        def __call__(self, state: C) -> bytes: ...


class State(Unpicklable):
    """The pieces that have come."""

    __slots__ = ("_taken",)

    _taken: Any
    """What the native module keeps of the pieces."""

    @classmethod
    def _of(cls, taken: object) -> Self:
        state = cls()
        state._taken = taken
        return state


class Copied(State):
    """Pieces that more than one message may begin with."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return an independent state that has taken the same pieces and given the same bytes."""
        return self._of(taken(self, type(self)).copy())


def taken(state: State, kind: type[State], init: str = "init") -> Any:  # noqa: ANN401 - native
    """Return what a state has taken, if it is of the kind and was begun."""
    found = getattr(state, "_taken", None) if isinstance(state, kind) else None
    if found is None:
        maker = f"{kind.__name__.removesuffix('state')}{init}"
        msg = f"state must be a {kind.__name__} that {maker} made"
        raise exc.TypeError(msg)
    return found


def init(kind: type[S], begin: Callable[[], object]) -> Callable[[], S]:
    """Make the function that begins a message."""

    def init() -> S:
        """Begin a message."""
        return kind._of(begin())

    return _named(init, kind)


def update(kind: type[S]) -> Update[S]:
    """Make the function that takes a piece."""

    def update(state: S, message: Buffer) -> None:
        """Take the next piece of the message."""
        taken(state, kind).update(message)

    return _named(update, kind)


def squeeze(kind: type[S]) -> Squeeze[S]:
    """Make the function that gives the next bytes of an output of any length."""

    def squeeze(state: S, size: int) -> bytes:
        """Return the next bytes of the output."""
        squeezed: bytes = taken(state, kind).squeeze(size)
        return squeezed

    return _named(squeeze, kind)


def digest(kind: type[S]) -> Final[S]:
    """Make the function that gives the digest of the pieces so far."""

    def final(state: S) -> bytes:
        """Return the digest of all that has come. More may come."""
        found: bytes = taken(state, kind).digest()
        return found

    return _named(final, kind)


def tag(kind: type[S]) -> Final[S]:
    """Make the function that gives the tag of the pieces, once."""

    def final(state: S) -> bytes:
        """Return the tag of all that has come. The state cannot be used afterwards."""
        found: bytes = taken(state, kind).finish()
        return found

    return _named(final, kind)


def _named(function: F, kind: type[State]) -> F:
    """Give a function libsodium's name."""
    made: Any = function
    made.__name__ = made.__qualname__ = f"{kind.__name__.removesuffix('state')}{made.__name__}"
    made.__module__ = kind.__module__
    made.__annotations__ = {
        name: kind.__name__ if given == "S" else given
        for name, given in made.__annotations__.items()
    }
    return function
