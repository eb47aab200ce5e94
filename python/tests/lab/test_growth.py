"""`quicksalt lab growth`: certificates, schedule, comparisons and verdicts."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509

from quicksalt.cli import growth as command
from quicksalt.cli import main
from quicksalt.lab.growth import certificates, experiment, loaders
from quicksalt.lab.growth.loaders import OURS, SETTINGS, Loader
from quicksalt.trust import TrustStore
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import Competitor, LabError, OwnClock
from quicksalt_lab.ruler.result import Absent
from quicksalt_lab.valgrind import tool
from tests import golden
from tests.command import run as run_command
from tests.quicksalt_lab.grow.conftest import need

LOSSY = r"LabError: .*?(?=lossy finds)|(?<=certificates).*"
"""The text around the certificates."""

TEXTS = Path(__file__).with_name("refusals.txt")


def test_certificates_are_sound_and_differ() -> None:
    bundle = "".join(certificates.blocks(20))
    found = x509.load_pem_x509_certificates(bundle.encode())
    for one in found:
        one.verify_directly_issued_by(one)
        assert one.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert len({one.subject for one in found}) == len({one.serial_number for one in found}) == 20
    store = TrustStore()
    assert store.add(bundle.encode(), strict=True).loaded == 20
    assert store[7].subject == "O=Organisation 538453d7, CN=Authority 00000007"
    assert [one.subject for one in store] != sorted(one.subject for one in store)
    assert store[7].key == "Ed25519"


def fake(name: str, time: Callable[[int], float], lost: int = 0) -> Loader:
    """Return a loader that measures `time` on its own clock and loses `lost` certificates."""

    @contextmanager
    def line_up(path: Path) -> Iterator[Competitor]:
        size, spent = int(path.stem), [0]

        def run(iterations: int) -> None:
            spent[0] = round(time(size)) * iterations

        clock = OwnClock("thread-cpu", lambda: spent[0], os.getpid())
        yield Competitor(name, run, lambda: str(size - lost).encode(), own_clock=clock)

    return Loader(name, "1", line_up, is_ours=name == OURS)


def run(found: list[Loader], plan: experiment.Plan, folder: Path) -> list[experiment.Row]:
    groups = list(experiment.run(found, plan, folder))
    assert all(len(group.base.batches) == plan.rounds for group in groups)
    return experiment.rows(found, groups)


def test_exponents_and_the_budget(tmp_path: Path) -> None:
    linear = fake("linear", lambda n: 1e6 + 1e3 * n)
    square = fake("square", lambda n: 1e9 + 1e5 * n * n)
    plan = experiment.Plan((10, 20, 40, 80, 160), 3, 1.5, 1)
    rows = run([linear, square], plan, tmp_path)
    assert rows[0].exponent(plan.sizes) == pytest.approx(1)
    assert rows[0].times == {n: 1e6 + 1e3 * n for n in plan.sizes}
    # Its only known time is 1 s, which may grow to 8 s at the next size.
    assert list(rows[1].times) == [10]
    assert rows[1].exponent(plan.sizes) is None
    plan = experiment.Plan((10, 20, 40), 3, 100, 1)
    assert run([square], plan, tmp_path)[0].exponent(plan.sizes) == pytest.approx(2)
    # If every loader would exceed the budget, none is measured.
    assert len(list(experiment.run([square], replace(plan, budget_s=1.5), tmp_path))) == 1


def test_a_loader_that_loses_certificates_is_refused(tmp_path: Path) -> None:
    lossy, too = (fake(name, lambda _: 1e6, lost=1) for name in ("lossy", "lossy too"))
    sound = fake("sound", lambda _: 1e6)
    for found in ([lossy], [sound, lossy], [lossy, too, sound]):
        with pytest.raises(LabError, match=r"lossy .*9 .*10") as caught:
            run(found, experiment.Plan((10, 20, 40), 3, 1, 1), tmp_path)
        golden.check_said(TEXTS, "lossy", caught.value, LOSSY)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exclude programs that need a build."""
    monkeypatch.setenv("PATH", "")
    native = [one for one in loaders.find(tmp_path) if isinstance(one, Loader)]
    found = [one for one in native if one.is_ours or one.name == "Python ssl"]
    monkeypatch.setattr(command, "find", lambda _: [*found, Absent("Go", "not <here>")])


invoke = partial(run_command, "lab", "growth")


@pytest.mark.usefixtures("here")
def test_the_libraries(tmp_path: Path) -> None:
    shown = invoke(
        "--only=libraries",
        "--sizes=10,20,40",
        "--rounds=3",
        "--html",
        tmp_path / "g.html",
        "--json",
        tmp_path / "g.json",
    )
    assert "quicksalt.trust" in shown.output
    assert "Go: not <here>" in shown.output
    report = json.loads((tmp_path / "g.json").read_text())
    assert report["detail"]["sizes"] == [10, 20, 40]
    assert [one["name"] for one in report["detail"]["loaders"]] == [OURS, SETTINGS, "Python ssl"]
    groups = schema.load((tmp_path / "g.json").read_text()).groups
    assert [group.topic.size for group in groups] == [10, 20, 40]
    assert "A/A floor" in shown.output
    page = (tmp_path / "g.html").read_text()
    assert "<svg" in page
    assert "not &lt;here&gt;" in page


