"""Signing keys: trees of one-time keys, with a store that hands out each one-time key only once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig.background import BackgroundWorker, check_executor
from quicksalt.hashsig.params import Params
from quicksalt.hashsig.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Buffer

FilePath = str | os.PathLike[str]
"""The path of a file."""


class Progress(NamedTuple):
    """The progress of the preparation for the next signatures."""

    tree: float
    """The completed share of the current tree, from 0 to 1; 1 if no tree is missing."""
    reserved: int
    """The number of reserved, unused one-time keys."""
    trouble: str | None
    """The last failure of background work. Signing continues until the reserved one-time keys run
    out.
    """


class Delegation(NamedTuple):
    """A sub-key for a user; it is as secret as a signing key."""

    seed: bytes
    params: Params
    certificate: _signatures.HssCertificate
    """The parent's certificate for the sub-key, which is not secret."""


@dataclass(frozen=True)
class Ahead:
    """How a key prepares for the next signatures."""

    reservation: int | None = None
    """The number of one-time keys reserved with one write to disk.

    A crash loses up to two reservations. None adapts the number to the disk, so that half of a
    reservation lasts twice the duration of a write: from 64 to 1,024, and at most a sixteenth of
    the remaining keys.
    """
    trees: int = 1
    """The number of trees of the lowest level prepared in addition to the current one, 1 to 16."""
    background: bool | Executor = True
    """True: a thread of the key works in the background. An executor: its threads do this work,
    which must run in this process, as in a thread pool. False: the program calls `step` when it has
    time, and each signature does a small part of the overdue work.
    """

    def __post_init__(self) -> None:
        """Reject values that the native code would clamp."""
        if self.reservation is not None and not 1 <= self.reservation < 2**63:
            raise exc.ValueError(f"reservation must be at least 1, not {self.reservation}")
        if not 1 <= self.trees <= 16:
            raise exc.ValueError(f"trees must be from 1 to 16, not {self.trees}")
        if not isinstance(self.background, bool):
            check_executor(self.background)

    @property
    def options(self) -> tuple[int | None, int, bool]:
        """The options for the native code."""
        return self.reservation, self.trees, self.background is True


AHEAD = Ahead()


