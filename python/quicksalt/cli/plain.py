"""Commands that run without click where their words are of the plain form.

Importing click takes longer than a signature and Python's own start together. A command that
scripts call in loops therefore declares its parameters here. click's command is built from that
declaration, and words of the plain form are read by it directly: options that are declared, each at
most once and with its value as the next word, and the arguments. All other words are click's, such
as `--help`, `--name=x`, `--` and everything that is an error.
"""

from __future__ import annotations

import os
import stat
import sys
from io import TextIOWrapper

from quicksalt.cli import errors
from quicksalt_lab.cli.exits import Exit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

COMPLETION = "_QUICKSALT_COMPLETE"
"""Set by the shell's completion, which click answers."""

NUMBER_MAX = 1 << 20
"""The greatest number that an option takes."""

PLACES: dict[tuple[str, ...], str] = {
    ("hashsig", "sign"): "quicksalt.cli.hashsig.sign",
    ("hashsig", "verify"): "quicksalt.cli.hashsig.verify",
    ("sign",): "quicksalt.cli.files.sign",
    ("verify",): "quicksalt.cli.files.verify",
}
"""The modules whose `COMMAND` these names are."""


class Option:
    """An option."""

    def __init__(  # noqa: PLR0913 - one for each thing that a declaration says
        self,
        flag: str,
        text: str,
        *,
        metavar: str | None = None,
        is_file: bool = False,
        is_number: bool = False,
        default: str | None = None,
        letter: str | None = None,
    ) -> None:
        """Without a `metavar` it takes no value; `is_file` asks for a file that can be read.

        `is_number` asks for a whole number from 0 to `NUMBER_MAX`. Click alone knows its `letter`,
        such as -o.
        """
        self.flags = (flag,) if letter is None else (letter, flag)
        self.flag = flag
        self.text = text
        self.metavar = metavar
        self.is_file = is_file
        self.is_number = is_number
        self.default = False if metavar is None else default
        self.name = flag.removeprefix("--").replace("-", "_")


class Argument:
    """A file that can be read; the last of a command may be several."""

    def __init__(self, name: str, metavar: str, *, many: bool = False, stdin: bool = False) -> None:
        """`name` is that of the parameter of the command's function; - may be the `stdin`."""
        self.name = name
        self.metavar = metavar
        self.many = many
        self.stdin = stdin


class Command:
    """A command: its parameters and the function that does the work.

    The function's text is that of `--help`. It returns what `--json` writes; if that has `ok` and
    it is false, the exit code is 1.
    """

    def __init__(
        self,
        work: Callable[..., Mapping[str, object]],
        parameters: Sequence[Argument | Option],
        examples: Sequence[str],
    ) -> None:
        """Keep them; nothing is checked."""
        self.work = work
        self.parameters = parameters
        self.examples = examples

    def run(self, values: dict[str, object]) -> int:
        """Do the work and return the exit code."""
        try:
            outcome = self.work(**values)
        except Exception as error:
            known = errors.told(error)
            if known is error:
                raise
            raise known from None
        return Exit.OK if outcome.get("ok", True) else Exit.FAILED

    def read(self, words: Sequence[str]) -> dict[str, object] | None:
        """Return the values for the function, or None for words that are click's."""
        options = {p.flag: p for p in self.parameters if isinstance(p, Option)}
        values: dict[str, object] = {option.name: option.default for option in options.values()}
        found: list[str] = []
        rest = iter(words)
        for word in rest:
            if not word.startswith("-"):
                found.append(word)
                continue
            option = options.pop(word, None)
            value = True if option is None or option.metavar is None else next(rest, "")
            if option is None or not _is_plain(value, option):
                return None
            values[option.name] = int(value) if option.is_number else value
        return values if all(map(_is_file, found)) and self._place(found, values) else None

    def _place(self, found: list[str], values: dict[str, object]) -> bool:
        """Give the arguments their words; tell whether they are as many."""
        arguments = [p for p in self.parameters if isinstance(p, Argument)]
        *single, last = arguments
        if len(found) < len(arguments) or (len(found) > len(arguments) and not last.many):
            return False
        values.update({p.name: word for p, word in zip(single, found, strict=False)})
        values[last.name] = tuple(found[len(single) :]) if last.many else found[-1]
        return True


def find(words: Sequence[str]) -> tuple[Command, dict[str, object]] | None:
    """Return the command that words of the plain form call, and the values for its function."""
    names = next((n for n in (tuple(words[:1]), tuple(words[:2])) if n in PLACES), None)
    if names is None or COMPLETION in os.environ:
        return None
    command = __import__(PLACES[names], fromlist=["COMMAND"]).COMMAND
    values = command.read(words[len(names) :])
    return None if values is None else (command, values)


def accept_all_letters() -> None:
    """Write what a terminal has no letters for as its number: a name is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def echo(text: str, *, err: bool = False) -> None:
    """Write a line, at once, where whoever reads along sees it."""
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


def _is_plain(value: str | bool, option: Option) -> bool:
    if isinstance(value, bool):
        return True
    if option.is_number:
        return len(value) < 8 and value.isdecimal() and int(value) <= NUMBER_MAX
    return bool(value) and not value.startswith("-") and (not option.is_file or _is_file(value))


def _is_file(path: str) -> bool:
    """Tell whether click would take it for a file that can be read."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISDIR(mode) and os.access(path, os.R_OK)
