"""A private PostgreSQL server for the tests: unprivileged user, Unix socket only."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

OLDEST_FIRST = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name))
MISSING = "PostgresStore is not tested, there is no PostgreSQL: apt-get install postgresql"


def missing(text: str) -> None:
    """Skip with a hint how to install the tool; fail if skipping is forbidden."""
    if os.environ.get("QUICKSALT_NO_SKIP"):
        pytest.fail(text)
    pytest.skip(text, allow_module_level=True)


class Server:
    """A database cluster in a folder that is deleted with it."""

    def __init__(self, programs: Path, primary: Server | None = None) -> None:
        """Create a new cluster, or a standby that copies the current state of `primary`."""
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="quicksalt-pg-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "nobody")
        if primary is None:
            options = ["--username=quicksalt", "--auth=trust", "--encoding=UTF8"]
            self._run("initdb", "--no-sync", *options)
        else:
            options = ["--write-recovery-conf", "--checkpoint=fast", f"--dbname={primary.conninfo}"]
            self._run("pg_basebackup", "--no-sync", *options)

    @property
    def conninfo(self) -> str:
        return f"host={self.folder} user=quicksalt dbname=postgres connect_timeout=10"

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "--wait", f"--log={self.folder}/log", f"--options={options}", "start")

    def promote(self) -> None:
        """Promote a standby to a server that accepts writes."""
        self._run("pg_ctl", "--wait", "promote")

    def stop(self) -> None:
        """Stop the server abruptly, as in a crash."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    def remove(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        as_nobody = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        command = [str(self.programs / program), f"--pgdata={self.folder}/data", *arguments]
        # The server inherits file descriptors, so the reader of an inherited pipe would wait for
        # its end.
        run = subprocess.run(
            [*(as_nobody if os.getuid() == 0 else []), *command],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        log = self.folder / "log"
        assert run.returncode == 0, (command, log.read_text() if log.exists() else "")


def started() -> Server:
    """Return a running server, or skip the tests that need it."""
    if not OLDEST_FIRST:
        missing(MISSING)
    server = Server(OLDEST_FIRST[-1])
    server.start()
    return server