class SigningKey:
    """An HSS signing key.

    Each signature permanently uses up a one-time key. Closing the key loses the one-time keys that
    are reserved but unused. Any number of threads may sign concurrently. The end of a `with` block
    closes the key.
    """

    def __init__(self, native: _signatures.HashsigSigningKey, ahead: Ahead = AHEAD) -> None:
        """Wrap a native key; use `create` or `open`."""
        self._native = native
        executor = ahead.background
        self._worker = None if isinstance(executor, bool) else BackgroundWorker(native, executor)
        self._run_background()

    @classmethod
    def create(  # noqa: PLR0913
        cls,
        store: FilePath | Store,
        params: Params | str,
        *,
        passphrase: str | Buffer | None = None,
        key: Buffer | None = None,
        cost: tuple[int, int, int] | None = None,
        seed: Buffer | None = None,
        start: int = 0,
        trust_disk: bool = False,
        threads: int = 0,
        ahead: Ahead = AHEAD,
        progress: Callable[[float], object] | None = None,
    ) -> Self:
        """Create a key and its state.

        `store` is a path or a store. A path creates a file for the key and its state, encrypted by
        `passphrase` or `key`, or protected only by its mode. A store must have the range of a new
        key; the caller must then save `material`, which is as secret as the key. With a `seed` of
        32 bytes, the key is derived from it: two keys with the same seed and parameters are the
        same key, and only the caller can prevent both from signing. To create a lost key again in a
        file, pass a `start` above all indices that the lost key may have used; `trust_disk` is as
        in `FileStore.create`. `progress` is called from time to time with the completed share of
        the work, from 0 to 1.
        """
        params = Params.of(params)
        keygen = _signatures.HssKeygen(params.identifiers, seed)
        generate(keygen, threads, progress)
        if isinstance(store, str | os.PathLike):
            native = _signatures.HashsigSigningKey.create_file(
                keygen, store, passphrase, key, cost, start, trust_disk, ahead.options
            )
        else:
            _no_secret(passphrase, key)
            if start or trust_disk:
                raise exc.ValueError("start and trust_disk require a path: a store has its own")
            native = _signatures.HashsigSigningKey.create_over(keygen, store, ahead.options)
        return cls(native, ahead)

    @classmethod
    def open(  # noqa: PLR0913
        cls,
        store: FilePath | Store,
        params: Params | str | None = None,
        *,
        material: Buffer | None = None,
        passphrase: str | Buffer | None = None,
        key: Buffer | None = None,
        min_index: int = 0,
        min_epoch: int = 0,
        skip_after_boot: int = 0,
        trust_disk: bool = False,
        ahead: Ahead = AHEAD,
    ) -> Self:
        """Open a key in the state in which the last signer left it.

        `store` is a path or a store. For a path, pass `passphrase` or `key` if the file is
        encrypted. For a store, pass the key's `material`, unless the store is a `FileStore` or
        `Line`, which saves it. Pass known lower bounds on the index as in `FileStore.open`. If
        `params` is given, a key with other parameters is rejected.
        """
        wanted = None if params is None else Params.of(params)
        known = (min_index, min_epoch, skip_after_boot)
        if isinstance(store, str | os.PathLike):
            native = _signatures.HashsigSigningKey.open_file(
                store, passphrase, key, known, trust_disk, ahead.options
            )
        else:
            _no_secret(passphrase, key)
            if any(known) or trust_disk:
                raise exc.ValueError(
                    "min_index, min_epoch and skip_after_boot must be passed to the store"
                )
            native = _signatures.HashsigSigningKey.open_over(store, material, ahead.options)
        opened = cls(native, ahead)
        if wanted is not None and opened.params != wanted:
            found = opened.params
            opened.close()
            raise exc.ValueError(f"the key has parameters {found}, not {wanted}")
        return opened

    def sign(self, message: Buffer) -> bytes:
        """Sign a message with the next one-time key; return only the signature."""
        signature = self._native.sign(message)
        self._run_background()
        return signature

    def sign_pieces(self, read: Callable[[], Buffer]) -> bytes:
        """Sign a streamed message in constant memory.

        `read` is a function such as `functools.partial(file.read, 1 << 20)`. Each call returns the
        next bytes of the message, or empty bytes at the end. An exception of `read` ends the work
        and may lose the one-time key.
        """
        signature = self._native.sign_pieces(read)
        self._run_background()
        return signature

    async def sign_async(self, message: Buffer) -> bytes:
        """Sign like `sign`, in a thread. A cancelled call also uses up its one-time key."""
        import asyncio  # Imported late, because it takes half of this module's import time.

        return await asyncio.to_thread(self.sign, bytes(message))

    def sign_many(self, messages: Iterable[Buffer]) -> list[bytes]:
        """Sign many messages in parallel with at most one reservation.

        If fewer one-time keys than messages are left, the call fails without using any of them.
        """
        signatures = self._native.sign_many(list(messages))
        self._run_background()
        return signatures

    def remaining(self) -> int:
        """Return the number of signatures left."""
        return self._native.remaining()

    def reserve(self, count: int) -> None:
        """Reserve one-time keys until `count` are reserved; later reservations are as large."""
        self._native.reserve(_count("count", count))
        self._run_background()

    def prepare(self, ahead: int = 1) -> None:
        """Build the trees for the next signatures, and `ahead` more of the lowest level."""
        self._native.prepare(_count("ahead", ahead))
        self._run_background()

    def step(self, ms: float) -> bool:
        """Do background work for about `ms` milliseconds. Return False if none is left."""
        return self._native.step(ms)

    def progress(self) -> Progress:
        """Return the state of the background work."""
        tree, reserved, trouble = self._native.progress()
        if self._worker is not None and trouble is None:
            trouble = self._worker.trouble
        return Progress(tree, reserved, trouble)

    def _run_background(self) -> None:
        if self._worker is not None:
            self._worker.run()

    def close(self) -> None:
        """Close the key and its store. Reserved, unused one-time keys are lost."""
        self._native.close()

    @property
    def material(self) -> bytes | None:
        """The secret material for opening the key again, needed if the store does not save it."""
        return self._native.material

    @property
    def cache(self) -> str:
        """The top tree's cache: `used`, or `missing` or `damaged` if the tree was recomputed."""
        return self._native.cache

    def delegate(self, space: _signatures.KeySpace, name: str, params: Params | str) -> Delegation:
        """Create a sub-key that signs for the allocation `name` of this key's `space`.

        Give the result to the sub-key's user, who calls `SigningKey.create(path, params,
        seed=delegation.seed)`. Verifiers that trust this key accept the sub-key because of
        `delegation.certificate`. The seed of the sub-key does not reveal other keys. This uses up
        the rest of the allocation, which must have at least the sub-key's number of signatures, and
        one signature of this key.
        """
        wanted = Params.of(params)
        seed, certificate = _signatures.hss_delegate(space, self._native, name, wanted.identifiers)
        return Delegation(seed, wanted, certificate)

    @property
    def params(self) -> Params:
        """The parameters."""
        return Params.of_identifiers(self._native.levels)

    @property
    def public_key(self) -> _signatures.HssPublicKey:
        """The public key for verification; publish its `bytes`."""
        return self._native.public_key

    def __enter__(self) -> Self:
        """Return the key."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the key."""
        self.close()

    def __repr__(self) -> str:
        """Show the parameters, but no secrets."""
        return f"<SigningKey {self.params}>"


def generate(
    keygen: _signatures.HssKeygen,
    threads: int,
    progress: Callable[[float], object] | None,
) -> None:
    """Do all the work in `threads` threads (0: one thread per CPU), and report progress."""
    _count("threads", threads)
    keygen.finish(threads, progress)
    if progress is not None:
        progress(1.0)


def _no_secret(passphrase: object, key: object) -> None:
    if passphrase is not None or key is not None:
        raise exc.ValueError("passphrase and key require a path: an open store has its own")


def _count(name: str, count: int) -> int:
    if not 0 <= count < 2**63:
        raise exc.ValueError(f"{name} must not be negative or above 2^63, not {count}")
    return count
