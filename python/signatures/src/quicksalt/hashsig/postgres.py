"""The state of a key in PostgreSQL, for a fleet of signers; requires the package psycopg.

One row per key holds the watermark. A reservation raises the watermark in its own transaction: the
row lock serialises the signers, so their ranges are disjoint. A range is handed out only after the
server has confirmed that the transaction is durable. If the connection breaks before the
confirmation, the outcome is unknown, and the range is not handed out; at worst it is wasted.

Requirements: `fsync` must be on, which is checked, and the server must never be reset to an earlier
state. To detect a reset, the row records its origin: the cluster, the timeline, the database, the
table, and the writing transaction, which the server also records in the row. A row that was
restored from a dump, written by another program, or read on a promoted standby does not match its
origin, and every signer refuses to sign until `recover` skips the indices that may have been used
meanwhile. A running copy of the server's files, such as a disk snapshot, does match its origin. In
this case a signer only refuses indices below the highest index that it has seen itself. Pass an
index known from other sources as `min_index`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TypeVar

from quicksalt import _signatures
from quicksalt import exceptions as exc
from quicksalt.hashsig import exceptions as own

try:
    import psycopg
except ImportError as error:
    raise ImportError("PostgresStore needs psycopg 3: pip install 'psycopg[binary]'") from error

from quicksalt.hashsig.postgres_row import COLUMNS, CREATE, TABLE, Connection, Row, look, run, write

INDEX_MAX = 2**64 - 1

# The value is never lower than the server's own setting.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', true)
WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')"""

T = TypeVar("T")


