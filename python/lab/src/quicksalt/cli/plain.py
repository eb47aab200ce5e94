"""Commands that run without click where their words are of the plain form.

Importing click takes longer than a signature and Python's own start together. A command that
scripts call in loops therefore declares its parameters here. click's command is built from that
declaration, and words of the plain form are read by it directly: options that are declared, each
with its value as the next word and no more often than it may be, and the arguments. All other words
are click's, such as `--help`, `--name=x`, `--` and everything that is an error.
"""

# May import: `errors`.

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
    from typing import Any

COMPLETION = "_QUICKSALT_COMPLETE"
"""Set by the shell's completion, which click answers."""

NUMBER_MAX = 1 << 20
"""The greatest number that an option takes."""

PLACES: dict[tuple[str, ...], str] = {
    ("hashsig", "sign"): "quicksalt.cli.hashsig.sign",
    ("hashsig", "verify"): "quicksalt.cli.hashsig.verify",
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
        is_target: bool = False,
        default: str | None = None,
        letter: str | None = None,
        many: str | None = None,
    ) -> None:
        """Without a `metavar` it takes no value; `is_file` asks for a file that can be read.

        `is_number` asks for a whole number from 0 to `NUMBER_MAX`, `is_target` for what may be a
        file to write to. `letter` is a short form, such as -o. `many` is the name of a parameter
        that gets all values, where the option may be repeated.
        """
        self.flags = (flag,) if letter is None else (letter, flag)
        self.text = text
        self.metavar = metavar
        self.is_file = is_file
        self.is_number = is_number
        self.is_target = is_target
        self.many = many is not None
        self.default = False if metavar is None else () if self.many else default
        self.name = many or flag.removeprefix("--").replace("-", "_")


class Further:
    """An option that click alone reads."""

    def __init__(
        self, name: str, default: object, add: Callable[[str], Callable[..., Any]]
    ) -> None:
        """`add` returns what adds the option of a name to click's command, and loads click."""
        self.name = name
        self.default = default
        self.add = add


class Argument:
    """A file that can be read; the last of a command may be several."""

    def __init__(
        self,
        name: str,
        metavar: str,
        *,
        many: bool = False,
        stdin: bool = False,
        default: str | None = None,
    ) -> None:
        """`name` is that of the parameter of the command's function; - may be the `stdin`.

        One with a `default` may be left out.
        """
        self.name = name
        self.metavar = metavar
        self.many = many
        self.stdin = stdin
        self.default = default


Parameter = Argument | Option | Further


class Command:
    """A command: its parameters and the function that does the work.

    The function's text is that of `--help`. It returns what `--json` writes; if that has `ok` and
    it is false, the exit code is 1.
    """

    def __init__(
        self,
        work: Callable[..., Mapping[str, object]],
        parameters: Sequence[Parameter],
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
        options = [p for p in self.parameters if isinstance(p, Option)]
        by_flag = {flag: option for option in options for flag in option.flags}
        values = {p.name: p.default for p in self.parameters if not isinstance(p, Argument)}
        stdin = any(isinstance(p, Argument) and p.stdin for p in self.parameters)
        found: list[str] = []
        given: set[str] = set()
        rest = iter(words)
        for word in rest:
            if not word.startswith("-") or (word == "-" and stdin):
                found.append(word)
                continue
            option = by_flag.get(word)
            value = True if option is None or option.metavar is None else next(rest, "")
            if option is None or not _is_plain(value, option):
                return None
            if option.name in given and not option.many:
                return None
            given.add(option.name)
            self._put(value, option, values)
        are_files = all(word == "-" or _is_file(word) for word in found)
        return values if are_files and self._place(found, values) else None

    @staticmethod
    def _put(value: str | bool, option: Option, values: dict[str, object]) -> None:
        before = values[option.name]
        if isinstance(before, tuple):
            values[option.name] = (*before, value)
        else:
            values[option.name] = int(value) if option.is_number else value

    def _place(self, found: list[str], values: dict[str, object]) -> bool:
        """Give the arguments their words; tell whether they are as many."""
        arguments = [p for p in self.parameters if isinstance(p, Argument)]
        *single, last = arguments
        if not found and not single and last.default is not None:
            found = [last.default]
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
    if option.is_target and value == "-":
        return True
    if not value or value.startswith("-") or (option.is_target and _is_folder(value)):
        return False
    return not option.is_file or _is_file(value)


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except OSError:
        return False
    except ValueError:
        # A name that no file has.
        return True


def _is_file(path: str) -> bool:
    """Tell whether click would take it for a file that can be read."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISDIR(mode) and os.access(path, os.R_OK)
