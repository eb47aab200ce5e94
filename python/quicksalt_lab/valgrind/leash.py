"""Runs a command that ends with whoever asked for it, however that one ends.

python leash.py FD COMMAND [ARGUMENT ...]
Writes the command's process id to the file descriptor, waits, and exits as the command does. If the
process that started this one dies, even by SIGKILL, the whole process group is killed: the command
and all that it has started.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
"""From `linux/prctl.h`: the signal that a process gets when its parent dies."""


def main() -> None:
    """Run the command."""
    out, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(out, False)
    parent = os.getppid()
    signal.signal(signal.SIGTERM, lambda _signal, _frame: os.killpg(0, signal.SIGKILL))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit("whoever asked is gone")
    try:
        # A handler would be lost anyway, but what is ignored stays so.
        pid = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGTERM])
    except OSError as error:
        sys.exit(error.strerror)
    os.write(out, f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()
