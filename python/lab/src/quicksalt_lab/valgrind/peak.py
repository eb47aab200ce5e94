"""Runs a command once and measures its peak memory.

python peak.py FD COMMAND [ARGUMENT ...]
Writes the peak of resident memory in KiB to the file descriptor. The peak reported by `wait4` is
never below the peak of the starting process. Therefore the command is traced until it exits, and
its peak is read from the kernel while its memory still exists. Writes nothing if the kernel does
not allow tracing. Child processes of the command are ignored.
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
    """Read the peak of a process in KiB from the kernel."""
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
        # A trap at a further exec comes from tracing, not from the program.
        passed = 0 if os.WSTOPSIG(status) == signal.SIGTRAP else os.WSTOPSIG(status)


if __name__ == "__main__":
    main()
