"""The command `quicksalt` as a group of click's."""

from __future__ import annotations

import click

from quicksalt.cli.host import Quicksalt
from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt.cli.plain import accept_all_letters
from quicksalt_lab.cli.output import examples

FILES = "quicksalt.cli.files"
SECTIONS = {
    "Files": {
        "encrypt": Place(f"{FILES}.encrypt:COMMAND", "Encrypt a file or a pipe, as age does."),
        "decrypt": Place(f"{FILES}.decrypt:COMMAND", "Decrypt what age or openssl encrypted."),
        "keygen": Place(f"{FILES}.keygen", "Make a key that decrypts, or one that signs."),
        "sign": Place(f"{FILES}.sign:COMMAND", "Sign files, as minisign does."),
        "verify": Place(f"{FILES}.verify:COMMAND", "Verify signatures of minisign."),
    },
    "Post-quantum signatures and certificates": {
        "hashsig": Place(
            "quicksalt.cli.hashsig.group", "Sign with LMS and HSS; a key counts its use."
        ),
        "trust": Place(
            "quicksalt.cli.trust", "Load trusted certificates, and verify chains by them."
        ),
    },
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
    "The shell": {
        "completion": Place("quicksalt.cli.completion", "Print what completes words in a shell."),
    },
}

EPILOG = examples(
    "quicksalt encrypt -r age1... notes.org      writes notes.org.age",
    "quicksalt grow --sizes 64,128,256 -- ./program {n}",
    "quicksalt race x25519",
    "quicksalt COMMAND --help                    all of a command, with examples",
)
EXIT_CODES = (
    "Exit codes: 0 ok; 1 the verdict failed; 2 usage; 3 an outside tool is missing; "
    "4 the command under test failed; 5 cannot tell; 130 interrupted; "
    "141 the reader of a pipe went away."
)


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    epilog=f"{EPILOG}\n\n{EXIT_CODES}",
    context_settings={"help_option_names": ["-h", "--help"], "obj": Quicksalt()},
)
@click.version_option(package_name="quicksalt", message="%(prog)s %(version)s")
def main() -> None:
    """Cryptography that proves how fast it is: files, signatures, certificates, measurements."""
    accept_all_letters()
