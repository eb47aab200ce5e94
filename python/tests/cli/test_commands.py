"""The subcommands on the real library, with too few rounds for meaningful figures."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quicksalt import _native
from quicksalt.lab import epochs, recorded
from quicksalt.lab.calls import CALLS
from quicksalt.lab.forcing import forcing
from quicksalt.lab.survey import survey
from quicksalt_lab.ruler import schema
from tests.command import run

FEW = ["--rounds", "3", "--batch-ms", "0.01", "--seed", "5"]

ENOUGH = ["--rounds", "7", "--batch-ms", "0.5", "--seed", "5"]
"""The fewest rounds that tune accepts."""


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Use a record in a temporary file and forget it afterwards."""
    path = tmp_path / "record"
    monkeypatch.setenv("QUICKSALT_RECORD", str(path))
    _native.set_policy(_native.policy())
    yield path  # type: ignore[misc]
    monkeypatch.undo()
    _native.set_policy(_native.policy())


def test_race_prints_the_table_and_the_cells(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    result = run("race", "xsalsa20", *FEW, "--details", "--json", str(file))
    for text in (
        "1000 B",
        "crypto_stream_xor",
        "gain",
        "xsalsa20.stream",
        "16 KiB",
        "regret",
        "A/A",
        "clock thread-cpu",
        "seed 5",
    ):
        assert text in result.output
    assert "\x1b" not in result.output
    report = schema.load(file.read_text())
    assert (report.kind, report.card.seed) == ("race", 5)
    names = {group.topic.name for group in report.groups}
    assert names == {"crypto_stream", "crypto_stream_xor", "xsalsa20.stream", "xsalsa20.xor"}
    raced = [group for group in report.groups if group.topic.name.startswith("xsalsa20")]
    assert [group.condition for group in raced] == ["quiet"] * 8 + ["busy"] * 8
    for words in ("\n    busy ", "\n    epochs "):
        assert words in result.output


def test_tls_compares_contexts_and_requests(tmp_path: Path) -> None:
    file = tmp_path / "tls.json"
    # Three rounds are too few for a decision, but both rows need a verdict.
    result = run("lab", "tls", *FEW, "--json", str(file), code=(0, 1, 5))
    report = schema.load(file.read_text())
    assert [len(group.series) for group in report.groups] == [3, 3]
    assert not any(group.refused for group in report.groups)
    assert result.output.count("goal, ") == 2


def test_tls_without_the_certificate_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    result = run("lab", "tls", *FEW, code=3)
    assert "pip install cryptography" in result.output


def test_race_takes_one_operation(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    run("race", "x25519.base", *FEW, "--clock", "wall", "--json", str(file))
    groups = schema.load(file.read_text()).groups
    assert {group.clock for group in groups} == {"wall"}
    using = {call.name for call in CALLS if "x25519.base" in call.operations}
    assert {group.topic.name for group in groups} - using == {"x25519.base"}


def test_tune_writes_the_record(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "tune.json"
    result = run("tune", "xsalsa20.xor", *ENOUGH, "--json", str(file))
    assert f"7 classes: {record}" in result.output
    cells = json.loads(file.read_text())["cells"]
    rows = [(cell["operation"], cell["from"], cell["chosen"]) for cell in cells]
    kept = _native.record_rows() or []
    assert [row[:3] for row in kept] == rows
    conditions = ["quiet", "busy", "quiet", "busy"]
    for cell, row in zip(cells, kept, strict=True):
        assert [epoch["condition"] for epoch in cell["epochs"]] == conditions
        assert len({epoch["seed"] for epoch in cell["epochs"]}) == len(conditions)
        assert recorded.conditions(row[3]) == conditions
        told = [recorded.worst(row[3], name) for name in cell["epochs"][0]["candidates"]]
        assert None not in told
    chosen = [size_class.candidate for size_class in survey(["xsalsa20.xor"])[0].classes]
    assert chosen == [row[2] for row in rows]


def test_tune_says_why_the_record_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("QUICKSALT_RECORD", str(tmp_path / "file" / "record"))
    result = run("tune", "x25519.base", *ENOUGH, code=4)
    assert str(tmp_path / "file" / "record") in result.output


def test_an_epoch_that_fails_leaves_the_record(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("tune", "x25519.base", *ENOUGH)
    before = record.read_bytes()
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no memory >&2\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    for command in (["tune"], ["race"], ["lab", "regret"]):
        result = run(*command, "x25519.base", *ENOUGH, code=4)
        for told in ("(quiet)", "7", "no memory"):
            assert told in result.output
    assert record.read_bytes() == before


def test_on_one_cpu_all_epochs_are_quiet(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(epochs, "other_cpus", list)
    file = tmp_path / "tune.json"
    result = run("tune", "x25519.base", *ENOUGH, "--json", str(file))
    assert "Only one CPU" in result.output
    (cell,) = json.loads(file.read_text())["cells"]
    assert [epoch["condition"] for epoch in cell["epochs"]] == ["quiet", "quiet"]
    ((*_, told),) = _native.record_rows() or []
    assert recorded.conditions(told) == ["quiet", "quiet"]
    assert record.exists()


@pytest.mark.parametrize(
    ("rounds", "batch", "told"), [("3", "3.0", "3.00 ms"), ("7", "0.4", "400 us")]
)
def test_a_tune_too_short_to_decide_writes_nothing(
    record: Path, rounds: str, batch: str, told: str
) -> None:
    result = run("tune", "x25519.base", "--rounds", rounds, "--batch-ms", batch, code=2)
    assert told in result.output
    assert not record.exists()


def test_tune_refuses_forced_choices() -> None:
    with forcing(survey()):
        _native.force("x25519.base", "portable")
        assert "x25519.base" in run("tune", "x25519", *ENOUGH, code=2).output


def test_doctor_lists_every_operation(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "doctor.json"
    result = run("doctor", "--details", "--json", str(file))
    assert f"({record})" in result.output
    for operation in survey():
        assert operation.name in result.output
        for candidate in operation.candidates:
            assert candidate.name in result.output
    detail = schema.load(file.read_text()).detail
    assert [entry["name"] for entry in detail["operations"]] == [o.name for o in survey()]
    assert detail["machine"]["cpu"] == _native.machine()["cpu"]
    assert detail["record"] == {"path": str(record), "rows": None, "ignored": None, "owners": []}


def test_doctor_says_why_a_record_is_ignored(record: Path, tmp_path: Path) -> None:
    record.write_text("quicksalt-record 2\n")
    record.chmod(0o666)
    file = tmp_path / "doctor.json"
    result = run("doctor", "--json", str(file))
    assert "mode 666" in result.output
    detail = schema.load(file.read_text()).detail
    assert "mode 666" in detail["record"].pop("ignored")
    assert detail["record"] == {"path": str(record), "rows": None, "owners": []}


def test_doctor_lists_the_machines_in_a_record(record: Path, tmp_path: Path) -> None:
    entries = [f"begin x86_64-Other-{i} 1\nsha256.hash 0 shani\nend 1\n" for i in range(2)]
    record.write_text("quicksalt-record 2\n" + "".join(entries))
    result = run("doctor", "--json", tmp_path / "doctor.json")
    for i in range(2):
        assert f"x86_64-Other-{i}" in result.output
    detail = schema.load_file(tmp_path / "doctor.json").detail
    assert detail["record"]["owners"] == [["x86_64-Other-0", "1"], ["x86_64-Other-1", "1"]]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["sha256.hash 0 portable"], "line 4"),
        (
            ["sha256.hash 0 portable", "sha256.hash 0 magic", "rot13.hash 0 portable", "end 3"],
            "3 classes, 2 ",
        ),
    ],
)
def test_doctor_reports_faults_of_an_entry(record: Path, lines: list[str], told: str) -> None:
    machine = _native.machine()
    head = ["quicksalt-record 2", f"begin {machine['cpu']} {machine['build']}"]
    record.write_text("\n".join([*head, *lines, ""]))
    assert told in run("doctor").output


def test_tune_reports_dropped_entries(record: Path) -> None:
    entries = [f"begin x86_64-Other-{i} 1\nsha256.hash 0 shani\nend 1\n" for i in range(16)]
    record.write_text("quicksalt-record 2\n" + "".join(entries))
    result = run("tune", "x25519.base", *ENOUGH)
    assert "Other-0, " in result.output
    assert "Other-1, " not in result.output


def test_doctor_says_that_a_record_is_of_the_older_format(record: Path) -> None:
    machine = _native.machine()
    row = "x25519.base 0 portable"
    text = f"quicksalt-record 1\nbegin {machine['cpu']} {machine['build']}\n{row}\nend 1\n"
    record.write_text(text)
    record.chmod(0o644)
    result = run("doctor")
    assert "quicksalt tune" in result.output
    assert {c.reason for c in survey(["x25519.base"])[0].classes} == {"rank"}
    # `tune` replaces the old record with a valid one.
    run("tune", "x25519.base", *ENOUGH)
    assert record.read_text().startswith("quicksalt-record 2\n")


def test_doctor_shows_record_and_force(record: Path) -> None:
    epochs = "quiet,busy graviola=1.000,1.000 portable=5.812,5.901"
    rows = [("x25519.base", 0, "portable", epochs), ("x25519.scalarmult", 0, "portable", "")]
    assert _native.record_save(rows) == (record, [])
    assert _native.record_rows() == rows
    with forcing(survey()):
        _native.force("xsalsa20.xor", "portable")
        result = run("doctor", "--details")
    assert f"2 classes ({record})" in result.output
    assert "1 quiet, 1 busy" in result.output
    assert "5.901 (x25519.base from 0: portable)" in result.output
    assert "0: portable (record)" in result.output
    assert "0: portable (forced)" in result.output


@pytest.fixture
def verified() -> Iterator[None]:
    """Set a policy that leaves only X25519 and Ed25519."""
    _native.set_policy("verified")
    yield
    _native.set_policy("fastest")


@pytest.mark.usefixtures("verified")
def test_doctor_reports_operations_barred_by_the_policy() -> None:
    result = run("doctor", "--details", "--json", "-")
    assert "Choices, policy verified" in result.stderr
    assert "0: none (barred" in result.stderr
    assert re.search(r"portable +barred .* checked", result.stderr)
    detail = schema.load(result.stdout).detail
    assert (detail["policy"], detail["unhonoured"]) == ("verified", [])


@pytest.mark.usefixtures("verified")
def test_candidates_barred_by_the_policy_are_not_raced() -> None:
    result = run("race", "x25519.base", "sha512", *FEW)
    assert "sha512/portable" in result.output
    assert "crypto_scalarmult_base" in result.output
    assert "crypto_hash_sha512" not in result.output
    result = run("race", "sha512", *FEW, code=2)
    assert "sha512.hash" in result.output


def test_doctor_explains_unusable_environment_settings() -> None:
    said = {"QUICKSALT_USE": "poly1305=avx1024", "QUICKSALT_POLICY": "slow"}
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "from quicksalt.cli import main; main()",
            "doctor",
            "--details",
            "--json",
            "-",
        ],
        env={**os.environ, **said},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    for name, value in (("QUICKSALT_USE", "avx1024"), ("QUICKSALT_POLICY", "slow")):
        assert f"honoured: {name}: " in found.stderr
        assert f'"{value}"' in found.stderr
    detail = schema.load(found.stdout).detail
    assert detail["policy"] == "unknown"
    assert [s.split(":")[0] for s in detail["unhonoured"]] == ["QUICKSALT_POLICY", "QUICKSALT_USE"]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, record: Path) -> None:
    del record
    folder = tmp_path / "closed"
    folder.mkdir()
    file = folder / "x.json"
    temporary = folder / f"x.json.{os.getpid()}"
    temporary.mkdir()
    result = run("doctor", "--json", str(file), code=4)
    assert str(file) in result.output
