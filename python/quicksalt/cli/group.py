"""The command `quicksalt` as a group of click's."""

from __future__ import annotations

import click

from quicksalt.cli.host import Quicksalt
from quicksalt.cli.lazy import LazyGroup
from quicksalt.cli.plain import accept_all_letters
from quicksalt_lab.cli.output import examples

EPILOG = examples(
    "quicksalt race              prove and time all candidates, print the table of 2012",
    "quicksalt tune              the same, and keep what wins on this machine",
    "quicksalt doctor            what this machine has, and what is known of each candidate",
    "quicksalt lab selftest      show that the ruler sees a 5 % slowdown",
    "quicksalt profile -- CMD    time, leaks and functions of any program",
    "quicksalt encrypt           encrypt a file, as age does; decrypt, keygen go with it",
    "quicksalt sign              sign a file, as minisign does; verify goes with it",
    "quicksalt hashsig keygen    make a key of hash-based signatures",
    "quicksalt grow ...          name the function that makes a program slow on large input",
    "quicksalt trust verify      whether a chain of certificates leads to trusted ones",
    "",
    "Exit codes: 0 ok; 1 the verdict failed; 2 usage; 3 an outside tool is missing;",
    "4 the code under test failed; 5 cannot tell; 130 interrupted; 141 nobody reads the output.",
)


@click.group(
    cls=LazyGroup,
    places={
        "decrypt": "quicksalt.cli.files.decrypt:decrypt",
        "doctor": "quicksalt.cli.doctor:doctor",
        "encrypt": "quicksalt.cli.files.encrypt:encrypt",
        "grow": "quicksalt_lab.cli.grow:grow",
        "hashsig": "quicksalt.cli.hashsig.group:hashsig",
        "keygen": "quicksalt.cli.files.keygen:keygen",
        "lab": "quicksalt.cli.lab:lab",
        "profile": "quicksalt_lab.cli.profile:profile",
        "race": "quicksalt.cli.race:race",
        "sign": "quicksalt.cli.files.sign:sign",
        "trust": "quicksalt.cli.trust:trust",
        "tune": "quicksalt.cli.tune:tune",
        "verify": "quicksalt.cli.files.sign:verify",
    },
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "obj": Quicksalt()},
)
@click.version_option(package_name="quicksalt", message="%(prog)s %(version)s")
def main() -> None:
    """Encrypt and sign files; race, tune and inspect the candidates of every primitive."""
    accept_all_letters()
