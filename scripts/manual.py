"""Writes manual pages and shell completions for installation.

python scripts/manual.py

writes both below python/installed. The native program provides its completions and pages; the pages
of the commands in Python are generated here from their help. `make dist` runs this script; the
manual pages are not tracked by git. A page documents a command and its subcommands: `man
quicksalt-lab`.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click

from quicksalt import __version__, _native, _signatures
from quicksalt.cli import main
from quicksalt.cli.lazy import LazyGroup, Place

ROOT = Path(__file__).parents[1]
SHARE = ROOT / "python/installed/data/share"
"""Installed as `share` of the wheel's environment."""

SCRIPTS = {
    "bash": "bash-completion/completions/quicksalt",
    "zsh": "zsh/site-functions/_quicksalt",
    "fish": "fish/vendor_completions.d/quicksalt.fish",
}

VERBATIM = "\b"
"""Marks a paragraph that click does not rewrap."""


def files() -> dict[Path, str]:
    """Return the contents of each file by its path below `SHARE`."""
    shells = ROOT / "crates/cli/command/src/completion"
    found = {Path(place): (shells / shell).read_text() for shell, place in SCRIPTS.items()}
    for name, text in _native.manual_pages() + _signatures.manual_pages():
        found[Path(f"man/man1/{name}.1")] = text
    for name, place, inner in children(main, click.Context(main, info_name="quicksalt")):
        found[Path(f"man/man1/quicksalt-{name}.1")] = page(
            inner.command, inner, f"quicksalt-{name}", place.line
        )
    return found


def children(
    group: click.Command, context: click.Context
) -> Iterator[tuple[str, Place, click.Context]]:
    """Yield the subcommands of a group, each with its own context."""
    if isinstance(group, LazyGroup):
        for places in group.sections.values():
            for name, place in places.items():
                yield name, place, click.Context(place.load(name), context, name)


def page(command: click.Command, context: click.Context, name: str, line: str) -> str:
    """Return a manual page, including the subcommands of a group."""
    lines = [
        f'.TH {escaped(name.upper())} 1 "" "quicksalt {__version__}" "quicksalt"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(line.rstrip('.'))}",
        ".SH SYNOPSIS",
        *usage(context),
        ".SH DESCRIPTION",
        *prose(paragraphs(command.help or "")),
        *options(command, context),
    ]
    for number, (_, _, inner) in enumerate(children(command, context)):
        lines += [".SH COMMANDS"] if number == 0 else []
        lines += subcommand(inner)
    lines += prose(paragraphs(command.epilog or ""))
    lines += [".SH SEE ALSO", ".BR quicksalt (1), the folder docs of the sources."]
    return "\n".join(lines) + "\n"


def subcommand(context: click.Context) -> list[str]:
    """Return the section of a subcommand."""
    command = context.command
    return [
        f".SS {escaped(context.command_path)}",
        *usage(context),
        *prose(paragraphs(command.help or "")),
        *options(command, context, heading=".PP\nOptions:"),
        *prose(paragraphs(command.epilog or ""), heading=".PP\n"),
    ]


def usage(context: click.Context) -> list[str]:
    """Return the usage lines of a command."""
    words = " ".join(context.command.collect_usage_pieces(context))
    return [".nf", f"\\fB{escaped(context.command_path)}\\fR {escaped(words)}", ".fi"]


def options(
    command: click.Command, context: click.Context, heading: str = ".SH OPTIONS"
) -> list[str]:
    """Return the options with their texts."""
    lines = []
    for option in command.get_params(context):
        if isinstance(option, click.Option) and not option.hidden:
            lines += [".TP", entry(option, context), escaped(text(option))]
    return [heading, *lines] if lines else []


def entry(option: click.Option, context: click.Context) -> str:
    """Return the names of an option with its metavar."""
    names = [*option.opts, *option.secondary_opts]
    shown = ", ".join(f"\\fB{escaped(name)}\\fR" for name in sorted(names, key=len))
    return shown if option.is_flag else f"{shown} {escaped(option.make_metavar(context))}"


def text(option: click.Option) -> str:
    """Return the help of an option, with its default if click would show it."""
    default = option.default
    if option.show_default and not callable(default):
        shown = next((o for o in option.opts if default), "") if option.is_flag else str(default)
        return f"{option.help or ''} Default: {shown}."
    return option.help or ""


def paragraphs(words: str) -> list[str]:
    """Split a click help text into paragraphs; join lines except in verbatim paragraphs."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(words.replace("\b\n", f"{VERBATIM}\0")))
    return [joined(part) for part in parts if part.strip()]


def joined(part: str) -> str:
    """Return a paragraph as one line, or unchanged if it is verbatim."""
    if VERBATIM in part:
        return part.replace("\0", "\n")
    return " ".join(part.split())


def prose(parts: list[str], heading: str = ".SH ") -> list[str]:
    """Return paragraphs; `Examples:` becomes a heading, and the following lines are verbatim."""
    lines = []
    for part in parts:
        if VERBATIM not in part:
            lines += [".PP", escaped(part)]
            continue
        title, _, kept = part.replace(VERBATIM, "").strip().partition(":\n")
        title = title if heading != ".SH " else title.upper()
        lines += [
            f"{heading}{title}",
            ".nf",
            *map(escaped, inspect.cleandoc(kept).splitlines()),
            ".fi",
        ]
    return lines


def escaped(line: str) -> str:
    """Return a line escaped for roff."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line


def write() -> None:
    """Write the files below `SHARE`; delete pages of removed commands."""
    shutil.rmtree(SHARE / "man", ignore_errors=True)
    for name, content in files().items():
        (SHARE / name).parent.mkdir(parents=True, exist_ok=True)
        (SHARE / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    write()
