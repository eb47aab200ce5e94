"""The command as a process: its signals, its exit code, and a reader that goes away."""

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
    """Interrupts, which arrive as `KeyboardInterrupt` wherever the main thread is.

    Where an exception cannot go on, such as in a finaliser or a callback, Python shows and drops
    it. An interrupt that was dropped is raised again instead.
    """

    def __init__(self) -> None:
        """Take interrupts over, unless they are ignored."""
        self.seen = False
        self._ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if not self._ignored:
            signal.signal(signal.SIGINT, self._raise)
            sys.unraisablehook = self._dropped

    def end_with(self, code: int) -> None:
        """Have an interrupt from here on end the process at once, with this exit code.

        When Python takes itself down, it gives the signal its default again, which kills: the last
        moments of a process that has its exit code already pass over it.
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
            # Raised here and now, it would be dropped out of this hook.
            _thread.start_new_thread(_interrupt_soon, ())
        else:
            sys.__unraisablehook__(dropped)


def _interrupt_soon() -> None:
    sleep(0.001)
    _thread.interrupt_main()


def run() -> NoReturn:
    """Run the command and end the process with its exit code.

    After an interrupt nothing is waited for: what must not be left half-done is undone on the way
    here.
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
        # Such as a full disk that the standard output goes to.
        _say(f"Error: cannot write the output: {error.strerror}")
        os._exit(Exit.BROKEN)
    sys.exit(code)


def _ended(interrupts: Interrupts, words: list[str]) -> int:
    """Run the command, show what it has to say of an error, and return the exit code.

    Whatever became of an interrupt on the way, such as an end of the input that a prompt saw, it
    has ended the command.
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
    """Write to the error output if there is still one."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        return
