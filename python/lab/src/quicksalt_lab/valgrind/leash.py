"""Runs a command that never outlives the process that started it.

python leash.py FD COMMAND [ARGUMENT ...] Writes the command's process id to the file descriptor,
waits, and exits with the command's status. When the command exits, all its descendants are killed,
even in sessions of their own. The command and its descendants are killed immediately if this
process's parent dies, even by SIGKILL, or sends SIGTERM.
"""

import ctypes
import os
import signal
import sys
import time
from typing import NoReturn

PAUSE_S = 0.001
"""Pause before searching again for killed processes."""

PR_SET_PDEATHSIG = 1
"""From `linux/prctl.h`: set the signal sent to a process when its parent dies."""

PR_SET_CHILD_SUBREAPER = 36
"""Make orphaned descendants children of the calling process."""


def descendants() -> set[int]:
    """List all running descendants of this process."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            # Not a process, or a process that has exited.
            continue
        if state not in "ZX":
            parents[int(name)] = int(parent)
    found: set[int] = set()
    more = {os.getpid()}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def end_all() -> None:
    """Kill all descendants; repeat until no new ones are found."""
    if sys.platform != "linux":
        return
    while left := descendants():
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(PAUSE_S)


def end(_signal: int, _frame: object) -> NoReturn:
    """Kill all descendants and exit."""
    end_all()
    os.killpg(0, signal.SIGKILL)
    raise SystemExit


def main() -> None:
    """Run the command."""
    out, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(out, False)
    parent = os.getppid()
    signal.signal(signal.SIGTERM, end)
    if sys.platform == "linux":
        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    if os.getppid() != parent:
        sys.exit("parent process has exited")
    try:
        # exec resets handlers, but not ignored signals.
        pid = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGTERM])
    except OSError as error:
        sys.exit(error.strerror)
    os.write(out, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    end_all()
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
