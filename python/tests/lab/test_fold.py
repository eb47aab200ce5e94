"""The static rank computed from the records."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from quicksalt.lab import race, tune
from quicksalt.lab.survey import survey
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Topic
from tests import golden

from ..quicksalt_lab.samples import card
from ..quicksalt_lab.samples import group as made

TEXTS = Path(__file__).with_name("refusals.txt")

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


def cell(
    operation: str, start: int, *epochs: Mapping[str, float], void: Sequence[int] = ()
) -> object:
    def epoch(number: int, ratios: Mapping[str, float]) -> object:
        candidates = {name: {"ratio": [ratio, ratio, ratio]} for name, ratio in ratios.items()}
        return {"void": number in void, "candidates": candidates}

    made = [epoch(number, ratios) for number, ratios in enumerate(epochs)]
    return {"operation": operation, "from": start, "epochs": made}


def test_the_shipped_rank_is_what_the_records_give() -> None:
    outcome = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert (outcome.returncode, outcome.stderr) == (0, "")


def test_the_records_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "records").glob("*.json")}
    assert all(size < MOST_BYTES for size in sizes.values()), sizes


def test_candidates_are_ordered_by_the_worst_regret_over_machines() -> None:
    # Worst regrets: b 1.44 on the second machine, a 1.3 on the first. c was measured only on one.
    one = [cell("x.y", 0, {"a": 1.3, "b": 1.0})]
    two = [cell("x.y", 0, {"a": 1.0, "b": 1.44, "c": 1.37})]
    assert fold.fold({"one": one, "two": two}) == {"x.y": [["a", "c", "b"]]}


def test_a_busy_epoch_counts_as_much_as_a_quiet_one() -> None:
    # With the mean over the epochs, the portable candidate would come first.
    quiet, busy = {"portable": 1.0, "avx512": 1.036}, {"portable": 1.1, "avx512": 1.0}
    one = [cell("x.y", 0, quiet, busy, quiet, quiet, quiet, quiet)]
    assert fold.fold({"one": one}) == {"x.y": [["avx512", "portable"]]}
    assert fold.fold({"one": [cell("x.y", 0, quiet)]}) == {"x.y": [["portable", "avx512"]]}


def test_the_mean_over_machines_decides_between_close_candidates() -> None:
    # a has the smaller worst regret by a hair, but is 50 % slower on two machines of three.
    one = [cell("x.y", 0, {"a": 1.0, "b": 1.85})]
    two = [cell("x.y", 0, {"a": 1.8, "b": 1.0})]
    three = [cell("x.y", 0, {"a": 1.5, "b": 1.0})]
    assert fold.fold({"one": one, "two": two, "three": three}) == {"x.y": [["b", "a"]]}
    # Two files of one machine count as one machine.
    assert fold.fold({"one": one, "two.ciphers": two, "two": three}) == {"x.y": [["a", "b"]]}


def test_ties_are_ordered_by_name() -> None:
    assert fold.fold({"m": [cell("x.y", 0, {"b": 1.0, "a": 1.0})]}) == {"x.y": [["a", "b"]]}


def test_a_void_epoch_says_nothing() -> None:
    said = {"a": 2.0, "b": 1.0}
    one = [cell("x.y", 0, {"a": 1.0, "b": 5.0}, said, void=[0]), cell("x.y", 128, {"a": 1.0})]
    two = [cell("x.y", 0, {"a": 2.0, "b": 1.0}), cell("x.y", 128, {"a": 1.0})]
    assert fold.fold({"one": one, "two": two}) == {"x.y": [["b", "a"], ["a"]]}


def test_records_with_other_size_classes_are_refused() -> None:
    one, two = [cell("x.y", 0, {"a": 1.0})], [cell("x.y", 64, {"a": 1.0})]
    with pytest.raises(fold.RecordError, match=r"two: x\.y ") as caught:
        fold.fold({"one": one, "two": two})
    golden.check_said(TEXTS, "size classes", caught.value)


def test_the_text_is_stable_and_ends_where_the_order_does() -> None:
    ranks = {"x.w": [["a", "b"]] * 3, "x.y": [["a", "b"], ["b"]], "x.z": [[]]}
    text = fold.text(ranks)
    assert text == fold.HEAD + (
        '\n    ("x.w", "\\\n        a b"),\n    ("x.y", "\\\n        a b;\\\n        b"),\n];\n'
    )
    assert fold.text({}) == fold.HEAD + "];\n"


def test_fold_reads_the_output_of_tune(tmp_path: Path) -> None:
    cells = tune.cells(survey(["xsalsa20.xor", "x25519.base"]))
    # Written by hand: on a busy machine a measured cell may be void, and decides nothing.
    groups = [
        made(
            {race.CHOICE: 1000.0} | {o: 1000.0 * (n + 1) for n, o in enumerate(c.operation.usable)},
            topic=Topic(c.operation.name, c.size, c.operation.axis),
        )
        for c in cells
    ]
    decisions = tune.decide(cells, groups)
    (tmp_path / f"{card().processor.name}.json").write_text(
        tune.dump(card(), decisions), encoding="utf-8"
    )
    rank = tmp_path / "rank.rs"
    arguments = ["--records", str(tmp_path), "--rank", str(rank)]
    assert fold.main(arguments) == 0
    assert fold.main([*arguments, "--check"]) == 0
    assert '("x25519.base", "' in rank.read_text()
    rank.write_text("something else")
    assert fold.main([*arguments, "--check"]) == 1


OLD = '{"schema": "quicksalt-lab/1", "kind": "tune", "card": {}, "cells": []}'
"""A record in the format before epochs existed."""


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "quicksalt-lab/1", "kind": "race"}', OLD])
def test_invalid_records_are_rejected(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(text)
    assert fold.main(["--records", str(tmp_path), "--rank", str(tmp_path / "rank.rs")]) == 2
    assert "bad.json" in capsys.readouterr().err
    assert not (tmp_path / "rank.rs").exists()


def record(**changed: object) -> dict[str, Any]:
    """Return a record of a fictitious machine."""
    figures = {
        "shani": {"median_ns": 100.0, "ratio": [1, 1, 1]},
        "portable": {"median_ns": 490.0, "ratio": [4.8, 4.9, 5.0]},
    }
    epochs = [{"void": False, "candidates": figures}]
    cell = {"operation": "sha256.hash", "from": 0, "epochs": epochs} | changed
    card = {"processor": {"name": "x86_64-Evil-1-1-1-0000ffff"}}
    return {"schema": fold.SCHEMA, "kind": "tune", "format": 2, "card": card, "cells": [cell]}


EVIL = 'x"], &[], &[], &[], &[], &[], &[]]),\n];\nmod evil {}\nstatic REST: &[R] = &[("a.b", [&["y'


@pytest.mark.parametrize(
    "changed",
    [
        {"operation": EVIL},
        {"operation": "sha256.hash\n"},
        {"operation": 5},
        {"from": "0"},
        {"from": -1},
        {"epochs": 3},
        {"epochs": [{"candidates": {}}]},
        *(
            {
                "epochs": [
                    {"void": False, "candidates": {name: {"median_ns": 1, "ratio": [1, 1, 1]}}}
                ]
            }
            for name in (EVIL, "shani\u2028", "")
        ),
        *(
            {
                "epochs": [
                    {
                        "void": False,
                        "candidates": {
                            "portable": {"median_ns": 100.0, "ratio": [1, 1, 1]},
                            "shani": {"median_ns": median, "ratio": [ratio] * 3},
                        },
                    }
                ]
            }
            for median, ratio in (
                (100.0, 90),
                (100.0, 0),
                (100.0, -1),
                (100.0, "abc"),
                (100.0, float("nan")),
                (-1.0, 1),
                (0, 1),
                ("100", 1),
                (float("inf"), 1),
            )
        ),
    ],
)
def test_a_hostile_record_is_refused(
    changed: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, rank = tmp_path / "x86_64-Evil-1-1-1-0000ffff.json", tmp_path / "rank.rs"
    path.write_text(json.dumps(record()))
    assert fold.main(["--records", str(tmp_path), "--rank", str(rank)]) == 0
    rank.unlink()
    path.write_text(json.dumps(record(**changed)))
    assert fold.main(["--records", str(tmp_path), "--rank", str(rank)]) == 2
    assert path.name in capsys.readouterr().err
    assert not rank.exists()


@pytest.mark.parametrize(("old", "new"), [("sha256", "sha3-256"), ("portable", "aesni")])
def test_removed_candidates_are_ignored(old: str, new: str, tmp_path: Path) -> None:
    path, rank = tmp_path / "x86_64-Evil-1-1-1-0000ffff.json", tmp_path / "rank.rs"
    path.write_text(json.dumps(record()).replace(old, new))
    assert fold.main(["--records", str(tmp_path), "--rank", str(rank)]) == 0
    assert '("' not in rank.read_text()


def test_a_former_name_counts_for_the_primitive_that_its_loop_measures(
    tmp_path: Path,
) -> None:
    """An 8-byte variant formerly had the name; the 24-byte variant's cell replaces its cell."""
    path = tmp_path / "x86_64-Evil-1-1-1-0000ffff.json"
    names = ("chacha20poly1305.seal", "xchacha20poly1305.seal", "sha256.hash")
    data = record() | {"cells": [record(operation=name)["cells"][0] for name in names]}
    path.write_text(json.dumps(data))
    cells = fold.read(path, {"chacha20poly1305": {"portable"}, "sha256": {"portable"}})
    assert [cell["operation"] for cell in cells] == ["chacha20poly1305.seal", "sha256.hash"]
    path.write_text(json.dumps(record(operation=names[0])))
    assert [cell["operation"] for cell in fold.read(path, {"chacha20poly1305": set()})] == [
        names[0]
    ]


