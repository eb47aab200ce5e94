"""An interpreter's functions, found by their code addresses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quicksalt_lab.valgrind import callgrind, perf_map, tool
from quicksalt_lab.valgrind.counts import Symbol
from quicksalt_lab.valgrind.perf_map import PerfMap

SCRIPT = """def outer():
    def inner():
        pass


class Store:
    def add(self):
        pass
"""

PROFILE = """version: 1
creator: hand
pid: 77
cmd: python a.py
positions: line
events: Ir
ob=/usr/lib/libpython3.13.so
fl=ceval.c
fn=main
1 5
cob=???
cfi=???
cfn=0x0000000005000010
calls=1 0
2 95
ob=???
fl=???
fn=0x0000000005000010
0 4
cob=/usr/lib/libpython3.13.so
cfi=ceval.c
cfn=_PyEval_EvalFrameDefault'0x0000000005000010
calls=1 9
0 91
ob=/usr/lib/libpython3.13.so
fl=ceval.c
fn=_PyEval_EvalFrameDefault'0x0000000005000010
9 30
cfn=_PyEval_EvalFrameDefault'2'0x0000000005000020
calls=3 9
10 61
fn=_PyEval_EvalFrameDefault'2'0x0000000005000020
9 60
fn=_PyEval_EvalFrameDefault'PyImport_Exec
9 1
totals: 100
"""


def named(text: str, folder: Path) -> dict[str, float]:
    (folder / "callgrind.out.77").write_text(PROFILE)
    if text:
        (folder / "perf-77.map").write_text(text)
    counts = callgrind.read(folder / "callgrind.out.77")
    assert counts.total == sum(counts.own.values()) == 100
    return {symbol.name: cost for symbol, cost in counts.own.items()}


def test_the_loop_is_counted_for_each_function(tmp_path: Path) -> None:
    text = "5000010 b py::outer:/src/a.py\n5000020 b py::Store.add:/src/a.py\n"
    assert named(text, tmp_path) == {
        "main": 5,
        "outer": 34,
        "Store.add": 60,
        "_PyEval_EvalFrameDefault": 1,
    }
    counts = callgrind.read(tmp_path / "callgrind.out.77")
    outer, add = (Symbol("python", "/src/a.py", name) for name in ("outer", "Store.add"))
    calls = {edge: flow.count for edge, flow in counts.calls.items()}
    assert calls[outer, add] == 3
    assert (outer, outer) not in calls


@pytest.mark.parametrize(
    "text",
    [
        "",
        # This is the map of a different process, with code at different addresses.
        "7000010 b py::other:/src/b.py\n",
        "no map\n\x00\n5000010 zz py::x:y\n",
    ],
)
def test_without_a_map_that_fits_the_loop_is_one_function(text: str, tmp_path: Path) -> None:
    names = {"main", "0x0000000005000010", "_PyEval_EvalFrameDefault"}
    assert set(named(text, tmp_path)) == names


def test_a_stale_map_is_left_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maps, folder = tmp_path / "maps", tmp_path / "run"
    maps.mkdir()
    folder.mkdir()
    monkeypatch.setattr(tool, "MAPS", maps)
    stale, fresh = maps / "perf-7.map", maps / "perf-8.map"
    stale.write_text("5000010 b py::outer:/src/a.py\n")
    fresh.write_text("5000010 b py::outer:/src/a.py\n")
    for pid in ("7", "8", "9"):
        tool._take_map(pid, folder, {stale})
    assert (stale.exists(), fresh.exists()) == (True, False)
    assert os.listdir(folder) == ["perf-8.map"]


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("py::f.<locals>.g:/a b.py", Symbol("python", "/a b.py", "f.<locals>.g")),
        ("py::<module>:<string>", Symbol("python", "<string>", "<module>")),
        ("JS:~slow /src/a.js:3:14", Symbol("node", "/src/a.js", "slow")),
        ("JS:* /src/a.js:9:2", Symbol("node", "/src/a.js", "(anonymous, line 9)")),
        ("Builtin:Call", None),
    ],
)
def test_names(name: str, symbol: Symbol | None) -> None:
    known = PerfMap(f"10 10 {name}\n")
    assert (known.at(0x1F), known.at(0x20), known.at(0xF)) == (symbol, None, None)


def test_definition_lines_of_python_functions(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(SCRIPT)
    names = ("outer", "outer.<locals>.inner", "Store.add", "<module>", "gone")
    lines = [perf_map.definition(Symbol("python", str(file), name)) for name in names]
    assert lines == [1, 2, 7, 1, 0]
    assert perf_map.definition(Symbol("python", "<frozen os>", "f")) == 0


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["python3", "-I", "a.py"], ["python3", "-X", "perf", "-I", "a.py"]),
        (
            ["/usr/bin/python3.13", "-sE", "a.py"],
            ["/usr/bin/python3.13", "-X", "perf", "-sE", "a.py"],
        ),
        (["python3", "a.py"], ["python3", "a.py"]),
        (["sort", "-I"], ["sort", "-I"]),
    ],
)
def test_a_python_that_ignores_its_environment_gets_options(
    command: list[str], told: list[str]
) -> None:
    assert perf_map.told(command) == told


NODE = """#!/bin/sh
echo "Options:"
echo "  --interpreted-frames-native-stack (Show interpreted frames on the native stack.)"
echo "  --perf-basic-prof (Enable perf linux profiler (basic support).)"
echo "  --opt (alias for --turbofan)"
"""


def test_node_is_recognized_by_its_flags(tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.write_text(NODE)
    node.chmod(0o755)
    flags = ["--interpreted-frames-native-stack", "--perf-basic-prof", "--no-opt"]
    assert perf_map.told([str(node), "a.js", "7"]) == [str(node), *flags, "a.js", "7"]
    old = tmp_path / "old" / "node"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho '  --opt'\n")
    old.chmod(0o755)
    assert perf_map.told([str(old), "a.js"]) == [str(old), "a.js"]


JAVASCRIPT = """const load = async (file) => read(file);
class Store {
  add(item) {
    if (add(item)) return unique(item);
  }
}
function unique(items) {
}
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("unique", 7),
        ("Store.add", 3),
        ("load", 1),
        ("(anonymous, line 5)", 5),
        ("gone", 0),
    ],
)
def test_definition_lines_of_node_functions(name: str, line: int, tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text(JAVASCRIPT)
    assert perf_map.definition(Symbol("node", str(file), name)) == line
