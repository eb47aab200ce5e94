"""The PostgreSQL store with concurrent signers, killed signers and broken connections."""

from __future__ import annotations

import itertools
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import HssPublicKey
from quicksalt.hashsig import exceptions as own
from tests import golden
from tests.golden import Refusal

from .server import Server, missing

try:
    import psycopg

    from quicksalt.hashsig.postgres import PostgresStore
except ImportError:
    missing("PostgresStore is not tested: pip install 'psycopg[binary]'")

pytestmark = pytest.mark.slow

TEXTS = Path(__file__).with_name("postgres.txt")
PUBLIC = HssPublicKey(bytes.fromhex("00000001000000050000000460" + "00" * 47))
"""A public key; a state without a key has none."""

SIGNER = """
import sys
from quicksalt.hashsig.postgres import PostgresStore
conninfo, key, turns, size = sys.argv[1:]
with PostgresStore.open(conninfo, key) as store:
    for turn in range(int(turns)):
        given = store.reserve(1 + turn % int(size))
        sys.stdout.write("".join(f"{index}\\n" for index in given))
        sys.stdout.flush()
"""


@pytest.fixture
def store(server: Server, key: str) -> Iterator[PostgresStore]:
    with PostgresStore.create(server.conninfo, key, 2**40) as store:
        yield store


