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

MISSING = 3
"""The exit code where another distribution has the command."""

SIGNATURES = (["hashsig"], ["trust"])
"""The first words of the commands of quicksalt-signatures."""

COMPLETION = "_QUICKSALT_COMPLETE"
"""Set where a shell completes words."""

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
    try:
        code = _native_command()
        if code is None:
            from quicksalt.cli import process

            process.run()
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("quicksalt."):
            raise
        print(f"Error: quicksalt {' '.join(sys.argv[1:2])}: {error}", file=sys.stderr)
        code = MISSING
    # Nothing of Python's is written or open: the native program has done all of it.
    sys.stderr.flush()
    os._exit(code)


def _native_command() -> int | None:
    """Run a command of the native program and return its exit code; None if Python has it."""
    from quicksalt import _native

    words = sys.argv[1:]
    code = _native.command(words)
    if code is None and (words[:1] in SIGNATURES or COMPLETION in os.environ):
        import quicksalt._signatures

        code = quicksalt._signatures.command(words)
    return code


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
