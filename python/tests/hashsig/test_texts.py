"""All error messages for invalid arguments and for keys that cannot sign, collected in one file."""

from __future__ import annotations

import asyncio
import gc
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from quicksalt import exceptions as exc
from quicksalt import hashsig
from quicksalt.hashsig import (
    Ahead,
    FileStore,
    HssCertificate,
    KeySpace,
    NativeExecutor,
    Params,
    SigningKey,
)
from quicksalt.hashsig import coinzdense as czd
from quicksalt.hashsig import exceptions as own
from tests import golden
from tests.golden import Refusal

from . import test_coinzdense, test_formats, test_recovery, test_signing, test_signing_stores
from .small import QUIET, SMALL, Counter, create
from .test_announce import Manual, level, one_time
from .test_delegate import statement

KEY = bytes(range(32))
LEVEL = czd.binary_to_wif(bytes(20), czd.Keytype.COINZDENSEPUBKEY)
PRIVATE = czd.binary_to_wif(bytes(32), czd.Keytype.ECDSAPRIVKEY)
SIGNED = one_time()
SIGNED.sign_data(b"once")


def recover(**arguments: Any) -> object:
    return hashsig.recover("a", "b", "secret", **arguments)


def public() -> bytes:
    with SigningKey.create(Counter(1024), "5/1,5/1", seed=bytes(32)) as key:
        return bytes(key.public_key)


def key(name: str = "key", levels: int = 1) -> str:
    """Create a key in a file and close it."""
    if not Path(name).exists():
        create(name, levels, ahead=QUIET).close()
    return name


def closed_key() -> SigningKey:
    made = create(Counter(32), ahead=QUIET)
    made.close()
    return made


def closed_store() -> FileStore:
    store = FileStore.create("closed", 10)
    store.close()
    return store


def opened(name: str, work: Callable[[SigningKey], object]) -> object:
    with SigningKey.open(key(name), ahead=QUIET) as made:
        return work(made)


def spaced(work: Callable[[KeySpace, SigningKey], object]) -> object:
    """Use a key space with one exhausted part."""
    # Frames of the last exception reference the file.
    gc.collect()
    with FileStore.open(key("spaced", 2)) as store:
        space = KeySpace(store)
        if "mail" not in space.remaining():
            space.allocate("mail", 40)
            space.line("mail").reserve(40)
        with SigningKey.open(store, ahead=QUIET) as made:
            return work(space, made)


def copied() -> str:
    with SigningKey.open(key("original"), ahead=QUIET) as made:
        shutil.copy("original", "copy")
        made.sign(b"m")
    return "copy"


def in_use(name: str) -> object:
    with FileStore.open(key(name)):
        return FileStore.open(name)


def of_another_key() -> object:
    other = create(Counter(32), ahead=QUIET)
    with FileStore.open(key()) as store:
        return SigningKey.open(store, material=other.material, ahead=QUIET)


def gone_back() -> object:
    store = Counter(32)
    with create(store, ahead=QUIET) as made:
        made.sign_many([b"m"] * 4)
        store.next = 2
        return made.sign(b"m")


def reserved(store: Any) -> object:
    with create(store, ahead=QUIET) as made:
        return made.sign(b"m")


def wrong_store(answer: object) -> object:
    store = test_signing_stores.Wrong(32)
    store.answer = answer
    return reserved(store)


def died() -> object:
    made, executor = level(), Manual()
    made.announce(executor)
    executor.step()
    executor.die()
    return asyncio.run(made.require())


def shut_down() -> Any:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    return pool


def ended() -> NativeExecutor:
    executor = NativeExecutor(1)
    executor.shutdown()
    return executor


def in_processes() -> object:
    with ProcessPoolExecutor(1) as pool:
        return Ahead(background=pool)


def damaged(name: str, content: bytes) -> str:
    Path(name).write_bytes(content)
    Path(name).chmod(0o600)
    return name


