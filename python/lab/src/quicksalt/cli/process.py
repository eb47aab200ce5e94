"""The command as a process: signals, exit code, and a closed output pipe."""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
from time import sleep

from quicksalt.cli import plain
from quicksalt_lab.cli.exits import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


class Interrupts:
    """A handler for interrupts, which Python raises as `KeyboardInterrupt` in the main thread.

    Python prints and drops an exception that cannot propagate, such as in a finaliser or a
    callback. A dropped interrupt is raised again.
    """

    def __init__(self) -> None:
        """Install the interrupt handler, unless interrupts are ignored."""
        self.seen = False
        self._ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if not self._ignored:
            signal.signal(signal.SIGINT, self._raise)
            sys.unraisablehook = self._dropped

    def end_with(self, code: int) -> None:
        """Let any later interrupt end the process immediately with this exit code.

        During shutdown Python restores the signal's default action, which kills the process; a
        process that already has its exit code must not be killed.
        """
        if not self._ignored:
            signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(code))
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)

    def _raise(self, _signal: int, _frame: FrameType | None) -> NoReturn:
        self.seen = True
        raise KeyboardInterrupt

    @staticmethod
    def _dropped(dropped: sys.UnraisableHookArgs) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            # An exception raised inside this hook would be dropped too.
            _thread.start_new_thread(_interrupt_soon, ())
        else:
            sys.__unraisablehook__(dropped)


def _interrupt_soon() -> None:
    sleep(0.001)
    _thread.interrupt_main()


def run() -> NoReturn:
    """Run the command and end the process with its exit code.

    After an interrupt the process does not wait: cleanup already ran while the exception
    propagated.
    """
    interrupts = Interrupts()
    try:
        plain.accept_all_letters()
        code = _ended(interrupts, sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
        interrupts.end_with(code)
    except KeyboardInterrupt:
        os._exit(Exit.INTERRUPTED)
    except BrokenPipeError:
        os._exit(Exit.CLOSED)
    except OSError as error:
        # For example, standard output goes to a full disk.
        _say(f"Error: cannot write the output: {error.strerror}")
        os._exit(Exit.BROKEN)
    sys.exit(code)


def _ended(interrupts: Interrupts, words: list[str]) -> int:
    """Run the command, print its error message, and return the exit code.

    An interrupt always decides the exit code, even if another exception replaced it, such as the
    end of input at a prompt.
    """
    try:
        code = _called(words)
    except OSError:
        raise
    except Exception as error:
        if interrupts.seen:
            raise KeyboardInterrupt from None
        from quicksalt.cli import by_click

        return by_click.show(error, words[:2])
    if interrupts.seen:
        raise KeyboardInterrupt
    return code


def _called(words: list[str]) -> int:
    from quicksalt.cli import by_click

    return by_click.run(words)


def _say(text: str) -> None:
    """Write to standard error if it is still open."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        return
