"""The entry point of the command `quicksalt`, with the settings that must precede slow imports.

An interrupt during imports ends the process immediately: there is nothing to clean up yet, and an
exception inside the import system would print a traceback or be swallowed by a callback. An
interrupt before the first line of this module makes Python print a traceback.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
"""The exit code after an interrupt, by shell convention: 128 plus the signal number."""

MISSING = 3
"""The exit code for a command of a missing distribution."""

SIGNATURES = (["hashsig"], ["trust"])
"""The first words of the commands of quicksalt-signatures."""

COMPLETION = "_QUICKSALT_COMPLETE"
"""The environment variable set during shell completion."""

try:
    # Imported late, because this import takes longer than the rest of the function.
    import signal
except KeyboardInterrupt:
    os._exit(INTERRUPTED)


def main() -> None:
    """Run the command and end the process with its exit code."""
    # A shell without job control makes background processes ignore interrupts.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    _open_what_is_closed()
    if sys.argv[1:2] == ["help"]:
        # `help COMMAND` is `COMMAND --help`; the native program has the same rule.
        sys.argv[1:] = [*sys.argv[2:], "--help"]
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
    # Python has not written any output: the native program wrote all of it.
    sys.stderr.flush()
    os._exit(code)


def _native_command() -> int | None:
    """Run a native command and return its exit code, or None if Python implements the command."""
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
    """Open each standard stream that is closed.

    Otherwise the next opened file would get the descriptor of a closed stream, and terminal output
    would go into that file.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode, letter = (os.O_RDONLY, "r") if number == 0 else (os.O_WRONLY, "w")
        try:
            os.fstat(number)
        except OSError:
            # `open` returns the lowest free descriptor; the lower ones are already open.
            os.open(os.devnull, mode)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, letter, encoding="utf-8", closefd=False))


if __name__ == "__main__":
    main()