@pytest.fixture
def square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make our store take the square of its time."""
    monkeypatch.setattr(command, "find", lambda _: [fake(OURS, lambda n: 1e3 * n * n)])


FEW = ("--sizes=10,20,40", "--rounds=3")


def test_an_interrupt_keeps_the_sizes_that_were_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def time(size: int) -> float:
        if size == 40:
            raise KeyboardInterrupt
        return 1e3 * size

    monkeypatch.setattr(command, "find", lambda _: [fake(OURS, time)])
    path = tmp_path / "growth.json"
    argv = ["lab", "growth", "--only=libraries", *FEW, "--json", str(path)]
    assert CliRunner().invoke(main, argv).exit_code != 0
    found = schema.load_file(path)
    assert (found.kind, found.partial) == ("lab growth", True)
    assert [group.topic.size for group in found.groups] == [10, 20]
    assert found.detail["loaders"][0]["times_ns"][:2] == [1e4, 2e4]


@pytest.mark.usefixtures("square")
def test_the_verdict() -> None:
    invoke("--only=libraries", *FEW, "--max-exponent=2.1")
    invoke("--only=libraries", *FEW, "--max-exponent=1.9", code=1)
    for wrong in (
        "--sizes=10,20",
        "--sizes=10,20,50",
        "--sizes=a",
        "--rounds=1",
        "--rounds=4",
        "--budget=0",
    ):
        invoke(wrong, code=2)
    invoke("--only=x", code=2)


def test_programs_that_cannot_be_built_are_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = list(loaders.find(tmp_path))
    absent = {one.name for one in found if isinstance(one, Absent)}
    assert {"OpenSSL", "GnuTLS", "Go"} <= absent
    assert found[0].name == OURS


@pytest.mark.slow
def test_a_hanging_or_missing_compiler_makes_a_competitor_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaders, "BUILD_S", 0.05)
    go = tmp_path / "go"
    go.write_text("#!/bin/sh\nexec sleep 60\n")
    go.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = {one.name: one for one in loaders.find(tmp_path) if isinstance(one, Absent)}
    assert found["Go"].reason == f"does not build: {go} has not ended after 0.05 s"
    go.write_text("#!/nowhere/interpreter\n")
    found = {one.name: one for one in loaders.find(tmp_path) if isinstance(one, Absent)}
    assert found["Go"].reason == f"does not build: {go} does not start: No such file or directory"


def test_all_that_can_be_built_load_and_name_their_clock(tmp_path: Path) -> None:
    need("cc", "pkg-config")
    found = [one for one in loaders.find(tmp_path) if isinstance(one, Loader)]
    assert {"OpenSSL", "GnuTLS"} & {one.name for one in found}
    (group,) = experiment.run(found, experiment.Plan((20,), 3, 60, 1), tmp_path)
    assert [series.name for series in group.series] == [one.name for one in found]
    clocks = {series.name: series.clock or group.clock for series in group.series}
    assert clocks == {
        one.name: "process-cpu" if one.name == "Go" else "thread-cpu" for one in found
    }


@pytest.mark.slow
def test_the_program(tmp_path: Path) -> None:
    need("valgrind", "gcc")
    shown = invoke("--only=program", "--json", tmp_path / "g.json", "--html", tmp_path / "g.html")
    (text,) = (one for one in shown.output.splitlines() if "160,400 at n = 400" in one)
    for name in ("generate_rdn_seq", "set_x509_trust_file", "crt_get_raw_dn", "n^2.00"):
        assert name in text
    assert "origins: none" in shown.output
    detail = json.loads((tmp_path / "g.json").read_text())["detail"]
    forms = {one["form"]: one for one in detail["program"]}
    assert list(forms) == ["with the fault of 2008", "repaired"]
    assert all(one["as_it_should"] for one in forms.values())
    assert forms["repaired"]["exponent"] <= 1.05
    page = (tmp_path / "g.html").read_text()
    assert "Origins, with the fault of 2008" in page
    assert "No function adds a power of n." in page


@pytest.mark.usefixtures("square")
def test_without_valgrind_the_libraries_are_loaded_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tool.shutil, "which", lambda _: None)  # type: ignore[attr-defined]
    shown = invoke(*FEW, code=3)
    (text,) = (one for one in shown.output.splitlines() if "valgrind" in one)
    golden.check(TEXTS.with_name("growth.txt"), f"{text}\n")
    assert OURS in shown.output
    invoke(*FEW, "--max-exponent=1.9", code=1)
    shown = invoke("--only=program", code=3)
    assert OURS not in shown.output
