"""`quicksalt lab`: the views beyond the race."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt_lab.cli.output import examples

SECTIONS = {
    "quicksalt beside others": {
        "peers": Place("quicksalt.cli.peers", "Time it against PyNaCl, libnacl and cryptography."),
        "tls": Place("quicksalt.cli.tls", "Time Python's ssl with a trust store and with OpenSSL."),
        "lms": Place("quicksalt.cli.lms", "Check and time implementations of LMS side by side."),
        "emacs": Place("quicksalt.cli.emacs", "Time AES and age in Emacs: Lisp, GnuTLS, module."),
        "children": Place(
            "quicksalt_lab.cli.children:race_children",
            "Time programs in any language side by side.",
        ),
        "compare": Place(
            "quicksalt_lab.cli.compare:compare_reports",
            "Compare two reports: what became faster or slower.",
        ),
    },
    "Experiments": {
        "report": Place("quicksalt.cli.report", "Run all views and write them on one page."),
        "growth": Place(
            "quicksalt.cli.growth", "Load 10,000 certificates: who slows down, and where."
        ),
        "targets": Place(
            "quicksalt.cli.targets", "Time WebAssembly and JavaScript against native libsodium."
        ),
        "workers": Place(
            "quicksalt.cli.workers", "Time 1024 one-time keys in threads and processes."
        ),
    },
    "What choosing costs": {
        "regret": Place("quicksalt.cli.regret", "Time what is chosen against what is fastest."),
        "dispatch": Place("quicksalt.cli.dispatch", "Time what the choice adds to one call."),
    },
}


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    epilog=examples(
        "quicksalt lab peers crypto_sign",
        "quicksalt lab growth --html growth.html",
        "quicksalt lab tls --json tls.json",
    ),
)
def lab() -> None:
    """Measure quicksalt beside other libraries, what choosing costs, and old experiments anew."""
