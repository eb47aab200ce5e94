"""Measure a test instead of running it."""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest

from quicksalt_lab.grow import experiment, repeat, verdict, words
from quicksalt_lab.grow.report import Report, analyse
from quicksalt_lab.grow.verdict import Outcome
from quicksalt_lab.valgrind import callgrind, tool

RUN = """
import importlib, sys, types

class Marks:
    def __getattr__(self, name):
        return lambda *args, **_: args[0] if args and callable(args[0]) else lambda found: found

class Pytest(types.ModuleType):
    mark = Marks()
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        sys.modules.pop("pytest", None)
        return getattr(importlib.import_module("pytest"), name)

# A stub for marks: importing pytest costs far more than most measured functions.
sys.modules["pytest"] = Pytest("pytest")
file, name, n = sys.argv[1:]
sys.path.insert(0, file.rpartition("/")[0])
found = module = types.ModuleType("measured")
module.__file__ = file
sys.modules["measured"] = module
with open(file, "rb") as source:
    exec(compile(source.read(), file, "exec"), module.__dict__)
for part in name.split("."):
    found = getattr(found, part)
    found = found() if isinstance(found, type) else found
found(int(n))
"""


def judge(item: pytest.Function, sizes: tuple[int, ...], limit: float) -> None:
    """Measure a test at all sizes; fail it if it grows faster than the limit."""
    try:
        tool.require()
        found = _measured(item, sizes)
    except tool.MissingToolError as error:
        pytest.skip(str(error))
    except (tool.CommandError, callgrind.CallgrindError) as error:
        pytest.fail(str(error), pytrace=False)
    judged = verdict.judge(found, limit)
    if judged.outcome is Outcome.OVER:
        said = [*judged.over, *map(words.origin, found.origins), judged.line]
        pytest.fail("\n".join(line for line in said if line), pytrace=False)
    if judged.outcome is Outcome.CANNOT_TELL:
        pytest.fail(judged.sentence, pytrace=False)


def _measured(item: pytest.Function, sizes: tuple[int, ...]) -> Report:
    name = item.obj.__qualname__
    command = [sys.executable, "-S", "-c", RUN, str(item.path), name]
    # Modules that the test imports from pytest's path must be found under callgrind too.
    env = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    plan = experiment.Plan((*command, experiment.PLACE), sizes, env=env)
    with tempfile.TemporaryDirectory(prefix="pytest-grow-") as temporary:
        folder = Path(temporary)
        points = list(experiment.run(plan, folder, timed=False))
        return repeat.judged(plan, folder, points, partial(analyse, command=(name,)))
