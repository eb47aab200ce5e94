"""Runs a command that ends with whoever asked for it, however that one ends.

python leash.py FD COMMAND [ARGUMENT ...]
Writes the command's process id to the file descriptor, waits, and exits as the command does. All
that the command has started ends with it, in sessions of their own too; and if the process that
started this one dies, even by SIGKILL, or sends SIGTERM, then at once.
"""

import ctypes
import os
import signal
import sys
import time
from typing import NoReturn

PAUSE_S = 0.001
"""How long those that are killed may take to end before they are looked for again."""

PR_SET_PDEATHSIG = 1
"""From `linux/prctl.h`: the signal that a process gets when its parent dies."""

PR_SET_CHILD_SUBREAPER = 36
"""Whatever loses its parent becomes a child of the process that has asked for it."""


def descendants() -> set[int]:
    """List what this process has started and what that has, but for those that have ended."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            # No process, or one that is gone.
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
    """Kill what was started; what that starts meanwhile is found the next time."""
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
    """End everything, this process too."""
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
        sys.exit("whoever asked is gone")
    try:
        # A handler would be lost anyway, but what is ignored stays so.
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
