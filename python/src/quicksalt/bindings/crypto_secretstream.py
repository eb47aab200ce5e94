"""A stream of encrypted messages in a fixed order; `quicksalt.secretstream` is easier to use.

As in PyNaCl, the bytes of a state can be read and changed: `statebuf` is a copy, and stays
synchronised with the state once a program has used it.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt._native import (
    crypto_secretstream_xchacha20poly1305_ABYTES as crypto_secretstream_xchacha20poly1305_ABYTES,
    crypto_secretstream_xchacha20poly1305_HEADERBYTES as crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    crypto_secretstream_xchacha20poly1305_KEYBYTES as crypto_secretstream_xchacha20poly1305_KEYBYTES,
    crypto_secretstream_xchacha20poly1305_keygen as crypto_secretstream_xchacha20poly1305_keygen,
    crypto_secretstream_xchacha20poly1305_MESSAGEBYTES_MAX as crypto_secretstream_xchacha20poly1305_MESSAGEBYTES_MAX,
    crypto_secretstream_xchacha20poly1305_STATEBYTES as crypto_secretstream_xchacha20poly1305_STATEBYTES,
    crypto_secretstream_xchacha20poly1305_TAG_FINAL as crypto_secretstream_xchacha20poly1305_TAG_FINAL,
    crypto_secretstream_xchacha20poly1305_TAG_MESSAGE as crypto_secretstream_xchacha20poly1305_TAG_MESSAGE,
    crypto_secretstream_xchacha20poly1305_TAG_PUSH as crypto_secretstream_xchacha20poly1305_TAG_PUSH,
    crypto_secretstream_xchacha20poly1305_TAG_REKEY as crypto_secretstream_xchacha20poly1305_TAG_REKEY,
)
from quicksalt.secrecy import Unpicklable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class crypto_secretstream_xchacha20poly1305_state(Unpicklable):
    """The state of one side of a stream."""

    __slots__ = ("_seen", "_side", "rawbuf", "tagbuf")

    def __init__(self) -> None:
        """Create a state for `init_push` or `init_pull`."""
        self._side = _native.crypto_secretstream_xchacha20poly1305_state()
        self._seen: bytearray | None = None
        self.rawbuf: Buffer | None = None
        """The work buffer of PyNaCl's state, unused here."""
        self.tagbuf: Buffer | None = None
        """Unused, like `rawbuf`."""

    @property
    def statebuf(self) -> bytearray:
        """The secret bytes of libsodium's state; changing them changes the state."""
        if self._seen is None:
            self._seen = bytearray(self._side.content())
        return self._seen

    def _current(self) -> _native.crypto_secretstream_xchacha20poly1305_state:
        if self._seen is not None and self._seen != self._side.content():
            self._side.restore(self._seen)
        return self._side

    def _follow(self) -> None:
        if self._seen is not None:
            self._seen[:] = self._side.content()


def crypto_secretstream_xchacha20poly1305_init_push(
    state: crypto_secretstream_xchacha20poly1305_state, key: Buffer
) -> bytes:
    """Make `state` the sender's side of a new stream and return its header."""
    _check(state)
    header = _native.crypto_secretstream_xchacha20poly1305_init_push(state._side, key)
    state._follow()
    return header


def crypto_secretstream_xchacha20poly1305_push(
    state: crypto_secretstream_xchacha20poly1305_state,
    m: Buffer,
    ad: Buffer | None = None,
    tag: int = crypto_secretstream_xchacha20poly1305_TAG_MESSAGE,
) -> bytes:
    """Return the next message encrypted, with a tag and bound to `ad`."""
    _check(state)
    most = crypto_secretstream_xchacha20poly1305_MESSAGEBYTES_MAX
    if isinstance(m, bytes) and len(m) > most:
        raise exc.ValueError("Message is too long")
    sealed = _native.crypto_secretstream_xchacha20poly1305_push(state._current(), m, ad, tag)
    state._follow()
    return sealed


def crypto_secretstream_xchacha20poly1305_init_pull(
    state: crypto_secretstream_xchacha20poly1305_state, header: Buffer, key: Buffer
) -> None:
    """Make `state` the receiver's side of the stream with the given header."""
    _check(state)
    _native.crypto_secretstream_xchacha20poly1305_init_pull(state._side, header, key)
    state._follow()


def crypto_secretstream_xchacha20poly1305_pull(
    state: crypto_secretstream_xchacha20poly1305_state, c: Buffer, ad: Buffer | None = None
) -> tuple[bytes, int]:
    """Return the next message and its tag; raise `RuntimeError` if `c` is not the next message."""
    _check(state)
    opened = _native.crypto_secretstream_xchacha20poly1305_pull(state._current(), c, ad)
    state._follow()
    return opened


def crypto_secretstream_xchacha20poly1305_rekey(
    state: crypto_secretstream_xchacha20poly1305_state,
) -> None:
    """Switch to a new key; both sides must call this at the same position of the stream."""
    _check(state)
    _native.crypto_secretstream_xchacha20poly1305_rekey(state._current())
    state._follow()


def _check(state: crypto_secretstream_xchacha20poly1305_state) -> None:
    if not isinstance(state, crypto_secretstream_xchacha20poly1305_state):
        text = "State must be a crypto_secretstream_xchacha20poly1305_state object"
        raise exc.TypeError(text)