def test_a_record_of_another_machine_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x86_64-Other-1-1-1-0000ffff.json").write_text(json.dumps(record()))
    assert fold.main(["--records", str(tmp_path), "--rank", str(tmp_path / "rank.rs")]) == 2


@pytest.mark.parametrize("lie", [{"a": 90.0, "b": 1.0}, {"a": 1.0, "b": 90.0}])
def test_no_single_report_decides(lie: dict[str, float]) -> None:
    honest = {f"m{n}": [cell("x.y", 0, {"a": 1.0, "b": 5.0})] for n in range(4)}
    told = fold.fold({**honest, "evil": [cell("x.y", 0, lie)]})
    assert told == fold.fold(honest) == {"x.y": [["a", "b"]]}


def test_a_record_says_what_was_measured() -> None:
    cells = tune.cells(survey(["x25519.base"]))
    plan = Plan(rounds=3, batch_ns=50_000)
    conditions = ("quiet", "busy")
    groups = [replace(g, condition=c) for c in conditions for g in race.race(cells, plan)]
    (written,) = json.loads(tune.dump(card(), tune.decide(cells, groups)))["cells"]
    assert (written["operation"], written["from"], written["axis"]) == ("x25519.base", 0, "none")
    assert [epoch["condition"] for epoch in written["epochs"]] == ["quiet", "busy"]
    for epoch, group in zip(written["epochs"], groups, strict=True):
        assert written["chosen"] in epoch["candidates"]
        best = epoch["candidates"][race.winner(group).name]
        assert best["ratio"] == [1, 1, 1]
        assert best["rounds"] == 3


def test_the_records_come_from_several_vendors() -> None:
    records = [json.loads(path.read_text()) for path in (ROOT / "records").glob("*.json")]
    assert len({record["card"]["processor"]["vendor"] for record in records}) > 1
    for record in records:
        for written in record["cells"]:
            assert written["epochs"], written["operation"]
            for epoch in written["epochs"]:
                assert epoch["condition"] in {"quiet", "busy"}
                assert [1, 1, 1] in [c["ratio"] for c in epoch["candidates"].values()]
