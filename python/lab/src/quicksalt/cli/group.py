"""The commands of `quicksalt` that are written in Python, as a group of click's.

The native program lists them in its `--help`, and has all others.
"""

from __future__ import annotations

import click

from quicksalt.cli.host import Quicksalt
from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt.cli.plain import accept_all_letters

SECTIONS = {
    "Speed of any program": {
        "grow": Place("quicksalt_lab.cli.grow", "Name the function that is slow on large input."),
        "profile": Place("quicksalt_lab.cli.profile", "Show time, memory, leaks and functions."),
    },
    "Speed of quicksalt": {
        "race": Place("quicksalt.cli.race", "Time every implementation against the others."),
        "tune": Place("quicksalt.cli.tune", "Find the fastest ones here, and remember them."),
        "doctor": Place("quicksalt.cli.doctor", "Show what runs on this machine, and why."),
        "lab": Place(
            "quicksalt.cli.lab", "Measure more: against PyNaCl, OpenSSL, WebAssembly and others."
        ),
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "obj": Quicksalt()},
)
def main() -> None:
    """Run a command that the native program leaves to Python."""
    accept_all_letters()