class PostgresStore:
    """The state of a key in a database shared by many signers.

    Use `create`, `open` or `recover`; the end of a `with` block closes the store. Many threads may
    use it, but only in the process that opened it.
    """

    def __init__(self, conninfo: str, key: str) -> None:
        """Store the connection string of the database and the key's name."""
        self._conninfo = conninfo
        self.key = key
        """The name of the key in the database."""
        self._process = _signatures.hashsig_process()
        self._lock = threading.RLock()
        self._seen = 0
        self._warning = ""
        self._connection: Connection | None = None

    @classmethod
    def create(cls, conninfo: str, key: str, indices: int | range) -> PostgresStore:
        """Create the state of a new key, and the table if it does not exist.

        `indices` is the key's number of indices, or the range of indices that may be used.
        """
        if isinstance(indices, int):
            indices = range(indices)
        if indices.step != 1 or not 0 <= indices.start < indices.stop <= INDEX_MAX:
            raise exc.ValueError(
                f"indices must be a non-empty range within 0..{INDEX_MAX}, not {indices}"
            )
        if not key:
            raise exc.ValueError("key must be a non-empty name")
        store = cls(conninfo, key)
        try:
            store._create(indices)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, conninfo: str, key: str, *, min_index: int = 0) -> PostgresStore:
        """Open the state of a key at the fleet's current index.

        `min_index` is a lower bound from an independent source, such as the last published index
        plus 1. The watermark is raised to this bound.
        """
        store = cls(conninfo, key)
        try:
            store._raise(_checked("min_index", min_index))
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def recover(  # noqa: PLR0913
        cls,
        conninfo: str,
        key: str,
        *,
        skip: int | None = None,
        seen: Sequence[int] = (),
        public_key: _signatures.HssPublicKey | None = None,
        min_index: int = 0,
    ) -> PostgresStore:
        """Open the state of a key after the database was restored from a backup or replaced.

        If at least 2^40 indices are left, signing continues in a randomly chosen block of them.
        With fewer indices, pass `seen` or `skip`. `seen` contains the indices of valid signatures,
        as returned by `HssPublicKey.index`; signing continues above the highest index, and
        `public_key` is the key that verified these signatures. `skip` is the number of indices to
        skip. It must exceed the number of indices that the whole fleet has used since the backup,
        or since the last update of the standby, including indices that earlier recoveries used or
        skipped. After the recovery, the row's origin is its present location.
        """
        store = cls(conninfo, key)
        if seen and public_key is None:
            raise exc.ValueError("seen requires public_key: the key that verified the signatures")
        skip = None if skip is None else _checked("skip", skip)
        known = [_checked("seen", index) for index in seen]
        try:
            store._recover(skip, known, public_key, _checked("min_index", min_index))
        except BaseException:
            store.close()
            raise
        return store

    def reserve(self, count: int, /) -> range:
        """Mark the next `count` indices as used, durably, and return them."""
        if not 1 <= count <= INDEX_MAX:
            raise exc.ValueError(f"count must be from 1 to {INDEX_MAX}, not {count}")
        self._check_process()
        with self._lock:
            # Update this bound only after the transaction is durable.
            given = self._transact(lambda connection: self._take(connection, count))
            self._seen = given.stop
        return given

    def bind(self, identity: bytes, /) -> None:
        """Record the identity of the key, a hash of its public key, or reject another identity.

        A signing key calls this method when it is created with this store.
        """

        def bound(connection: Connection) -> None:
            row = self._look(connection)
            self._check_identity(row, identity)
            if row.identity is None:
                row.check(self.key)
                write(connection, self.key, row._replace(identity=identity))

        self._transact(bound)

    def watermark(self) -> tuple[int, int]:
        """Return the lowest index that was never handed out, and the end of all indices."""
        row = self._transact(lambda connection: look(connection, self.key, lock=False))
        return row.next, row.stop

    def remaining(self) -> int:
        """Return the number of indices left for the whole fleet."""
        start, stop = self.watermark()
        return stop - start

    def close(self) -> None:
        """Close the connection; in a forked child, leave it to the parent."""
        if _signatures.hashsig_process() == self._process:
            with self._lock:
                self._drop()

    def __enter__(self) -> PostgresStore:
        """Return the store."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.close()

    def _create(self, indices: range) -> None:
        try:
            self._transact(lambda connection: run(connection, TABLE, {}))
        except own.StateError as error:
            # If two signers create the table concurrently, one of them gets this error and the
            # table exists.
            if not isinstance(error.__cause__, psycopg.errors.UniqueViolation):
                raise
        values = {"key": self.key, "start": indices.start, "stop": indices.stop}

        def created(connection: Connection) -> bool:
            if run(connection, CREATE, values) is None:
                return False
            write(connection, self.key, self._look(connection))
            return True

        if not self._transact(created):
            raise exc.ValueError(
                f"the database already has a key {self.key!r}: open it, or choose another name"
            )

    def _raise(self, index: int) -> None:
        """Raise the watermark if the new value is higher."""

        def raised(connection: Connection) -> None:
            row = self._look(connection)
            row.check(self.key)
            write(connection, self.key, row._replace(next=min(max(row.next, index), row.stop)))

        self._transact(raised)

    def recovered(self) -> tuple[int, ...]:
        """Return the times of all recoveries in chronological order, in seconds since 1970."""
        return self._transact(lambda connection: look(connection, self.key, lock=False)).recovered

    def _recover(
        self,
        skip: int | None,
        seen: Sequence[int],
        public_key: _signatures.HssPublicKey | None,
        index: int,
    ) -> None:
        def moved(connection: Connection) -> None:
            row = self._look(connection)
            if public_key is not None:
                self._check_identity(row, _signatures.hashsig_identity(bytes(public_key)))
            after = _signatures.hashsig_recovered(row.next, row.stop, row.largest, skip, seen)
            after = min(max(after, index), row.stop)
            times = (*row.recovered, int(time.time()))
            write(connection, self.key, row._replace(next=after, recovered=times))

        self._transact(moved)

    def _check_identity(self, row: Row, identity: bytes) -> None:
        if row.identity not in (None, identity):
            raise own.StateError(
                f"{self.key!r} in the database is the state of another key: open it with the "
                "material of that key, or create a state for this one"
            )

    def _take(self, connection: Connection, count: int) -> range:
        row = self._look(connection)
        if row.next < self._seen:
            raise own.RollbackError(
                f"the database was rolled back: it would reuse index {row.next} of {self.key!r} "
                f"after {self._seen} was reached; stop all signers and recover it"
            )
        row.check(self.key)
        if row.stop - row.next < count:
            raise own.ExhaustedError(
                f"{count} signatures asked for, {row.stop - row.next} left of {self.key!r}: ask "
                "for fewer, or begin a new key"
            )
        after = row._replace(next=row.next + count, largest=max(row.largest, count))
        write(connection, self.key, after)
        return range(row.next, after.next)

    def _look(self, connection: Connection) -> Row:
        """Lock the row and return it."""
        return look(connection, self.key, lock=True)

    def _transact(self, act: Callable[[Connection], T]) -> T:
        """Run `act` in a durable transaction.

        A lost connection is re-established once. An interrupted transaction is safe, because its
        range was not handed out.
        """
        self._check_process()
        with self._lock:
            try:
                try:
                    return self._attempt(act)
                except psycopg.OperationalError:
                    self._drop()
                    return self._attempt(act)
                except psycopg.errors.UndefinedColumn:
                    # This is a table of the first version, which lacks some columns.
                    self._attempt(lambda connection: run(connection, COLUMNS, {}))
                    return self._attempt(act)
            except psycopg.OperationalError as error:
                self._drop()
                raise own.StateError(
                    f"cannot reach the database, no index was handed out: {_said(error)}; check "
                    "the server and try again"
                ) from error
            except psycopg.Error as error:
                raise own.StateError(
                    f"database error, no index was handed out: {_said(error)}"
                ) from error

    def _attempt(self, act: Callable[[Connection], T]) -> T:
        connection = self._connect()
        self._warning = ""
        with connection.transaction():
            connection.execute(_DURABLE)
            done = act(connection)
        # If a standby has not received the commit, the server reports success with a warning.
        if self._warning:
            raise own.StateError(
                f"the commit may not be durable, no index was handed out: {self._warning}"
            )
        return done

    def _connect(self) -> Connection:
        """Return the connection; the caller holds the lock."""
        if self._connection is None or self._connection.closed:
            try:
                connection = psycopg.connect(self._conninfo)
            except psycopg.ProgrammingError as error:
                raise exc.ValueError(f"invalid conninfo: {_said(error)}") from error
            self._connection = connection
            connection.add_notice_handler(self._noticed)
            connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
            with connection.transaction():
                row = connection.execute("SHOW fsync").fetchone()
            if row != ("on",):
                self._drop()
                raise own.StateError(
                    "the server runs with fsync off and can lose durable transactions: set "
                    "fsync = on"
                )
        return self._connection

    def _noticed(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.severity_nonlocalized == "WARNING":
            self._warning = notice.message_primary or "a warning"

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _check_process(self) -> None:
        """Raise an error in a forked child process, in which the lock may never be released."""
        if _signatures.hashsig_process() != self._process:
            raise own.StateError(
                "the store was opened before this process was forked: open it again"
            )


def _checked(name: str, index: int) -> int:
    if not 0 <= index <= INDEX_MAX:
        raise exc.ValueError(f"{name} must be from 0 to {INDEX_MAX}, not {index}")
    return index


def _said(error: psycopg.Error) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