def signer(server: Server, key: str, turns: int, size: int) -> subprocess.Popen[str]:
    arguments = [server.conninfo, key, str(turns), str(size)]
    command = [sys.executable, "-c", SIGNER, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def sql(server: Server, query: str, *values: object) -> list[tuple[object, ...]]:
    with psycopg.connect(server.conninfo, autocommit=True) as connection:
        cursor = connection.execute(query, values)  # type: ignore[arg-type]
        return cursor.fetchall() if cursor.description else []


def told(name: str, error: BaseException) -> None:
    """Check the message, masking the server's words, the key's name and its location."""
    golden.check_said(TEXTS, name, error, r"'key \d+'|(?<=written in )state [^;]+|connection [^;]+")


def test_every_index_is_issued_once(server: Server, key: str) -> None:
    with PostgresStore.create(server.conninfo, key, range(5, 100)) as store:
        assert store.reserve(64) == range(5, 69)
        assert (store.watermark(), store.remaining()) == ((69, 100), 31)
        with pytest.raises(own.ExhaustedError, match=r"^32 .* 31 "):
            store.reserve(32)
    with PostgresStore.open(server.conninfo, key) as store:
        assert store.reserve(31) == range(69, 100)
        with pytest.raises(own.ExhaustedError):
            store.reserve(1)


def test_the_whole_range_of_indices(server: Server, key: str) -> None:
    last = 2**64 - 1
    with PostgresStore.create(server.conninfo, key, range(last - 9, last)) as store:
        for asked in (10, 2**63, last):
            with pytest.raises(own.ExhaustedError):
                store.reserve(asked)
        assert store.reserve(9) == range(last - 9, last)


def test_bad_arguments_are_named(server: Server, store: PostgresStore, key: str) -> None:
    create = PostgresStore.create
    for wrong in (0, -1, range(3, 3), range(9, 3), range(0, 9, 2), range(-1, 3), 2**64):
        with pytest.raises(exc.ValueError, match="indices"):
            create(server.conninfo, "other", wrong)
    refusals = (
        Refusal(exc.ValueError, "indices", lambda: create(server.conninfo, "other", 0)),
        Refusal(exc.ValueError, key, lambda: create(server.conninfo, key, 10)),
        Refusal(exc.ValueError, "key", lambda: create(server.conninfo, "", 10)),
        Refusal(exc.ValueError, "'none'", lambda: PostgresStore.open(server.conninfo, "none")),
        Refusal(exc.ValueError, "conninfo", lambda: PostgresStore.open("host", key)),
        Refusal(exc.ValueError, "count", lambda: store.reserve(0)),
    )
    said = "".join(refusal.text() for refusal in refusals)
    golden.check(TEXTS.with_name("postgres_arguments.txt"), said.replace(key, "KEY"))
    for wrong_count in (0, -1, 2**64):
        with pytest.raises(exc.ValueError, match="count"):
            store.reserve(wrong_count)
    assert store.watermark() == (0, 2**40)


def test_concurrent_signers_get_disjoint_ranges(
    server: Server, store: PostgresStore, key: str
) -> None:
    signers = [signer(server, key, 60, 9) for _ in range(3)]
    outputs = [one.communicate()[0].split() for one in signers]
    assert [one.returncode for one in signers] == [0, 0, 0]
    given = [[int(index) for index in output] for output in outputs]
    assert all(one == sorted(one) for one in given)
    everything = sorted(index for one in given for index in one)
    assert everything == list(range(len(everything)))
    assert store.watermark()[0] == len(everything)


def test_a_killed_signer_burns_at_most_a_reservation(
    server: Server, store: PostgresStore, key: str
) -> None:
    seen = -1
    for lines in (1, 2, 7, 30):
        with signer(server, key, 10**6, 9) as victim:
            assert victim.stdout is not None
            given = [int(victim.stdout.readline()) for _ in range(lines)]
            victim.send_signal(signal.SIGKILL)
            # Indices that were printed before the kill also count as issued.
            given += [int(line) for line in victim.stdout if line.endswith("\n")]
        assert given == sorted(set(given))
        assert given[0] > seen
        seen = max(given)
        # The dead signer's session may hold the row lock for a moment.
        start = store.reserve(1).start
        assert seen < start <= seen + 1 + 2 * 9
        seen = start


def test_a_server_that_dies_in_the_commit(server: Server, store: PostgresStore) -> None:
    """The row is changed and the transaction is waiting in its commit when the server stops."""
    before = store.reserve(5)
    sql(
        server,
        "CREATE OR REPLACE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_lock(7); RETURN NEW; END $$",
    )
    sql(
        server,
        "CREATE CONSTRAINT TRIGGER wait AFTER UPDATE ON quicksalt_state "
        "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()",
    )
    holder = psycopg.connect(server.conninfo, autocommit=True)
    holder.execute("SELECT pg_advisory_lock(7)")
    errors: list[BaseException] = []

    def reserve() -> None:
        try:
            store.reserve(64)
        except own.StateError as error:
            errors.append(error)

    thread = threading.Thread(target=reserve)
    thread.start()
    waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while not sql(server, waiting):
        pass
    server.stop()
    thread.join()
    with suppress(psycopg.OperationalError):
        holder.close()
    told("no word", errors[0])
    with pytest.raises(own.StateError) as caught:
        store.reserve(1)
    told("no server", caught.value)
    server.start()
    sql(server, "DROP TRIGGER wait ON quicksalt_state")
    # The store reconnects automatically.
    assert store.reserve(5).start >= before.stop


class Cutter:
    """A proxy between a store and its server that cuts the connection instead of the commit
    reply."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.cuts = 0
        self._there = str(server.folder / ".s.PGSQL.5432")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                here = self._listener.accept()[0]
                with here, socket.socket(socket.AF_UNIX) as there:
                    there.connect(self._there)
                    with suppress(ConnectionError):
                        self._pass(here, there)

    def _pass(self, here: socket.socket, there: socket.socket) -> None:
        """Forward all data until one side closes, or until the reply to be lost arrives."""
        changed = committed = False
        while True:
            for end in select.select([here, there], [], [])[0]:
                data = end.recv(65536)
                if not data:
                    return
                if end is there and committed and self.cuts:
                    self.cuts -= 1
                    return
                changed = changed or b"UPDATE" in data
                committed = end is here and changed and b"COMMIT\0" in data
                (there if end is here else here).sendall(data)


@pytest.mark.parametrize("cuts", [1, 2])
def test_a_lost_reply_burns_the_reservation(
    server: Server, store: PostgresStore, key: str, cuts: int, tmp_path: Path
) -> None:
    """The server has committed, but the signer does not receive the reply."""
    cutter = Cutter(server, tmp_path)
    there = f"host={tmp_path} user=quicksalt dbname=postgres"
    with PostgresStore.open(there, key) as cut:
        assert cut.reserve(10) == range(10)
        cutter.cuts = cuts
        if cuts == 1:
            assert cut.reserve(10) == range(20, 30)
        else:
            with pytest.raises(own.StateError, match="no index was handed out"):
                cut.reserve(10)
            assert store.watermark()[0] == 30
            assert cut.reserve(10) == range(30, 40)
    cutter.close()


def test_a_session_that_the_server_ended(server: Server, store: PostgresStore) -> None:
    store.reserve(5)
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    sql(server, f"{others} AND backend_type = 'client backend'")
    assert store.reserve(5) == range(5, 10)


def test_a_rolled_back_database_is_detected(server: Server, store: PostgresStore, key: str) -> None:
    store.reserve(100)
    sql(server, "UPDATE quicksalt_state SET next = 50 WHERE key = %s", key)
    with pytest.raises(own.RollbackError) as caught:
        store.reserve(5)
    told("set back", caught.value)
    with pytest.raises(exc.ValueError, match="100") as few:
        PostgresStore.recover(server.conninfo, key, skip=99)
    told("few skipped", few.value)
    with PostgresStore.recover(server.conninfo, key, skip=1000) as again:
        assert again.reserve(1) == range(1050, 1051)
    with PostgresStore.open(server.conninfo, key, min_index=5000) as again:
        assert again.reserve(1) == range(5000, 5001)
    with PostgresStore.open(server.conninfo, key, min_index=10) as again:
        assert again.reserve(1) == range(5001, 5002)
    with PostgresStore.recover(server.conninfo, key, skip=2**63, min_index=3) as again:
        assert again.remaining() == 0


def test_no_index_repeats_after_restoring_backups(server: Server, key: str) -> None:
    """Run random rounds of backup, signing and recovery; QUICKSALT_ROUNDS sets their number."""
    chance = random.Random(35)
    for number in range(int(os.environ.get("QUICKSALT_ROUNDS", "8"))):
        name, end = f"{key}-{number}", (1 << 10, 1 << 50, 1 << 45, 1 << 62)[number % 4]
        PostgresStore.create(server.conninfo, name, end).close()
        store = PostgresStore.open(server.conninfo, name)
        given: list[range] = []
        backups: list[int] = []
        for _ in range(chance.randint(1, 5)):
            for _ in range(chance.randint(1, 3)):
                if chance.random() < 0.5:
                    backups.append(store.watermark()[0])
                given.append(store.reserve(chance.randint(1, 4)))
            if backups:
                store.close()
                start, highest = chance.choice(backups), max(r.stop for r in given)
                largest = min(4, max(len(r) for r in given))
                # Like restoring a dump.
                update = "UPDATE quicksalt_state SET next = %s, largest = %s WHERE key = %s"
                sql(server, update, start, largest, name)
                with pytest.raises(own.RollbackError):
                    PostgresStore.open(server.conninfo, name)
                known: dict[str, Any] = chance.choice(
                    [
                        {"seen": [highest - 1, given[0].start], "public_key": PUBLIC},
                        {"skip": max(highest - start, 4)},
                    ]
                    + ([{}] if end > 1 << 40 else [])
                )
                store = PostgresStore.recover(server.conninfo, name, **known)
                assert store.recovered()
        store.close()
        indices = sorted((r.start, r.stop) for r in given)
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(indices)), (number, indices)


def test_a_small_key_needs_a_bound(server: Server, key: str) -> None:
    PostgresStore.create(server.conninfo, key, 1 << 20).close()
    for name, known in (("1048576", {}), ("public_key", {"seen": [3]})):
        with pytest.raises(exc.ValueError, match=name) as caught:
            PostgresStore.recover(server.conninfo, key, **known)
        told(name, caught.value)


def test_a_commit_is_durable_under_any_server_setting(server: Server, store: PostgresStore) -> None:
    sql(server, "ALTER ROLE quicksalt SET synchronous_commit = off")
    seen = (
        "CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF current_setting('synchronous_commit') <> 'on' THEN RAISE EXCEPTION 'not durable'; "
        "END IF; RETURN NEW; END $$"
    )
    sql(server, seen)
    when = "CREATE TRIGGER seen BEFORE UPDATE ON quicksalt_state"
    sql(server, f"{when} FOR EACH ROW EXECUTE FUNCTION seen()")
    try:
        with PostgresStore.open(server.conninfo, store.key) as again:
            assert again.reserve(1) == range(1)
    finally:
        sql(server, "DROP TRIGGER seen ON quicksalt_state")
        sql(server, "ALTER ROLE quicksalt RESET synchronous_commit")


def test_a_warning_at_the_commit_counts_as_a_failure(server: Server, store: PostgresStore) -> None:
    """For example, a warning that a standby has not confirmed the commit."""
    warn = (
        "CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE WARNING 'not replicated'; RETURN NEW; END $$"
    )
    sql(server, warn)
    when = "CREATE TRIGGER warn BEFORE UPDATE ON quicksalt_state"
    sql(server, f"{when} FOR EACH ROW EXECUTE FUNCTION warn()")
    with pytest.raises(own.StateError, match="not replicated") as caught:
        store.reserve(5)
    told("not replicated", caught.value)
    sql(server, "DROP TRIGGER warn ON quicksalt_state")
    assert store.reserve(5) == range(5, 10)


def test_a_server_without_fsync_is_refused(server: Server, store: PostgresStore) -> None:
    for setting in ("off", "on"):
        sql(server, f"ALTER SYSTEM SET fsync = {setting}")
        sql(server, "SELECT pg_reload_conf()")
        while sql(server, "SHOW fsync") != [(setting,)]:
            pass
        if setting == "off":
            with pytest.raises(own.StateError, match="fsync") as caught:
                PostgresStore.open(server.conninfo, store.key)
            told("fsync", caught.value)
    PostgresStore.open(server.conninfo, store.key).close()


def test_a_forked_child_cannot_reserve_and_does_no_harm(store: PostgresStore) -> None:
    store.reserve(1)
    child = os.fork()
    if child == 0:
        try:
            store.reserve(1)
        except own.StateError as error:
            store.close()
            os._exit(0 if "before this process was forked" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert store.reserve(1) == range(1, 2)


def test_threads_get_disjoint_ranges(store: PostgresStore) -> None:
    given: list[range] = []
    work = [lambda: given.extend(store.reserve(7) for _ in range(20)) for _ in range(4)]
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(index for part in given for index in part) == list(range(4 * 20 * 7))


def test_a_store_that_was_closed_connects_again(store: PostgresStore) -> None:
    store.close()
    assert store.reserve(1) == range(1)
