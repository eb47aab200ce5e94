"""The state of a key on PostgreSQL, for a fleet of signers: it needs the package psycopg.

One row a key holds the watermark. A reservation raises it in a transaction of its own: the row's
lock makes signers take turns, so that their ranges never meet. A range is handed out only after
the server has said that the transaction is durable. If the connection breaks before that, nobody
knows whether it is; then the range was handed to nobody and is burnt at worst.

What must hold of the server: `fsync` is on, which is checked, and it is never set back to an
earlier state. The row therefore says where it was written: in which cluster, on which timeline, in
which database and table, and by which transaction, which the server notes in the row too. What came
out of a dump, was written by anything else, or lies on a standby that was promoted does not match,
and every signer refuses until `recover` leaves out what can have been signed meanwhile. A copy of
the server's files that goes on by itself, such as a snapshot of its disk, matches: each signer
refuses to go back behind what it has seen itself; give `min_index` what is known from elsewhere.
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

# Never less than the server's own setting.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', true)
WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')"""

T = TypeVar("T")


class PostgresStore:
    """The state of a key in a database that many signers share.

    Use `create`, `open` or `recover`; as a context manager it is closed at the end. It may be used
    by many threads, and in the process that opened it.
    """

    def __init__(self, conninfo: str, key: str) -> None:
        """Take the database that `conninfo` names and the name of the key there."""
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
        """Create the state of a new key, and the table if there is none.

        `indices` is how many the key has, or the range that may be used.
        """
        if isinstance(indices, int):
            indices = range(indices)
        if indices.step != 1 or not 0 <= indices.start < indices.stop <= INDEX_MAX:
            raise exc.ValueError(
                f"indices must be a range within 0..{INDEX_MAX} that is not empty, not {indices}"
            )
        if not key:
            raise exc.ValueError("key must be a name that is not empty")
        store = cls(conninfo, key)
        try:
            store._create(indices)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, conninfo: str, key: str, *, min_index: int = 0) -> PostgresStore:
        """Open the state of a key where the fleet is.

        `min_index` is what is known from elsewhere, such as one past the last index that was
        published; the watermark moves up to it.
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
        """Open the state of a key after the database was set back to a backup, or replaced.

        Where 2^40 indices are left, it goes on in a block of them drawn at random. A smaller key
        goes on above the highest index `seen`, where `HssPublicKey.index` returns the index of a
        genuine signature and `public_key` is the key that verified them; or it leaves out `skip`
        indices, which must be more than the whole fleet reached since the backup was made, or since
        the standby heard of it, earlier recoveries and what they left out included. From then on
        the state belongs where it lies now.
        """
        store = cls(conninfo, key)
        if seen and public_key is None:
            raise exc.ValueError(
                "public_key must be given with seen: the key that verified the signatures"
            )
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
            # Not before the transaction is durable.
            given = self._transact(lambda connection: self._take(connection, count))
            self._seen = given.stop
        return given

    def bind(self, identity: bytes, /) -> None:
        """Note which key this is the state of, by a hash of its public key; refuse another's.

        Signing keys do this when they are made over the store.
        """

        def bound(connection: Connection) -> None:
            row = self._look(connection)
            self._check_identity(row, identity)
            if row.identity is None:
                row.check(self.key)
                write(connection, self.key, row._replace(identity=identity))

        self._transact(bound)

    def watermark(self) -> tuple[int, int]:
        """Return the least index that was never given out and the end of all."""
        row = self._transact(lambda connection: look(connection, self.key, lock=False))
        return row.next, row.stop

    def remaining(self) -> int:
        """Return how many indices are left for the whole fleet."""
        start, stop = self.watermark()
        return stop - start

    def close(self) -> None:
        """Close the connection. A fork leaves it alone: it is its parent's."""
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
            # Two signers that create the table at once: one of them has.
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
                f"there is a key {self.key!r} in the database already: open it, or choose "
                "another name"
            )

    def _raise(self, index: int) -> None:
        """Move the watermark up; never down."""

        def raised(connection: Connection) -> None:
            row = self._look(connection)
            row.check(self.key)
            write(connection, self.key, row._replace(next=min(max(row.next, index), row.stop)))

        self._transact(raised)

    def recovered(self) -> tuple[int, ...]:
        """Return when the state was recovered, in seconds since 1970, in order."""
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
                f"the database was set back: it gives index {row.next} of {self.key!r} out again, "
                f"{self._seen} was reached; stop all signers and recover it"
            )
        row.check(self.key)
        if row.stop - row.next < count:
            raise own.ExhaustedError(
                f"{count} signatures requested, {row.stop - row.next} left in {self.key!r}: "
                "request fewer, or create a new key"
            )
        after = row._replace(next=row.next + count, largest=max(row.largest, count))
        write(connection, self.key, after)
        return range(row.next, after.next)

    def _look(self, connection: Connection) -> Row:
        """Lock the row and return it."""
        return look(connection, self.key, lock=True)

    def _transact(self, act: Callable[[Connection], T]) -> T:
        """Do something in a durable transaction.

        If the connection was already gone, a new one is made once. Whatever a broken one leaves
        open was handed to nobody.
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
                    # A table of the first version.
                    self._attempt(lambda connection: run(connection, COLUMNS, {}))
                    return self._attempt(act)
            except psycopg.OperationalError as error:
                self._drop()
                raise own.StateError(
                    f"no word from the database, nothing was given out: {_said(error)}; see to "
                    "the server, then try again"
                ) from error
            except psycopg.Error as error:
                raise own.StateError(
                    f"the database refused, nothing was given out: {_said(error)}"
                ) from error

    def _attempt(self, act: Callable[[Connection], T]) -> T:
        connection = self._connect()
        self._warning = ""
        with connection.transaction():
            connection.execute(_DURABLE)
            done = act(connection)
        # The server calls a commit a success that a standby has not heard of.
        if self._warning:
            raise own.StateError(
                f"the database is not sure to keep it, nothing was given out: {self._warning}"
            )
        return done

    def _connect(self) -> Connection:
        """Return the connection; the lock is held."""
        if self._connection is None or self._connection.closed:
            try:
                connection = psycopg.connect(self._conninfo)
            except psycopg.ProgrammingError as error:
                raise exc.ValueError(f"conninfo is not understood: {_said(error)}") from error
            self._connection = connection
            connection.add_notice_handler(self._noticed)
            connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
            with connection.transaction():
                row = connection.execute("SHOW fsync").fetchone()
            if row != ("on",):
                self._drop()
                raise own.StateError(
                    "the server runs with fsync off and can lose what it called durable: set "
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
        """Refuse in a fork, before a lock is touched that nobody there will open."""
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
