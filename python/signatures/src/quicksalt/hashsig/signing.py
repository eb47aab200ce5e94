"""The signing keys: trees of one-time keys over a store that gives each of them out once."""

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
    """The state of the work ahead of the next signatures."""

    tree: float
    """How much of the tree that is being built is done, from 0 to 1; 1 if no tree is missing."""
    reserved: int
    """How many one-time keys are reserved and not used."""
    trouble: str | None
    """The last failure of the work ahead. Signing goes on as long as one-time keys are reserved."""


class Delegation(NamedTuple):
    """A sub-key to hand to its user: as secret as a key."""

    seed: bytes
    params: Params
    certificate: _signatures.HssCertificate
    """The certificate that the parent signed for it, which is not secret."""


@dataclass(frozen=True)
class Ahead:
    """How a key works ahead."""

    reservation: int | None = None
    """One-time keys taken with one write to the disk. A crash loses those of two reservations.

    None adapts the number to the disk, so that half of a reservation lasts twice as long as the
    disk takes: from 64 to 1,024, and never more than a sixteenth of what is left."""
    trees: int = 1
    """Trees of the lowest level kept ready beyond the present one, 1 to 16."""
    background: bool | Executor = True
    """True: a thread of the key works ahead. An executor: its threads do; it must run its work in
    this process, as a thread pool does. False: the program calls `step` where it has time, and each
    signature does a small part of the work that is late."""

    def __post_init__(self) -> None:
        """Refuse what the native code would cut off."""
        if self.reservation is not None and not 1 <= self.reservation < 2**63:
            raise exc.ValueError(f"reservation must be at least 1, not {self.reservation}")
        if not 1 <= self.trees <= 16:
            raise exc.ValueError(f"trees must be from 1 to 16, not {self.trees}")
        if not isinstance(self.background, bool):
            check_executor(self.background)

    @property
    def options(self) -> tuple[int | None, int, bool]:
        """For the native code."""
        return self.reservation, self.trees, self.background is True


AHEAD = Ahead()


class SigningKey:
    """An HSS key that signs.

    A signature uses up a one-time key of its store, for good: what is reserved and not used is lost
    when the key is closed. Any number of threads may sign at once. As a context manager the key is
    closed at the end.
    """

    def __init__(self, native: _signatures.HashsigSigningKey, ahead: Ahead = AHEAD) -> None:
        """Use `create` or `open`."""
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

        `store` is a path, where a file is made that holds both, sealed by `passphrase`, by `key` or
        by its mode alone; or a store whose range is that of a new key: then keep `material` as
        secret as the key. The key follows from `seed` of 32 bytes if one is given; two keys of one
        seed and the same parameters are one key, which nothing but you keeps apart. In a file a key
        that was lost begins at `start`, past all that it can have used; `trust_disk` is that of
        `FileStore.create`. `progress` is called with the share that is done, from 0 to 1, between
        pieces of work.
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
                raise exc.ValueError("start and trust_disk are for a file: a store knows its own")
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
        """Open a key where the last signer left it.

        `store` is a path, with `passphrase` or `key` if that sealed it; or a store, with the
        `material` of the key unless it is a `FileStore` or a `Line` that has it. What is known from
        elsewhere is told as to `FileStore.open`. With `params` given, a key of others is refused.
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
                raise exc.ValueError("what is known from elsewhere must be told to the store")
            native = _signatures.HashsigSigningKey.open_over(store, material, ahead.options)
        opened = cls(native, ahead)
        if wanted is not None and opened.params != wanted:
            found = opened.params
            opened.close()
            raise exc.ValueError(f"the key has the parameters {found}, not {wanted}")
        return opened

    def sign(self, message: Buffer) -> bytes:
        """Sign a message with the next one-time key; return the signature alone."""
        signature = self._native.sign(message)
        self._run_background()
        return signature

    def sign_pieces(self, read: Callable[[], Buffer]) -> bytes:
        """Sign a message that is read once, in constant memory.

        `read` returns the next bytes at each call, and nothing at the end, such as
        `functools.partial(file.read, 1 << 20)`. An exception of it ends the work; the one-time key
        may be lost then.
        """
        signature = self._native.sign_pieces(read)
        self._run_background()
        return signature

    async def sign_async(self, message: Buffer) -> bytes:
        """Sign as `sign` does, in a thread. A call that is cancelled has used its one-time key."""
        import asyncio  # Half of what this module would cost to load.

        return await asyncio.to_thread(self.sign, bytes(message))

    def sign_many(self, messages: Iterable[Buffer]) -> list[bytes]:
        """Sign many messages with at most one reservation, side by side.

        If not enough one-time keys are left for all, none is used.
        """
        signatures = self._native.sign_many(list(messages))
        self._run_background()
        return signatures

    def remaining(self) -> int:
        """Return how many signatures are left."""
        return self._native.remaining()

    def reserve(self, count: int) -> None:
        """Reserve one-time keys until `count` are reserved; later reservations are as large."""
        self._native.reserve(_count("count", count))
        self._run_background()

    def prepare(self, ahead: int = 1) -> None:
        """Build the trees of the next signatures and the next `ahead` trees of the lowest level."""
        self._native.prepare(_count("ahead", ahead))
        self._run_background()

    def step(self, ms: float) -> bool:
        """Work ahead for about `ms` milliseconds. Returns False if nothing is left to do."""
        return self._native.step(ms)

    def progress(self) -> Progress:
        """Return the state of the work ahead."""
        tree, reserved, trouble = self._native.progress()
        if self._worker is not None and trouble is None:
            trouble = self._worker.trouble
        return Progress(tree, reserved, trouble)

    def _run_background(self) -> None:
        if self._worker is not None:
            self._worker.run()

    def close(self) -> None:
        """Close the key and its store. One-time keys that are reserved and not used are lost."""
        self._native.close()

    @property
    def material(self) -> bytes | None:
        """What opens the key again if the store does not keep it; as secret as the key."""
        return self._native.material

    @property
    def cache(self) -> str:
        """Where the top tree came from: `used`, or `missing` or `damaged` and computed again."""
        return self._native.cache

    def delegate(self, space: _signatures.KeySpace, name: str, params: Params | str) -> Delegation:
        """Make a sub-key that signs for the allocation `name` of this key's `space`.

        Hand the result over: `SigningKey.create(path, params, seed=delegation.seed)` makes the
        sub-key elsewhere, and who trusts this key trusts it by `delegation.certificate`. Its seed
        leads to no other. All that was left of the part is used up, at least as many signatures as
        the sub-key has, and one signature of this key.
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
        """The public key, which verifies; `bytes` of it are what to publish."""
        return self._native.public_key

    def __enter__(self) -> Self:
        """Return the key."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the key."""
        self.close()

    def __repr__(self) -> str:
        """Show no secret."""
        return f"<SigningKey {self.params}>"


def generate(
    keygen: _signatures.HssKeygen,
    threads: int,
    progress: Callable[[float], object] | None,
) -> None:
    """Do all the work in `threads` threads, 0 for all CPUs, and report progress meanwhile."""
    _count("threads", threads)
    keygen.finish(threads, progress)
    if progress is not None:
        progress(1.0)


def _no_secret(passphrase: object, key: object) -> None:
    if passphrase is not None or key is not None:
        raise exc.ValueError("a passphrase or key seals a file: the store was opened with its own")


def _count(name: str, count: int) -> int:
    if not 0 <= count < 2**63:
        raise exc.ValueError(f"{name} must not be negative or above 2^63, not {count}")
    return count
