"""The PostgreSQL store in a new place: dumps, standbys, database copies, different keys."""

from __future__ import annotations

import subprocess

import pytest

from quicksalt.hashsig import SigningKey
from quicksalt.hashsig import exceptions as own

from .server import Server, missing, started
from .small import QUIET
from .test_postgres import told

try:
    import psycopg

    from quicksalt.hashsig.postgres import PostgresStore
except ImportError:
    missing("PostgresStore is not tested: pip install 'psycopg[binary]'")

pytestmark = pytest.mark.slow


def sql(conninfo: str, *queries: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for query in queries:
            connection.execute(query.encode())


def dump(server: Server, *options: str) -> str:
    command = [str(server.programs / "pg_dump"), f"--dbname={server.conninfo}", *options]
    run = subprocess.run(
        [*command, "--table=quicksalt_state"], capture_output=True, check=True, text=True
    )
    return run.stdout


def restore(server: Server, script: str) -> None:
    command = [str(server.programs / "psql"), f"--dbname={server.conninfo}", "--quiet"]
    subprocess.run(
        [*command, "--set=ON_ERROR_STOP=1"],
        check=True,
        input=script,
        stdout=subprocess.DEVNULL,
        text=True,
    )


def assert_refused(conninfo: str, key: str) -> None:
    """Check that every entry point refuses until a recovery has skipped the used indices."""
    with pytest.raises(own.RollbackError) as caught:
        PostgresStore.open(conninfo, key)
    told(
        "written by others" if "another program" in str(caught.value) else "elsewhere", caught.value
    )
    with PostgresStore.recover(conninfo, key, skip=1000) as store:
        assert store.reserve(1).start >= 1000
    with PostgresStore.open(conninfo, key) as store:
        store.reserve(1)


@pytest.mark.parametrize("into", ["a new table", "the same table"])
def test_a_dump_that_is_restored_is_refused(server: Server, key: str, into: str) -> None:
    options = ["--clean"] if into == "a new table" else ["--data-only"]
    with PostgresStore.create(server.conninfo, key, 2**40) as store:
        store.reserve(10)
        script = dump(server, *options)
        assert store.reserve(100) == range(10, 110)
        if into == "the same table":
            sql(server.conninfo, "DELETE FROM quicksalt_state")
        restore(server, script)
        # Simulate a store that was open earlier and has not seen all signatures from other stores.
        store._seen = 0
        with pytest.raises(own.RollbackError):
            store.reserve(1)
    assert_refused(server.conninfo, key)


def test_a_copy_of_the_database_is_refused(server: Server, key: str) -> None:
    """The copy's table and row equal the original's, including the transaction that wrote them."""
    with PostgresStore.create(server.conninfo, key, 2**40) as store:
        store.reserve(10)
    other = server.conninfo.replace("dbname=postgres", "dbname=template1")
    sql(other, "DROP DATABASE IF EXISTS copied", "CREATE DATABASE copied TEMPLATE postgres")
    assert_refused(server.conninfo.replace("dbname=postgres", "dbname=copied"), key)
    with PostgresStore.open(server.conninfo, key) as store:
        assert store.reserve(1) == range(10, 11)


def test_a_standby_that_is_promoted_is_refused(key: str) -> None:
    primary = started()
    try:
        with PostgresStore.create(primary.conninfo, key, 2**40) as store:
            store.reserve(10)
            standby = Server(primary.programs, primary)
            # The standby never receives this reservation.
            assert store.reserve(100) == range(10, 110)
    finally:
        primary.remove()
    try:
        standby.start()
        standby.promote()
        assert_refused(standby.conninfo, key)
    finally:
        standby.remove()


def test_server_maintenance_is_not_a_rollback(server: Server, key: str) -> None:
    with PostgresStore.create(server.conninfo, key, 2**40) as store:
        store.reserve(10)
        sql(server.conninfo, "VACUUM FULL FREEZE quicksalt_state", "CHECKPOINT")
        assert store.reserve(10) == range(10, 20)
        sql(server.conninfo, "CLUSTER quicksalt_state USING quicksalt_state_pkey")
        sql(
            server.conninfo,
            "VACUUM FREEZE quicksalt_state",
            "ALTER TABLE quicksalt_state ADD x int",
        )
        assert store.reserve(10) == range(20, 30)
        server.stop()
        server.start()
        assert store.reserve(10) == range(30, 40)


def test_a_table_of_the_first_version_still_works(key: str) -> None:
    server = started()
    try:
        sql(
            server.conninfo,
            "CREATE TABLE quicksalt_state (key text PRIMARY KEY, next numeric(20) NOT NULL, "
            "stop numeric(20) NOT NULL CHECK (0 <= next AND next <= stop), "
            "largest numeric(20) NOT NULL DEFAULT 1)",
            f"INSERT INTO quicksalt_state VALUES ('{key}', 7, 100, 5)",
        )
        with PostgresStore.open(server.conninfo, key) as store:
            assert store.reserve(3) == range(7, 10)
        sql(server.conninfo, f"UPDATE quicksalt_state SET next = 7 WHERE key = '{key}'")
        with pytest.raises(own.RollbackError) as caught:
            PostgresStore.open(server.conninfo, key)
        told("written by others", caught.value)
    finally:
        server.remove()


def test_the_state_of_another_key_is_refused(server: Server, key: str) -> None:
    with (
        PostgresStore.create(server.conninfo, key, 32) as store,
        PostgresStore.create(server.conninfo, f"{key}b", 32) as second,
        SigningKey.create(second, "5/8", ahead=QUIET) as other,
    ):
        one = SigningKey.create(store, "5/8", ahead=QUIET)
        one.sign(b"message")
        for start in (
            lambda: SigningKey.open(store, material=other.material, ahead=QUIET),
            lambda: SigningKey.create(store, "5/8", ahead=QUIET),
        ):
            with pytest.raises(own.StateError) as caught:
                start()
            told("of another key", caught.value)
        again = SigningKey.open(store, material=one.material, ahead=QUIET)
        assert again.public_key == one.public_key
