"""The click group of the `quicksalt` commands that are written in Python.

The native program lists these commands in its `--help` and implements all other commands.
"""

from __future__ import annotations

import click

from quicksalt.cli.host import Quicksalt
from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt.cli.plain import accept_all_letters

SECTIONS = {
    "Speed of any program": {
        "grow": Place("quicksalt_lab.cli.grow", "Find the function that is slow on large input."),
        "profile": Place("quicksalt_lab.cli.profile", "Show time, memory, leaks and functions."),
    },
    "Speed of quicksalt": {
        "race": Place("quicksalt.cli.race", "Time all implementations against each other."),
        "tune": Place("quicksalt.cli.tune", "Find the fastest implementations and record them."),
        "doctor": Place("quicksalt.cli.doctor", "Show which implementations run here, and why."),
        "lab": Place("quicksalt.cli.lab", "Compare with PyNaCl, OpenSSL, WebAssembly and others."),
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "obj": Quicksalt()},
)
def main() -> None:
    """Run a command that is implemented in Python."""
    accept_all_letters()
