"""The fault of 2008 in a small C program, and its repaired form, built and analysed by `grow`.

In 2008 GnuTLS recomputed the list of all names after every loaded file. Callgrind's call counts
revealed it (Simon Josefsson, "Real-world performance tuning with Callgrind").
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from quicksalt_lab import children
from quicksalt_lab.grow import experiment
from quicksalt_lab.grow.report import Report, analyse
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.valgrind import tool

SOURCE = Path(__file__).with_name("names.c")

SIZES = (50, 100, 200, 400)

CULPRIT = "generate_rdn_seq"
"""The faulty function, revealed by callgrind's call counts in 2008."""

REPAIRED_AT_MOST = 1.05
"""Maximum exponent of the repaired form."""

INSTALL = "apt install gcc libc6-dev"


@dataclass(frozen=True)
class Form:
    """One form of the program, faulty or repaired."""

    name: str
    options: tuple[str, ...]


FORMS = (Form("with the fault of 2008", ()), Form("repaired", ("-DFIX",)))


@dataclass(frozen=True)
class Grown:
    """The analysis of one form of the program."""

    form: Form
    report: Report

    @property
    def as_it_should(self) -> bool:
        """Whether only the faulty function is reported or, for the repaired form, no function."""
        names = [origin.symbol.name for origin in self.report.origins]
        if self.form.options:
            return not names and self.report.growth.exponent <= REPAIRED_AT_MOST
        return names == [CULPRIT]


def require() -> str:
    """Return the path of the C compiler; also require valgrind. Raises MissingToolError."""
    tool.require()
    compiler = shutil.which("cc")
    if compiler is None:
        raise tool.MissingToolError(f"no C compiler is installed: {INSTALL}")
    return compiler


def run(folder: Path) -> Iterator[Grown]:
    """Build and analyse both forms. Raises MissingToolError and the errors of `experiment.run`."""
    compiler = require()
    for form in FORMS:
        program = _build(compiler, form, folder)
        plan = experiment.Plan((str(program), "{n}"), SIZES)
        points = list(experiment.run(plan, folder / f"{program.name} counts"))
        command = (SOURCE.name, *form.options, "{n}")
        yield Grown(form, analyse(points, command))


def _build(compiler: str, form: Form, folder: Path) -> Path:
    program = folder / "-".join(["names", *(option.strip("-") for option in form.options)])
    outcome = children.run([compiler, "-g", "-O2", *form.options, str(SOURCE), "-o", str(program)])
    if outcome.returncode:
        raise LabError(f"cannot compile {SOURCE.name}: {outcome.stderr.strip()}")
    return program
