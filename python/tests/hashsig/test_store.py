"""The file store and the key space, from Python."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import threading
from pathlib import Path

import pytest

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig import FileStore, KeySpace, Line
from quicksalt.hashsig import exceptions as own

CHEAP = (16 << 10, 1, 1)
"""The lowest Argon2id cost."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store"


def test_every_index_is_issued_once(path: Path) -> None:
    with FileStore.create(path, 1000, b"seed") as store:
        assert store.reserve(64) == range(64)
        assert store.reserve(1) == range(64, 65)
        assert (store.watermark(), store.remaining(), store.epoch) == ((65, 1000), 935, 3)
        assert (store.path, store.material) == (path, b"seed")
    with FileStore.open(str(path)) as store:
        assert store.reserve(5) == range(65, 70)
        assert repr(store) == f'FileStore("{path}")'


def test_the_whole_range_of_indices(path: Path) -> None:
    last = 2**64 - 1
    with FileStore.create(path, range(last - 3, last)) as store:
        assert store.reserve(3) == range(last - 3, last)
        with pytest.raises(own.ExhaustedError, match=r"^1 .* 0 "):
            store.reserve(1)
    for wrong in (0, range(5, 5), range(7, 3)):
        with pytest.raises(exc.ValueError, match="range"):
            FileStore.create(path.with_name("other"), wrong)
    with pytest.raises(exc.ValueError, match="step 1"):
        FileStore.create(path.with_name("other"), range(0, 9, 2))
    for wrong in (-1, 2**64, range(-3, 3), range(2**70)):
        with pytest.raises(OverflowError):
            FileStore.create(path.with_name("other"), wrong)
    with pytest.raises(TypeError):
        FileStore.create(path.with_name("other"), "many")  # type: ignore[arg-type]
    assert os.listdir(path.parent) == ["store"]


@pytest.mark.parametrize("sealed", [{"passphrase": "köder"}, {"key": bytes(32)}])
def test_only_its_secret_opens_it(path: Path, sealed: dict[str, object]) -> None:
    FileStore.create(path, 10, b"a seed to hide", cost=CHEAP, **sealed).close()  # type: ignore[arg-type]
    assert b"a seed to hide" not in path.read_bytes()
    for wrong in ({}, {"passphrase": "other"}, {"key": b"1" * 32}):
        with pytest.raises(exc.InvalidkeyError):
            FileStore.open(path, **wrong)  # type: ignore[arg-type]
    if "passphrase" in sealed:
        sealed = {"passphrase": bytearray("köder", "utf-8")}
    with FileStore.open(path, **sealed) as store:  # type: ignore[arg-type]
        assert store.material == b"a seed to hide"


def test_passphrases_are_unicode_normalized(path: Path) -> None:
    FileStore.create(path, 10, passphrase="k\u00f6der", cost=CHEAP).close()
    FileStore.open(path, passphrase="ko\u0308der").close()


def test_trusting_a_disk_is_persistent(path: Path) -> None:
    with FileStore.create(path, 10) as store:
        assert not store.trusts_disk
    with FileStore.open(path, trust_disk=True) as store:
        assert store.trusts_disk
    with FileStore.open(path) as store:
        assert store.trusts_disk


def test_a_copy_is_recovered_onto_a_disk_that_is_trusted(path: Path) -> None:
    FileStore.create(path, 10_000).close()
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    path.unlink()
    FileStore.recover(copy, skip=2000, trust_disk=True).close()
    with FileStore.open(copy) as store:
        assert store.trusts_disk


def test_a_link_in_the_middle_of_a_reservation_stops_the_signer_for_good(path: Path) -> None:
    """A link made at any moment stops the signer, or cannot bring back an old state."""
    store = FileStore.create(path, 10_000)
    stop, given = threading.Event(), 0
    link = path.with_name("link")

    def make() -> None:
        while not stop.is_set() and not link.exists():
            with contextlib.suppress(FileNotFoundError):
                os.link(path, link)

    maker = threading.Thread(target=make)
    maker.start()
    with contextlib.suppress(own.StateError):
        while given < 9_000:
            given = store.reserve(3).stop
    stop.set()
    maker.join()
    store.close()
    assert link.exists()
    for name in (path, link):
        with contextlib.suppress(own.StateError), FileStore.open(name) as survivor:
            assert survivor.watermark()[0] >= given


