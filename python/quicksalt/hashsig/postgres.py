"""The state of a key on PostgreSQL, for a fleet of signers: `pip install quicksalt[postgres]`.

One row a key holds the watermark. A reservation raises it in a transaction of its own: the row's
lock makes signers take turns, so that their ranges never meet. A range is handed out only after
the server has said that the transaction is durable. If the connection breaks before that, nobody
knows whether it is; then the range was handed to nobody and is burnt at worst.

What must hold of the server: `fsync` is on, which is checked, and it is never set back to an
earlier state. A fail-over to a standby that lags behind does that: let the standby be synchronous.
Each signer refuses to go back behind what it has seen itself; give `min_index` what is known from
elsewhere, and after the database was restored call `recover`, which skips.
"""

from __future__ import annotations

import os
import threading
from types import TracebackType

from quicksalt import exceptions as exc
from quicksalt.hashsig import exceptions as own

try:
    import psycopg
except ImportError as error:
    raise ImportError("PostgresStore needs psycopg 3: pip install 'quicksalt[postgres]'") from error

INDEX_MAX = 2**64 - 1

_TABLE = """
CREATE TABLE IF NOT EXISTS quicksalt_state (
    key text PRIMARY KEY,
    next numeric(20) NOT NULL,
    stop numeric(20) NOT NULL CHECK (0 <= next AND next <= stop),
    largest numeric(20) NOT NULL DEFAULT 1
)"""

# Never less than the server's own setting.
_DURABLE = """
SELECT set_config('synchronous_commit', 'on', true)
WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')"""

_RESERVE = """
UPDATE quicksalt_state SET next = next + %(count)s, largest = greatest(largest, %(count)s)
WHERE key = %(key)s AND stop - next >= %(count)s
RETURNING next - %(count)s, next"""

_RAISE = """
UPDATE quicksalt_state SET next = least(greatest(next + %(skip)s, %(index)s), stop)
WHERE key = %(key)s RETURNING next"""


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
        self._process = os.getpid()
        self._lock = threading.RLock()
        self._seen = 0
        self._warning = ""
        self._connection: psycopg.Connection[tuple[object, ...]] | None = None

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
            store._raise(0, _checked("min_index", min_index))
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def recover(cls, conninfo: str, key: str, *, skip: int, min_index: int = 0) -> PostgresStore:
        """Open the state of a key after the database was set back to a backup.

        The watermark moves up by `skip`, which must be more than the whole fleet can have reserved
        since the backup was made.
        """
        store = cls(conninfo, key)
        try:
            least = store._largest()
            if skip < least:
                raise exc.ValueError(
                    f"skip must be at least {least}, the largest reservation so far, and more than "
                    "can have been reserved since the backup was made"
                )
            store._raise(_checked("skip", skip), _checked("min_index", min_index))
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
            given = self._transact(_RESERVE, {"key": self.key, "count": count})
            if given is None:
                start, stop = self.watermark()
                raise own.ExhaustedError(
                    f"{count} signatures asked for, {stop - start} left of {self.key!r}: ask for "
                    "fewer, or begin a new key"
                )
            start, stop = given
            if start < self._seen:
                raise own.RollbackError(
                    f"the database was set back: it gave index {start} of {self.key!r} out again, "
                    f"{self._seen} was reached; stop all signers and recover it, skipping more "
                    "than can have been signed since"
                )
            self._seen = stop
        return range(start, stop)

    def watermark(self) -> tuple[int, int]:
        """Return the least index that was never given out and the end of all."""
        select = "SELECT next, stop FROM quicksalt_state WHERE key = %(key)s"
        mark = self._transact(select, {"key": self.key})
        if mark is None:
            raise exc.ValueError(f"there is no key {self.key!r} in the database: create it")
        return mark

    def remaining(self) -> int:
        """Return how many indices are left for the whole fleet."""
        start, stop = self.watermark()
        return stop - start

    def close(self) -> None:
        """Close the connection. A fork leaves it alone: it is its parent's."""
        if os.getpid() == self._process:
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
            self._transact(_TABLE, {})
        except own.StateError as error:
            # Two signers that create the table at once: one of them has.
            if not isinstance(error.__cause__, psycopg.errors.UniqueViolation):
                raise
        row = {"key": self.key, "start": indices.start, "stop": indices.stop}
        made = self._transact(
            "INSERT INTO quicksalt_state (key, next, stop) VALUES (%(key)s, %(start)s, %(stop)s) "
            "ON CONFLICT (key) DO NOTHING RETURNING next, stop",
            row,
        )
        if made is None:
            raise exc.ValueError(
                f"there is a key {self.key!r} in the database already: open it, or choose "
                "another name"
            )

    def _raise(self, skip: int, index: int) -> None:
        """Move the watermark up; never down."""
        raised = self._transact(_RAISE, {"key": self.key, "skip": skip, "index": index})
        if raised is None:
            raise exc.ValueError(f"there is no key {self.key!r} in the database: create it")

    def _largest(self) -> int:
        select = "SELECT largest, largest FROM quicksalt_state WHERE key = %(key)s"
        row = self._transact(select, {"key": self.key})
        return 1 if row is None else row[0]

    def _transact(self, query: str, values: dict[str, object]) -> tuple[int, int] | None:
        """Do one statement in a durable transaction; the integers of its row, if it has one.

        If the connection was already gone, a new one is made once. Whatever a broken one leaves
        open was handed to nobody.
        """
        self._check_process()
        with self._lock:
            try:
                try:
                    return self._attempt(query, values)
                except psycopg.OperationalError:
                    self._drop()
                    return self._attempt(query, values)
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

    def _attempt(self, query: str, values: dict[str, object]) -> tuple[int, int] | None:
        connection = self._connect()
        self._warning = ""
        with connection.transaction():
            connection.execute(_DURABLE)
            cursor = connection.execute(query, values)
            row = cursor.fetchone() if cursor.description else None
        # The server calls a commit a success that a standby has not heard of.
        if self._warning:
            raise own.StateError(
                f"the database is not sure to keep it, nothing was given out: {self._warning}"
            )
        if row is None:
            return None
        return int(str(row[0])), int(str(row[-1]))

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
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
        if os.getpid() != self._process:
            raise own.StateError(
                "the store was opened by another process, of which this one is a fork: open it "
                "in this one"
            )


def _checked(name: str, index: int) -> int:
    if not 0 <= index <= INDEX_MAX:
        raise exc.ValueError(f"{name} must be from 0 to {INDEX_MAX}, not {index}")
    return index


def _said(error: psycopg.Error) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
