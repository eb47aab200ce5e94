"""The row that holds the state of a key in PostgreSQL, and the check of its origin."""

from __future__ import annotations

from typing import NamedTuple

import psycopg

from quicksalt import exceptions as exc
from quicksalt.hashsig import exceptions as own

TABLE = """
CREATE TABLE IF NOT EXISTS quicksalt_state (
    key text PRIMARY KEY,
    next numeric(20) NOT NULL,
    stop numeric(20) NOT NULL CHECK (0 <= next AND next <= stop),
    largest numeric(20) NOT NULL DEFAULT 1,
    identity bytea,
    place text,
    writer bigint,
    recovered bigint[] NOT NULL DEFAULT '{}'
)"""

# Columns that tables of earlier versions lack. The origin of a row in such a table is unknown until
# the row is written again.
COLUMNS = """
ALTER TABLE quicksalt_state
    ADD COLUMN IF NOT EXISTS identity bytea,
    ADD COLUMN IF NOT EXISTS place text,
    ADD COLUMN IF NOT EXISTS writer bigint,
    ADD COLUMN IF NOT EXISTS recovered bigint[] NOT NULL DEFAULT '{}'"""

# The timeline is read at the current end of the write-ahead log, because the last checkpoint still
# has the old timeline after a promotion. A transaction ID has 64 bits; a row stores only the lower
# 32 bits.
_LOOK = """
SELECT next, stop, largest, identity, place,
    writer IS NULL OR writer %% 4294967296 = xmin::text::bigint,
    recovered,
    format('state 3, system %%s, timeline %%s, database %%s, table %%s',
        (pg_control_system()).system_identifier,
        substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        tableoid::oid)
FROM quicksalt_state WHERE key = %(key)s"""

_WRITE = """
UPDATE quicksalt_state
SET next = %(next)s, largest = %(largest)s, identity = %(identity)s, place = %(place)s,
    writer = txid_current(), recovered = %(recovered)s
WHERE key = %(key)s"""

CREATE = """
INSERT INTO quicksalt_state (key, next, stop) VALUES (%(key)s, %(start)s, %(stop)s)
ON CONFLICT (key) DO NOTHING RETURNING 1"""

Connection = psycopg.Connection[tuple[object, ...]]


class Row(NamedTuple):
    """The state of a key."""

    next: int
    stop: int
    largest: int
    identity: bytes | None
    place: str | None
    """The origin of the last write, if known."""
    is_ours: bool
    """Whether the row was written by the transaction that it names; true if it names none."""
    recovered: tuple[int, ...]
    """The times of recoveries, in seconds since 1970."""
    here: str
    """The present location of the row. Its version prefix makes older releases reject the row."""

    def check(self, key: str) -> None:
        """Raise an error if the row was written at a different location."""
        if self.place not in (None, self.here, self.here.removeprefix("state 3, ")):
            found = f"{key!r} was written in {self.place}, this is {self.here}"
        elif not self.is_ours:
            found = f"{key!r} was written by another program, such as the restore of a dump"
        else:
            return
        raise own.RollbackError(
            f"the database was rolled back or replaced: {found}; stop all signers and recover it"
        )


def look(connection: Connection, key: str, *, lock: bool) -> Row:
    """Return the row of a key; `lock` locks it until the transaction ends."""
    query = _LOOK + " FOR UPDATE" if lock else _LOOK
    try:
        found = run(connection, query, {"key": key})
    except psycopg.errors.UndefinedTable:
        found = None
    if found is None:
        raise exc.ValueError(f"key {key!r} does not exist in the database: create it")
    start, stop, largest, identity, place, is_ours, recovered, here = found
    return Row(
        int(str(start)),
        int(str(stop)),
        int(str(largest)),
        identity if isinstance(identity, bytes) else None,
        None if place is None else str(place),
        is_ours is True,
        tuple(recovered) if isinstance(recovered, list) else (),
        str(here),
    )


def write(connection: Connection, key: str, row: Row) -> None:
    """Write a locked row, with its present location as its origin."""
    connection.execute(
        _WRITE, row._asdict() | {"key": key, "place": row.here, "recovered": list(row.recovered)}
    )


def run(connection: Connection, query: str, values: dict[str, object]) -> tuple[object, ...] | None:
    """Execute one statement; return its first row, if any."""
    cursor = connection.execute(query, values)
    return cursor.fetchone() if cursor.description else None
