"""Memcheck's findings: errors and leaks with their stacks, from its XML (protocol version 4)."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.valgrind import tool

LEAK = "Leak_"
DEFINITE = "Leak_DefinitelyLost"

INDIRECT = re.compile(r"\(.* direct, ([\d,]+) indirect\)")
ADDRESS = re.compile(r"Address 0x[0-9a-f]+")

DEPTH = 30
"""Maximum number of frames of a stack."""


class MemcheckError(LabError):
    """A file that is not a complete memcheck report."""


@dataclass(frozen=True)
class Frame:
    """A function on a stack."""

    function: str
    """The function's name, or the object's name if unknown."""
    where: str
    """File and line, or the object; empty if unknown."""


@dataclass(frozen=True)
class Section:
    """An additional stack of a finding, after its first stack."""

    what: str
    """A title such as `Address 0x0 is 0 bytes after a block of size 10 alloc'd`, without the
    address."""
    stack: tuple[Frame, ...]


@dataclass(frozen=True)
class Finding:
    """An error or a leak."""

    kind: str
    """Memcheck's name of the finding's kind, such as `InvalidRead` or `Leak_DefinitelyLost`."""
    what: str
    stack: tuple[Frame, ...]
    """Innermost first."""
    count: int = 1
    """How often an error occurred."""
    leaked_bytes: int = 0
    """Bytes of the leaked blocks and of blocks reachable only from them."""
    leaked_blocks: int = 0
    indirect_bytes: int = 0
    """The part of `leaked_bytes` in blocks reachable only from the leaked blocks."""
    also: tuple[Section, ...] = ()
    """Additional stacks, such as where the memory was allocated or freed."""

    @property
    def leak(self) -> bool:
        """Whether the finding is a leak."""
        return self.kind.startswith(LEAK)


@dataclass(frozen=True)
class Process:
    """The process that a report describes."""

    pid: int = 0
    parent: int = 0
    arguments: tuple[str, ...] = ()
    """The program and its arguments."""


@dataclass(frozen=True)
class Findings:
    """All findings of memcheck, in one process or in all processes of a run."""

    all: tuple[Finding, ...]
    suppressed: int
    process: Process = Process()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are not leaks."""
        return tuple(finding for finding in self.all if not finding.leak)

    @property
    def lost(self) -> tuple[Finding, ...]:
        """The blocks definitely lost, most bytes first."""
        lost = [finding for finding in self.all if finding.kind == DEFINITE]
        return tuple(sorted(lost, key=lambda finding: -finding.leaked_bytes))

    @property
    def lost_bytes(self) -> int:
        """Bytes that are definitely lost."""
        return sum(finding.leaked_bytes for finding in self.lost)

    @property
    def indirectly_lost_bytes(self) -> int:
        """Bytes in blocks reachable only from lost blocks."""
        return sum(finding.indirect_bytes for finding in self.lost)

    @property
    def lost_blocks(self) -> int:
        """Blocks that are definitely lost."""
        return sum(finding.leaked_blocks for finding in self.lost)


def check(
    command: Sequence[str],
    folder: Path,
    *,
    suppressions: Sequence[Path] = (),
    env: Mapping[str, str] | None = None,
) -> Findings:
    """Run a command under memcheck; write memcheck's files to the folder.

    Raises CommandError, MemcheckError and MissingToolError.
    """
    # Not -q, because memcheck would omit the number of suppressed errors. No log file in addition
    # to the XML: with both, a forked child writes into its parent's report (valgrind 3.19).
    options = ["--leak-check=full", f"--num-callers={DEPTH}", "--xml=yes"]
    options.append(f"--xml-file={tool.escaped(folder / 'memcheck.%p.xml')}")
    options += [f"--suppressions={path.absolute()}" for path in suppressions]
    old = set(folder.glob("memcheck.*.xml"))
    tool.run("memcheck", options, command, folder, env=env)
    reports = [read(path) for path in sorted(set(folder.glob("memcheck.*.xml")) - old)]
    if not reports:
        raise MemcheckError(f"memcheck wrote no report, see {folder}")
    return together(reports)


def together(reports: Sequence[Findings]) -> Findings:
    """Merge the reports of the processes of one run.

    A forked child inherits its parent's leaks; identical leaks are counted once.
    """
    by_pid = {report.process.pid: report for report in reports}
    found: list[Finding] = []
    for report in reports:
        parent = by_pid.get(report.process.parent)
        forked = parent is not None and parent.process.arguments == report.process.arguments
        inherited = set(parent.all) if parent is not None and forked else set()
        found += [f for f in report.all if not (f.leak and f in inherited)]
    return Findings(tuple(found), sum(report.suppressed for report in reports))


def read(path: Path) -> Findings:
    """Read a file. Raises MemcheckError, which names the file."""
    try:
        return parse(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise MemcheckError(f"cannot read {path}: {error.strerror}") from None
    except MemcheckError as error:
        raise MemcheckError(f"{path}: {error}") from None


def parse(text: str) -> Findings:
    """Parse the text of a file. Raises MemcheckError."""
    if not text.rstrip().endswith("</valgrindoutput>"):
        raise MemcheckError("cut short: the program was stopped before memcheck could write")
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise MemcheckError(f"damaged XML: {error}") from None
    if root.findtext("protocoltool") != "memcheck":
        raise MemcheckError("not a memcheck report")
    counts = {
        pair.findtext("unique"): int(pair.findtext("count") or 1)
        for pair in root.findall("errorcounts/pair")
    }
    found = tuple(_finding(error, counts) for error in root.findall("error"))
    suppressed = sum(int(n.text or 0) for n in root.findall("suppcounts/pair/count"))
    pid, parent = (int(root.findtext(name) or 0) for name in ("pid", "ppid"))
    arguments = tuple(argument.text or "" for argument in root.findall("args/argv/*"))
    return Findings(found, suppressed, Process(pid, parent, arguments))


def _finding(error: ET.Element, counts: Mapping[str | None, int]) -> Finding:
    what = error.findtext("what") or error.findtext("xwhat/text") or ""
    # The loss record number is meaningful only within one process.
    what = what.partition(" in loss record ")[0]
    indirect = INDIRECT.search(what)
    return Finding(
        error.findtext("kind") or "",
        what,
        next(_stacks(error), ()),
        counts.get(error.findtext("unique"), 1),
        int(error.findtext("xwhat/leakedbytes") or 0),
        int(error.findtext("xwhat/leakedblocks") or 0),
        int(indirect[1].replace(",", "")) if indirect else 0,
        tuple(_sections(error)),
    )


def _stacks(error: ET.Element) -> Iterator[tuple[Frame, ...]]:
    for stack in error.findall("stack"):
        yield tuple(_frame(frame) for frame in stack)


def _sections(error: ET.Element) -> Iterator[Section]:
    """Yield the stacks after the first, each with the title that precedes it."""
    words = [*error.findall("auxwhat"), *error.findall("xauxwhat/text")]
    further = [*_stacks(error)][1:]
    for at, word in enumerate(words):
        # Addresses differ between processes; without them, a fork's copy of an error is recognised.
        what = ADDRESS.sub("Address", word.text or "")
        yield Section(what, further[at] if at < len(further) else ())


def _frame(frame: ET.Element) -> Frame:
    name = (frame.findtext("obj") or "???").rpartition("/")[2]
    file, line = frame.findtext("file"), frame.findtext("line")
    where = f"{file}:{line}" if file and line else name
    return Frame(frame.findtext("fn") or name, where)
