"""The views of the page: their commands and outcomes."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab import children
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.schema import Report

LAST_WORDS_S = 20.0
"""Time for an interrupted view to write its partial results."""


@dataclass(frozen=True)
class View:
    """A measuring command."""

    kind: str
    """The kind of its report, equal to the words of the command."""
    full: tuple[str, ...]
    """Options for a run of a few minutes."""
    quick: tuple[str, ...]
    """Options for a minimal run."""

    def argv(self, path: Path, *, quick: bool) -> list[str]:
        """Return the command line, which writes its report to the path."""
        options = self.quick if quick else self.full
        words = self.kind.split()
        return [sys.executable, "-m", "quicksalt", *words, *options, "--json", str(path)]


_FEW = ("--rounds", "3", "--batch-ms", "0.2")

VIEWS = (
    View(
        "race",
        ("--rounds", "5", "--batch-ms", "1", "--busy-epochs", "0"),
        ("sha256", "x25519", *_FEW, "--busy-epochs", "0"),
    ),
    View("lab peers", ("--rounds", "21"), ("crypto_sign", "crypto_secretbox", *_FEW)),
    View("lab tls", ("--rounds", "11"), ("--rounds", "3")),
    View("lab workers", ("--rounds", "11"), ("--keys", "16", "--workers", "2", *_FEW)),
    View(
        "lab targets",
        ("--rounds", "7"),
        ("crypto_hash_sha256", "crypto_scalarmult", *_FEW),
    ),
    View("lab emacs", ("--rounds", "5"), ("--rounds", "3")),
    View(
        "lab growth",
        ("--rounds", "3", "--budget", "5"),
        ("--only", "libraries", "--sizes", "50,100,200", "--rounds", "3", "--budget", "2"),
    ),
)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a view: a report, or the reason for its absence."""

    kind: str
    report: Report | None = None
    reason: str = ""
    """Also set for an outcome with a report, if part of the result is missing."""


class StoppedError(Exception):
    """A view was interrupted; `outcome` has its partial results."""

    def __init__(self, outcome: Outcome) -> None:
        """Store the outcome."""
        super().__init__(outcome.kind)
        self.outcome = outcome


def run(view: View, folder: Path, *, quick: bool) -> Outcome:
    """Run a view. Raises StoppedError on an interrupt."""
    path = folder / f"{view.kind.replace(' ', '-')}.json"
    with tempfile.TemporaryFile() as said:
        argv = view.argv(path, quick=quick)
        with children.started(argv, stderr=said) as process:
            try:
                code = children.ended(process)
            except KeyboardInterrupt:
                raise StoppedError(_stopped(view, process, path)) from None
        said.seek(0)
        lines = said.read().decode(errors="replace").strip().splitlines()
    last = lines[-1].removeprefix("Error: ") if lines else f"it ended with code {code}"
    return outcome(view.kind, path, last)


def _stopped(view: View, process: subprocess.Popen[bytes], path: Path) -> Outcome:
    """Interrupt the view, and wait until it has written its partial results."""
    process.send_signal(signal.SIGINT)
    try:
        children.ended(process, LAST_WORDS_S)
    except subprocess.TimeoutExpired:
        return Outcome(view.kind, None, "interrupted")
    return outcome(view.kind, path, "interrupted before anything was measured")


def outcome(kind: str, path: Path, reason: str) -> Outcome:
    """Read the report of a finished view; without a report, return the reason."""
    if not path.exists():
        return Outcome(kind, None, reason)
    try:
        return Outcome(kind, schema.load_file(path))
    except LabError as error:
        return Outcome(kind, None, str(error))


def read(paths: Sequence[Path]) -> list[Outcome]:
    """Read reports from files; any other file becomes an outcome with a reason."""
    known = {view.kind for view in VIEWS}
    found: dict[str, Outcome] = {}
    for path in paths:
        one = outcome(path.name, path, f"no file {path}")
        kind = one.report.kind if one.report else path.name
        if one.report and kind not in known:
            one = Outcome(kind, None, f"{path}: a report of {kind!r}, which the page does not show")
        found[kind] = Outcome(kind, one.report, one.reason)
    return list(found.values())