def test_a_copy_is_not_recovered_beside_its_original(path: Path) -> None:
    copy = path.with_name("copy")
    FileStore.create(path, 10_000).close()
    shutil.copy(path, copy)
    with pytest.raises(own.StateError, match=str(path)):
        FileStore.recover(copy, skip=2000)
    path.unlink()
    FileStore.recover(copy, skip=2000).close()


def test_a_child_is_another_process() -> None:
    ours = _signatures.hashsig_process()
    assert ours == _signatures.hashsig_process() > 0
    child = os.fork()
    if child == 0:
        os._exit(int(_signatures.hashsig_process() == ours))
    assert os.waitpid(child, 0)[1] == 0


def test_missing_and_existing_files(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileStore.open(path)
    path.write_bytes(b"")
    with pytest.raises(FileExistsError) as caught:
        FileStore.create(path, 10)
    assert caught.value.errno == errno.EEXIST
    path.chmod(0o600)
    with pytest.raises(own.StateError, match="damaged"):
        FileStore.open(path)


def test_one_signer_at_a_time(path: Path) -> None:
    store = FileStore.create(path, 10)
    with pytest.raises(own.StateError, match="in use"):
        FileStore.open(path)
    store.close()
    for call in (lambda: store.reserve(1), store.watermark, lambda: store.epoch):
        with pytest.raises(own.StateError, match="closed"):
            call()
    FileStore.open(path).close()


def test_a_copy_is_refused_and_recovered_with_a_skip(path: Path, tmp_path: Path) -> None:
    with FileStore.create(path, 10_000) as store:
        store.reserve(64)
    copy = tmp_path / "copy"
    shutil.copy(path, copy)
    with pytest.raises(own.RollbackError, match="copy"):
        FileStore.open(copy)
    path.unlink()
    with pytest.raises(exc.ValueError, match=r"skip .* 64"):
        FileStore.recover(copy, skip=63)
    with FileStore.recover(copy, skip=1000, min_index=2000) as store:
        assert store.reserve(1) == range(2000, 2001)


def test_minimum_epoch_and_index_are_enforced(path: Path) -> None:
    with FileStore.create(path, 100) as store:
        store.reserve(5)
        epoch = store.epoch
    with pytest.raises(own.RollbackError, match=r" 2, .* 3;"):
        FileStore.open(path, min_epoch=epoch + 1)
    with FileStore.open(path, min_index=50, min_epoch=epoch) as store:
        assert store.reserve(1) == range(50, 51)


def test_a_forked_child_cannot_reserve(path: Path) -> None:
    store = FileStore.create(path, 100)
    child = os.fork()
    if child == 0:
        try:
            store.reserve(1)
        except own.StateError as error:
            os._exit(0 if "before this process was forked" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert store.reserve(1) == range(1)
    store.close()


def test_threads_get_disjoint_ranges(path: Path) -> None:
    given: list[range] = []
    with FileStore.create(path, 10_000) as store:

        def sign() -> None:
            given.extend(store.reserve(7) for _ in range(20))

        threads = [threading.Thread(target=sign) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    indices = [index for part in given for index in part]
    assert sorted(indices) == list(range(4 * 20 * 7))


def test_names_divide_a_key(path: Path) -> None:
    with FileStore.create(path, 1000) as store:
        space = KeySpace(store)
        heads = {space.head()}
        assert space.allocate("mail", 100) == range(100)
        assert space.allocate("mail/eu", 30, source="mail") == range(30)
        heads.add(space.head())
        assert store.reserve(1) == range(100, 101)
        line = space.line("mail/eu")
        assert isinstance(line, Line)
        assert (line.name, line.reserve(10), line.watermark()) == ("mail/eu", range(10), (10, 30))
        assert line.remaining() == 20
        assert space.remaining() == {"": 899, "mail": 70, "mail/eu": 20}
        with pytest.raises(own.ExhaustedError, match=r"^21 .* 20 .*mail/eu"):
            line.reserve(21)
        for name, problem in [("", "name"), ("mail", "mail"), ("a\n", "name")]:
            with pytest.raises(exc.ValueError, match=problem):
                space.allocate(name, 1)
        with pytest.raises(exc.ValueError, match='"none"'):
            space.line("none")
        assert len(heads) == 2
    # The key space holds the file open, too.
    with pytest.raises(own.StateError, match="in use"):
        FileStore.open(path)
    del space, line
    with FileStore.open(path) as store:
        assert KeySpace(store).remaining() == {"": 899, "mail": 70, "mail/eu": 20}
