"""The static rank out of the records."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from quicksalt.lab import race, tune
from quicksalt.lab.survey import survey
from quicksalt_lab.ruler.measure import Plan

from ..quicksalt_lab.samples import card

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "records" / "fold.py"
MOST_BYTES = 300_000


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fold", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fold = _module()


def cell(operation: str, start: int, ratios: Mapping[str, float], void: bool = False) -> object:
    candidates = {name: {"ratio": [ratio, ratio, ratio]} for name, ratio in ratios.items()}
    return {"operation": operation, "from": start, "void": void, "candidates": candidates}


def test_the_shipped_rank_is_what_the_records_give() -> None:
    outcome = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_the_records_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "records").glob("*.json")}
    assert all(size < MOST_BYTES for size in sizes.values()), sizes


def test_candidates_are_ordered_by_the_geometric_mean_over_machines() -> None:
    # b: sqrt(1 * 1.44) = 1.2 against a: sqrt(1.3 * 1) = 1.14; c was measured on one only.
    one = [cell("x.y", 0, {"a": 1.3, "b": 1.0})]
    two = [cell("x.y", 0, {"a": 1.0, "b": 1.44, "c": 1.17})]
    assert fold.fold({"one": one, "two": two}) == {"x.y": [["a", "c", "b"]]}


def test_ties_are_told_apart_by_name() -> None:
    assert fold.fold({"m": [cell("x.y", 0, {"b": 1.0, "a": 1.0})]}) == {"x.y": [["a", "b"]]}


def test_a_void_cell_says_nothing() -> None:
    one = [cell("x.y", 0, {"a": 1.0, "b": 5.0}, void=True), cell("x.y", 128, {"a": 1.0})]
    two = [cell("x.y", 0, {"a": 2.0, "b": 1.0}), cell("x.y", 128, {"a": 1.0})]
    assert fold.fold({"one": one, "two": two}) == {"x.y": [["b", "a"], ["a"]]}


def test_records_with_other_size_classes_are_refused() -> None:
    one, two = [cell("x.y", 0, {"a": 1.0})], [cell("x.y", 64, {"a": 1.0})]
    with pytest.raises(fold.RecordError, match=r"two: x\.y has other size classes"):
        fold.fold({"one": one, "two": two})


def test_the_text_is_stable_and_fills_up_the_classes() -> None:
    text = fold.text({"x.y": [["a", "b"], ["b"]], "x.z": [[]]})
    assert text == fold.HEAD + (
        '\n    ("x.y", [\n        &["a", "b"],\n        &["b"],\n'
        + "        &[],\n" * 5
        + "    ]),\n];\n"
    )
    assert fold.text({}) == fold.HEAD + "];\n"


def test_what_tune_writes_is_what_the_fold_reads(tmp_path: Path) -> None:
    cells = tune.cells(survey(["xsalsa20.xor", "x25519.base"]))
    groups = race.race(cells, Plan(rounds=3, batch_ns=1000))
    decisions = list(map(tune.decide, cells, groups))
    (tmp_path / "machine.json").write_text(tune.dump(card(), decisions), encoding="utf-8")
    rank = tmp_path / "rank.rs"
    arguments = ["--records", str(tmp_path), "--rank", str(rank)]
    assert fold.main(arguments) == 0
    assert fold.main([*arguments, "--check"]) == 0
    assert '("x25519.base", [' in rank.read_text()
    rank.write_text("something else")
    assert fold.main([*arguments, "--check"]) == 1


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "quicksalt-lab/1", "kind": "race"}'])
def test_what_is_no_record_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(text)
    assert fold.main(["--records", str(tmp_path), "--rank", str(tmp_path / "rank.rs")]) == 2
    assert "bad.json" in capsys.readouterr().err
    assert not (tmp_path / "rank.rs").exists()


def test_a_record_says_what_was_measured() -> None:
    cells = tune.cells(survey(["x25519.base"]))
    (group,) = race.race(cells, Plan(rounds=3, batch_ns=1000))
    decision = tune.decide(cells[0], group)
    (written,) = json.loads(tune.dump(card(), [decision]))["cells"]
    assert (written["operation"], written["from"], written["axis"]) == ("x25519.base", 0, "none")
    assert written["chosen"] in written["candidates"]
    best = written["candidates"][race.winner(group).name]
    assert best["ratio"] == [1, 1, 1]
    assert best["rounds"] == 3
