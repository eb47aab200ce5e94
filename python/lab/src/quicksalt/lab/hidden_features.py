"""Processor features hidden by valgrind, and candidates that cannot run under it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quicksalt import _native
from quicksalt.lab.survey import survey
from quicksalt_lab import children
from quicksalt_lab.valgrind.hidden import Hidden
from quicksalt_lab.valgrind.tool import environment, require

ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
import _native
print(json.dumps(_native.machine()["features"]))
"""


@contextmanager
def asked() -> Iterator[Callable[[], Hidden | None]]:
    """Run the native module under valgrind in the background to find its features (about a second).

    The yielded function waits for the answer and returns it; None on failure.
    """
    argv = [require(), "-q", "--tool=none", "--vgdb=no", sys.executable, "-S", "-c", ASK]
    with children.started(
        [*argv, str(Path(_native.__file__).parent)],
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        yield lambda: _answer(process)


def _answer(process: subprocess.Popen[bytes]) -> Hidden | None:
    said = process.stdout.read() if process.stdout else b""
    try:
        seen = set(json.loads(said))
    except ValueError:
        return None
    ours = sorted(_native.machine()["features"])
    hidden = tuple(feature for feature in ours if feature not in seen)
    return Hidden(hidden, _barred(hidden), Path(_native.__file__).name)


def _barred(features: tuple[str, ...]) -> tuple[str, ...]:
    """Return the usable candidates that need one of the features."""
    found = {
        f"{operation.primitive}/{candidate.name}"
        for operation in survey()
        for candidate in operation.candidates
        if candidate.usable and not set(features).isdisjoint(candidate.needs)
    }
    return tuple(sorted(found))
