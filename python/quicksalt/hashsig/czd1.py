"""czd1: coinZdense's construction repaired. Experimental: nobody has reviewed it.

`docs/czd1.md` specifies it. Keys of HSS (`quicksalt.hashsig.SigningKey`) are the standard and the
better choice; this is for those who want coinZdense's free choice of sizes.

    with SigningKey.create(path, generate(24, 5, [10, 10]), passphrase=...) as key:
        verify(key.public_key, message, key.sign(message))

A store belongs to one key: two keys of one secret over two stores use indices twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self

from quicksalt import _native
from quicksalt import exceptions as exc
from quicksalt.hashsig.announce import Announced
from quicksalt.hashsig.carriers import Work
from quicksalt.hashsig.signing import AHEAD, Ahead, Place, StackKey
from quicksalt.hashsig.signing import generate as generate_tree
from quicksalt.hashsig.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

_FIXED = 8
"""Bytes of a header before the heights (section 2 of the specification)."""

_PIECES = 8
"""A large tree is handed out in two to this power pieces."""

NOTHING_AHEAD = Ahead(reservation=1, background=False)

_BATCH = 16
"""Leaves that fill the lanes together."""


class PublicKey:
    """A public key of czd1: `bytes(key)` is its encoding."""

    def __init__(self, encoded: Buffer) -> None:
        """Read the encoding."""
        self._native = _native.Czd1PublicKey(encoded)

    def verify(self, message: Buffer, signature: Buffer) -> None:
        """Raise `BadSignatureError`, which never says why, unless the signature is genuine."""
        self._native.verify(message, signature)

    @property
    def hashlen(self) -> int:
        """Bytes of a hash."""
        return self._native.sizes[0]

    @property
    def otsbits(self) -> int:
        """Bits that a pair of chains signs."""
        return self._native.sizes[1]

    @property
    def heights(self) -> tuple[int, ...]:
        """Heights of the trees of each level, from the top down."""
        return tuple(self._native.sizes[2])

    def __bytes__(self) -> bytes:
        """Return the encoding."""
        return bytes(self._native)

    def __eq__(self, other: object) -> bool:
        """Compare encodings."""
        return isinstance(other, PublicKey) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(bytes(self))

    def __repr__(self) -> str:
        """Return an expression that makes the key."""
        return f"PublicKey(bytes.fromhex({bytes(self).hex()!r}))"


def generate(
    hashlen: int, otsbits: int, heights: Iterable[int], *, seed: Buffer | None = None
) -> bytes:
    """Return a new secret key, or the one of a seed of 32 bytes.

    Hashes of 16 to 64 bytes, 4 to 16 bits for a pair of chains, 1 to 8 levels of trees of heights
    1 to 20, from the top down, that add up to 32 at most.
    """
    return _native.Czd1Keygen.secret(hashlen, otsbits, list(heights), seed)


def capacity(secret: Buffer) -> int:
    """Return how many signatures a secret key has: the indices that its store must give out."""
    header = bytes(memoryview(secret)[: _FIXED + 8])
    if header[:4] != b"cz1k" or len(header) < _FIXED or len(header) < _FIXED + header[7]:
        raise exc.ValueError("secret must be a secret key of czd1")
    return 1 << sum(header[_FIXED : _FIXED + header[7]])


class KeyGeneration(Announced):
    """The public key of a secret key, of one level or several, on its way: here or in an executor.

    A piece of work that leaves the process holds the starts of the chains of some leaves of the top
    tree, which give nothing else away.
    """

    def __init__(self, secret: Buffer) -> None:
        """Take a secret key of `generate`; compute nothing yet."""
        super().__init__()
        self._native = _native.Czd1Keygen(secret)

    @property
    def public_key(self) -> PublicKey:
        """The public key; `get_pubkey` returns its encoding."""
        return PublicKey(self.get_pubkey())

    def _work(self) -> Sequence[Work]:
        leaves = self._native.leaves
        each = max(leaves >> _PIECES, _BATCH)
        firsts = range(0, leaves, each)
        return [self._native.work(first, min(first + each, leaves)) for first in firsts]

    def _assemble(self, results: Sequence[bytes]) -> bytes:
        return bytes(self._native.public_key(b"".join(results)))


class SigningKey(StackKey):
    """A key of czd1 that signs, as `quicksalt.hashsig.SigningKey` does. Experimental."""

    def __init__(self, secret: Buffer, store: Store, *, ahead: Ahead = NOTHING_AHEAD) -> None:
        """Take a secret key of `generate` and the store that gives out its indices.

        The top tree is computed anew. Unless `ahead` says otherwise, each signature, or each list
        of them, is one reservation, and the signatures compute the trees to come.
        """
        keygen = _native.Czd1Keygen(secret)
        native = _native.HashsigSigningKey.create_over(keygen, store, ahead.options)
        super().__init__(native, ahead)

    @classmethod
    def create(  # noqa: PLR0913
        cls,
        store: Place | Store,
        secret: Buffer,
        *,
        passphrase: str | Buffer | None = None,
        key: Buffer | None = None,
        cost: tuple[int, int, int] | None = None,
        start: int = 0,
        threads: int = 0,
        ahead: Ahead = AHEAD,
        progress: Callable[[float], object] | None = None,
    ) -> Self:
        """Create the state of a secret key of `generate`, in a file with it or over a store.

        The arguments are those of `quicksalt.hashsig.SigningKey.create`.
        """
        keygen = _native.Czd1Keygen(secret)
        generate_tree(keygen, threads, progress)
        return cls._create(
            keygen, store, passphrase=passphrase, key=key, cost=cost, start=start, ahead=ahead
        )

    @classmethod
    def open(  # noqa: PLR0913
        cls,
        store: Place | Store,
        *,
        material: Buffer | None = None,
        passphrase: str | Buffer | None = None,
        key: Buffer | None = None,
        min_index: int = 0,
        min_epoch: int = 0,
        skip_after_boot: int = 0,
        ahead: Ahead = AHEAD,
    ) -> Self:
        """Open a key that `create` made where the last signer left it.

        The arguments are those of `quicksalt.hashsig.SigningKey.open`.
        """
        return cls._open(
            store,
            is_czd1=True,
            material=material,
            passphrase=passphrase,
            key=key,
            known=(min_index, min_epoch, skip_after_boot),
            ahead=ahead,
        )

    @property
    def public_key(self) -> PublicKey:
        """The public key."""
        return PublicKey(bytes(self._native.public_key))

    def __repr__(self) -> str:
        """Tell the sizes and no secret."""
        key = self.public_key
        heights = "+".join(map(str, key.heights))
        return f"<czd1.SigningKey {key.hashlen}/{key.otsbits}/{heights}>"
