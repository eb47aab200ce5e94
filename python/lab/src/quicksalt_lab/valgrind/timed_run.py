"""Runs a command several times.

python timed_run.py FD REPEATS BUDGET MOST OK_EXITS COMMAND [ARGUMENT ...]
Writes a line for each run to the file descriptor: exit status, wall time in nanoseconds, processor
time in nanoseconds, the kernel's part of it, peak of resident memory in KiB. Stops early after
BUDGET seconds, or if a run exits with a code that is not in OK_EXITS. A run of more than MOST
seconds of processor time is killed by SIGXCPU; 0 means no limit. It is a separate, small program
because the kernel includes the memory of the starting process in the peak of a program.
"""

import os
import sys
import time


def main() -> None:
    """Run the command."""
    out, repeats, budget = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    most = int(sys.argv[4])
    ok = {int(code) for code in sys.argv[5].split(",")}
    command = sys.argv[6:]
    os.set_inheritable(out, False)
    if most:
        # Windows lacks the module `resource`; without a limit, importing it would only cost memory.
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    began = time.perf_counter()
    for _ in range(repeats):
        start = time.perf_counter_ns()
        try:
            pid = os.posix_spawnp(command[0], command, os.environ)
        except OSError as error:
            sys.exit(error.strerror)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter_ns() - start
        code = os.waitstatus_to_exitcode(status)
        cpu = round(1e9 * (usage.ru_utime + usage.ru_stime))
        kernel = round(1e9 * usage.ru_stime)
        os.write(out, f"{code} {wall} {cpu} {kernel} {usage.ru_maxrss}\n".encode())
        if code not in ok or time.perf_counter() - began > budget:
            break


if __name__ == "__main__":
    main()
