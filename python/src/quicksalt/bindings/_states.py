"""The state classes of incremental functions, and factories for the functions on states.

A factory generates a function for one state class, under libsodium's name.
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
        """Processes the next part of a message."""

        def __call__(self, state: C, message: Buffer) -> None: ...

    class Squeeze(Protocol[C]):
        """Returns the next bytes of an output."""

        def __call__(self, state: C, size: int) -> bytes: ...

    class Final(Protocol[C]):
        """Returns a digest or a tag."""

        def __call__(self, state: C) -> bytes: ...


class State(Unpicklable):
    """The state of an incremental function."""

    __slots__ = ("_taken",)

    _taken: Any
    """The native state."""

    @classmethod
    def _of(cls, taken: object) -> Self:
        state = cls()
        state._taken = taken
        return state


class Copied(State):
    """A state that can be copied."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return an independent copy with the same input and output position."""
        return self._of(taken(self, type(self)).copy())


def taken(state: State, kind: type[State], init: str = "init") -> Any:  # noqa: ANN401 - native
    """Return the native state; raise unless `state` has the right class and is initialised."""
    found = getattr(state, "_taken", None) if isinstance(state, kind) else None
    if found is None:
        maker = f"{kind.__name__.removesuffix('state')}{init}"
        msg = f"state must be a {kind.__name__} that {maker} made"
        raise exc.TypeError(msg)
    return found


def init(kind: type[S], begin: Callable[[], object]) -> Callable[[], S]:
    """Create the function that initialises a state."""

    def init() -> S:
        """Initialise a state."""
        return kind._of(begin())

    return _named(init, kind)


def update(kind: type[S]) -> Update[S]:
    """Create the function that processes input."""

    def update(state: S, message: Buffer) -> None:
        """Process the next part of the message."""
        taken(state, kind).update(message)

    return _named(update, kind)


def squeeze(kind: type[S]) -> Squeeze[S]:
    """Create the function that returns the next bytes of an extendable output."""

    def squeeze(state: S, size: int) -> bytes:
        """Return the next bytes of the output."""
        squeezed: bytes = taken(state, kind).squeeze(size)
        return squeezed

    return _named(squeeze, kind)


def digest(kind: type[S]) -> Final[S]:
    """Create the function that returns the digest of the input so far."""

    def final(state: S) -> bytes:
        """Return the digest of the input so far; more input may follow."""
        found: bytes = taken(state, kind).digest()
        return found

    return _named(final, kind)


def tag(kind: type[S]) -> Final[S]:
    """Create the function that returns the tag of the input and ends the state."""

    def final(state: S) -> bytes:
        """Return the tag of the input. The state cannot be used afterwards."""
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
