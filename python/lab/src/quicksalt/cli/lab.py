"""`quicksalt lab`: measurements other than the race."""

from __future__ import annotations

import click

from quicksalt.cli.lazy import LazyGroup, Place
from quicksalt_lab.cli.output import examples

SECTIONS = {
    "quicksalt and other libraries": {
        "peers": Place(
            "quicksalt.cli.peers", "Time quicksalt against PyNaCl, libnacl and cryptography."
        ),
        "tls": Place("quicksalt.cli.tls", "Time Python's ssl with a trust store and with OpenSSL."),
        "lms": Place("quicksalt.cli.lms", "Cross-check and time implementations of LMS."),
        "emacs": Place("quicksalt.cli.emacs", "Time AES and age in Emacs: Lisp, GnuTLS, module."),
        "children": Place(
            "quicksalt_lab.cli.children:race_children",
            "Time programs in any language side by side.",
        ),
        "compare": Place(
            "quicksalt_lab.cli.compare:compare_reports",
            "Compare two reports: which rows became faster or slower.",
        ),
    },
    "Experiments": {
        "report": Place("quicksalt.cli.report", "Run all measurements and write one page."),
        "growth": Place(
            "quicksalt.cli.growth", "Load 10,000 certificates: which libraries slow down."
        ),
        "targets": Place(
            "quicksalt.cli.targets", "Time WebAssembly and JavaScript against native libsodium."
        ),
        "workers": Place(
            "quicksalt.cli.workers", "Time 1024 one-time keys in threads and processes."
        ),
    },
    "Cost of choosing": {
        "regret": Place("quicksalt.cli.regret", "Time the chosen candidates against the fastest."),
        "dispatch": Place("quicksalt.cli.dispatch", "Time the dispatch cost of one call."),
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
    """Compare quicksalt with other libraries; measure choices; repeat old experiments."""
