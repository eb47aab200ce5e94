"""Where the command begins: what must stand before anything heavy is imported.

While modules are imported there is nothing to clean up, and an exception out of the middle of the
import system would be shown, or swallowed by a callback. So an interrupt ends the process there and
then. What happens before the first line here is Python's own: for an interrupt in that time it
prints a traceback.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""The exit code after an interrupt, as shells have it: 128 and the number of the signal."""

try:
    # What it imports takes longer than all else here.
    import signal
except KeyboardInterrupt:
    os._exit(INTERRUPTED)


def main() -> None:
    """Run the command and end the process with its exit code."""
    # A shell without job control has what it starts in the background ignore interrupts.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    _open_what_is_closed()
    from quicksalt.cli import process

    process.run()


def _end(_signal: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _open_what_is_closed() -> None:
    """Open the standard streams that are closed.

    Otherwise the next file that is opened gets the number of one, and what is meant for the
    terminal is written into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode, letter = (os.O_RDONLY, "r") if number == 0 else (os.O_WRONLY, "w")
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free; the lower ones are open by now.
            os.open(os.devnull, mode)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, letter, encoding="utf-8", closefd=False))


if __name__ == "__main__":
    main()
