"""Runs a command once and tells how much memory it needed at most.

python peak.py FD COMMAND [ARGUMENT ...]
Writes the peak of resident memory in KiB to the file descriptor. What `wait4` tells of a program
has that of the process that started it as its floor. So the command is traced up to the moment at
which it exits, and the kernel asked then, while its memory is still there. Nothing is written where
the kernel allows no tracing. Processes that the command starts are not looked at.
"""

import ctypes
import os
import signal
import sys

TRACEME, CONT, SETOPTIONS = 0, 7, 0x4200
"""Requests of `sys/ptrace.h`."""

TRACE_EXIT = 0x40
EXITING = signal.SIGTRAP | 6 << 8
"""Status of a traced process that is about to exit: `PTRACE_EVENT_EXIT`."""


def peak_of(pid: int) -> int | None:
    """Ask the kernel for the peak of a process, in KiB."""
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return None


def main() -> None:
    """Run the command."""
    out, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(out, False)
    trace = ctypes.CDLL(None, use_errno=True).ptrace
    trace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    pid = os.fork()
    if pid == 0:
        if trace(TRACEME, 0, None, None):
            os._exit(0)
        try:
            os.execvp(command[0], command)
        except OSError:
            os._exit(127)
    _, status = os.waitpid(pid, 0)
    if not os.WIFSTOPPED(status):
        return
    trace(SETOPTIONS, pid, None, TRACE_EXIT)
    passed = 0
    while True:
        trace(CONT, pid, None, passed)
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            return
        if status >> 8 == EXITING:
            os.write(out, f"{peak_of(pid) or ''}\n".encode())
        # A trap at a further exec is of the tracing, not the program's.
        passed = 0 if os.WSTOPSIG(status) == signal.SIGTRAP else os.WSTOPSIG(status)


if __name__ == "__main__":
    main()