REFUSALS = [
    *(Refusal(e, t, partial(test_coinzdense.small, **c)) for c, e, t in test_coinzdense.WRONG),
    *(Refusal(e, t, call) for call, e, t in test_formats.WRONG),
    *(Refusal(exc.ValueError, t, partial(Params.parse, p)) for p, t in test_signing.NO_PARAMS),
    *(Refusal(e, t, partial(wrong_store, a)) for a, e, t in test_signing_stores.ANSWERS),
    Refusal(exc.ValueError, "17", lambda: czd.LevelKey(KEY, 0, 16, 4, 17)),
    Refusal(exc.ValueError, "layout", lambda: czd.LevelKey(KEY, 0, 16, 4, 3, layout="other")),
    Refusal(
        exc.ValueError,
        "public keys",
        lambda: czd.LevelKey(KEY, 0, 16, 4, 3, bigpubkey=[bytes(16)] * 7),
    ),
    Refusal(exc.ValueError, "otpubkey", lambda: czd.OneTimeValidator(20, 7, bytes(20), bytes(3))),
    Refusal(exc.ValueError, "", lambda: czd.LevelValidation(16, 4, 3).signature(bytes(10))),
    Refusal(exc.ValueError, "password", lambda: czd.key_from_creds("a", "b", "\u20ac")),
    Refusal(TypeError, "role", lambda: czd.key_from_creds("a", b"b", "c")),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "key", lambda: czd.binary_to_wif(b"", czd.Keytype.ECDSAPRIVKEY)),
    Refusal(TypeError, "keytype", lambda: czd.binary_to_wif(KEY, "ECDSAPRIVKEY")),  # type: ignore[arg-type]
    Refusal(
        exc.ValueError,
        "ECDSAPRIVKEY",
        lambda: czd.wif_to_binary(PRIVATE, czd.Keytype.QDRECOVERYPUBKEY),
    ),
    Refusal(exc.ValueError, "", lambda: czd.parse_wif(LEVEL[:-1])),
    Refusal(exc.ValueError, "digest", lambda: one_time().sign_hash(bytes(19))),
    Refusal(TypeError, "data", lambda: one_time().sign_data("text")),  # type: ignore[arg-type]
    Refusal(own.ExhaustedError, "", lambda: SIGNED.sign_data(b"once")),
    Refusal(own.UnsafeCompatError, "", lambda: level().sign_data(b"", 0)),
    Refusal(exc.ValueError, "height", lambda: recover(published=LEVEL)),
    Refusal(exc.ValueError, "height", lambda: recover(published=LEVEL, otsbits=7, height=2)),
    Refusal(exc.ValueError, "", lambda: recover(published=LEVEL[:-1])),
    Refusal(exc.ValueError, "ECDSAPRIVKEY", lambda: recover(published=PRIVATE)),
    Refusal(exc.ValueError, "HSS", lambda: recover(published=b"")),
    Refusal(exc.ValueError, "memory_kib", lambda: recover(published=public(), memory_kib=7)),
    Refusal(exc.ValueError, "passes", lambda: recover(published=public(), passes=0)),
    Refusal(
        exc.ValueError,
        "passphrase",
        lambda: hashsig.recover("a", "b", "", published=public(), **test_recovery.CHEAP),  # type: ignore[arg-type]
    ),
    Refusal(TypeError, "role", lambda: hashsig.recover("a", b"b", "c", published=public())),  # type: ignore[arg-type]
    Refusal(own.RecoveryError, "role", lambda: test_recovery.again(public(), "a", "b", "c")),
    Refusal(exc.ValueError, "key", lambda: FileStore.create("x", 10, key=b"abc")),
    Refusal(exc.ValueError, "key", lambda: FileStore.create("x", 10, key=KEY, passphrase="x")),
    Refusal(TypeError, "passphrase", lambda: FileStore.create("x", 10, passphrase=5)),  # type: ignore[arg-type]
    Refusal(
        exc.ValueError, "8 KiB", lambda: FileStore.create("x", 10, passphrase="x", cost=(1, 1, 1))
    ),
    Refusal(
        exc.ValueError, "16 MiB", lambda: FileStore.create("x", 10, passphrase="x", cost=(8, 1, 1))
    ),
    Refusal(exc.ValueError, "passphrase", lambda: FileStore.create("x", 10, passphrase="")),
    Refusal(exc.ValueError, "1048576", lambda: FileStore.create("x", 10, bytes(2**20 + 1))),
    Refusal(exc.ValueError, "range", lambda: FileStore.create("x", range(5, 5))),
    Refusal(exc.ValueError, "step 1", lambda: FileStore.create("x", range(0, 9, 2))),
    Refusal(exc.ValueError, "count", lambda: FileStore.create("few", 1).reserve(0)),
    Refusal(FileNotFoundError, "none", lambda: FileStore.open("none")),
    Refusal(FileExistsError, "key", lambda: FileStore.create(key(), 10)),
    Refusal(own.StateError, "short", lambda: FileStore.open(damaged("short", b""))),
    Refusal(own.StateError, "closed", lambda: closed_store().reserve(1)),
    Refusal(own.StateError, "busy", lambda: in_use("busy")),
    Refusal(own.RollbackError, "copy", lambda: FileStore.open(copied())),
    Refusal(own.StateError, "original", lambda: FileStore.recover(copied(), skip=2000)),
    Refusal(own.RollbackError, "9", lambda: FileStore.open(key(), min_epoch=9)),
    Refusal(exc.ValueError, "", lambda: spaced(lambda space, _: space.allocate("", 1))),
    Refusal(exc.ValueError, "mail", lambda: spaced(lambda space, _: space.allocate("mail", 1))),
    Refusal(exc.ValueError, "none", lambda: spaced(lambda space, _: space.line("none"))),
    Refusal(
        own.ExhaustedError, "mail", lambda: spaced(lambda space, _: space.line("mail").reserve(1))
    ),
    Refusal(own.ExhaustedError, "mail", lambda: spaced(lambda s, k: k.delegate(s, "mail", "5/8"))),
    Refusal(exc.ValueError, "none", lambda: spaced(lambda s, k: k.delegate(s, "none", "5/8"))),
    Refusal(exc.ValueError, "64", lambda: spaced(lambda s, k: k.delegate(s, "", "5/8"))),
    Refusal(
        exc.ValueError,
        "space",
        lambda: spaced(lambda s, _: opened("key", lambda k: k.delegate(s, "mail", "5/8"))),
    ),
    Refusal(
        exc.ValueError,
        "quicksalt-sub-",
        lambda: opened("key", lambda k: k.sign(statement(2, public()))),
    ),
    Refusal(own.UnsafeCompatError, "", lambda: HssCertificate(statement(1, public()) + bytes(32))),
    Refusal(exc.ValueError, "sub-key", lambda: HssCertificate(b"quicksalt-sub-2\n")),
    Refusal(own.StateError, "", lambda: closed_key().sign(b"m")),
    Refusal(own.ExhaustedError, "", lambda: opened("key", lambda k: k.reserve(33))),
    Refusal(TypeError, "messages", lambda: opened("key", lambda k: k.sign_many([b"", "x"]))),  # type: ignore[list-item]
    Refusal(exc.ValueError, "count", lambda: opened("key", lambda k: k.reserve(-1))),
    Refusal(exc.ValueError, "ms", lambda: opened("key", lambda k: k.step(-1.0))),
    Refusal(exc.ValueError, "HSS", lambda: SigningKey.open(Counter(32), material=b"x")),
    Refusal(exc.TypeError, "levels", lambda: Params((10, 8))),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "params", lambda: SigningKey.create("x", 5)),  # type: ignore[arg-type]
    Refusal(exc.TypeError, "params", lambda: SigningKey.open(key(), params=5)),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "10/8", lambda: SigningKey.open(key(), "10/8")),
    Refusal(
        exc.ValueError, "passphrase", lambda: SigningKey.create(Counter(32), SMALL, passphrase="x")
    ),
    Refusal(exc.ValueError, "", lambda: SigningKey.open(Counter(32), material=b"x", min_index=5)),
    Refusal(exc.ValueError, "seed", lambda: SigningKey.create("x", SMALL, seed=b"x")),
    Refusal(exc.ValueError, "material", lambda: SigningKey.open(Counter(32))),
    Refusal(exc.ValueError, "", lambda: create(Counter(33))),
    Refusal(own.StateError, "", of_another_key),
    Refusal(own.RollbackError, "2", gone_back),
    Refusal(own.ExecutorError, "OSError", died),
    Refusal(own.ExecutorError, "", lambda: one_time().announce(shut_down())),
    Refusal(RuntimeError, "shutdown", lambda: ended().submit(int)),
    Refusal(ValueError, "threads", lambda: NativeExecutor(-1)),
    Refusal(TypeError, "threads", lambda: NativeExecutor("2")),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "process", in_processes),
    Refusal(exc.TypeError, "executor", lambda: Ahead(background="yes")),  # type: ignore[arg-type]
    Refusal(exc.ValueError, "reservation", lambda: Ahead(reservation=0)),
    Refusal(exc.ValueError, "trees", lambda: Ahead(trees=17)),
]


test_each, test_texts = golden.tests_of(Path(__file__).with_name("refusals.txt"), REFUSALS)
