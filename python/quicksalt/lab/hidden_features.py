"""What valgrind hides of the processor, and which of our candidates cannot run there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from quicksalt import _native
from quicksalt.lab import children
from quicksalt.lab.survey import Candidate, survey
from quicksalt.lab.valgrind.tool import environment, require

ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
import _native
print(json.dumps(_native.machine()["features"]))
"""


@dataclass(frozen=True)
class Hidden:
    """The difference that valgrind makes."""

    features: tuple[str, ...]
    """What the processor has and valgrind does not show, as Rust spells it."""

    @cached_property
    def candidates(self) -> tuple[str, ...]:
        """Usable candidates that need one of them, such as `sha256/shani`."""
        found = {
            f"{operation.primitive}/{candidate.name}"
            for operation in survey()
            for candidate in operation.candidates
            if candidate.usable and self._bars(candidate)
        }
        return tuple(sorted(found))

    def _bars(self, candidate: Candidate) -> bool:
        return not set(self.features).isdisjoint(candidate.needs)


@contextmanager
def asked() -> Iterator[Callable[[], Hidden | None]]:
    """Ask the native module, under valgrind, what it sees; takes about a second beside other work.

    The answer, when called for, is waited for; it is None if there is none.
    """
    argv = [require(), "-q", "--tool=none", "--vgdb=no", sys.executable, "-S", "-c", ASK]
    with children.started(
        [*argv, str(Path(_native.__file__).parent)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    ) as process:
        yield lambda: _answer(process)


def _answer(process: subprocess.Popen[bytes]) -> Hidden | None:
    said = process.stdout.read() if process.stdout else b""
    try:
        seen = set(json.loads(said))
    except ValueError:
        return None
    return Hidden(tuple(f for f in sorted(_native.machine()["features"]) if f not in seen))
