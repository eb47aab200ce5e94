"""Exit codes and output of the subcommands for given figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quicksalt.lab import dispatch, race, tls, workers
from quicksalt.lab.peers import match
from quicksalt.lab.targets.find import Absent, Target
from quicksalt.lab.targets.race import Field
from quicksalt_lab.profile.baseline import Baseline
from quicksalt_lab.profile.study import Study, study
from quicksalt_lab.ruler.measure import DisagreementError
from quicksalt_lab.ruler.result import Group, Refusal, Topic
from quicksalt_lab.valgrind.callgrind import parse
from quicksalt_lab.valgrind.memcheck import Finding, Findings, Frame
from quicksalt_lab.valgrind.tool import Native
from tests import golden
from tests.command import run

from ..quicksalt_lab.samples import group, raced

UNSURE = [100 + i for i in range(-15, 16)]
WRONG = replace(raced(10, a=10), refused=(Refusal("b", "wrong output"),))
BUSY_SLOW = replace(raced(120, a=120, b=100), condition="busy")
QUIET_SLOW = replace(raced(100, a=100, b=120), condition="quiet")
QUIET_FAST = replace(raced(100, a=100, b=104), condition="quiet")
NOT_SLOWER = raced(110, a=100, b=120)
NOT_SLOWER = replace(
    NOT_SLOWER,
    series=(replace(NOT_SLOWER.base, note="a"), *NOT_SLOWER.series[1:]),
    condition="quiet",
)
DETAILS = " --details"
OF_WORKERS = group(
    {"none": 100, "threads 1": 100, "threads 2": 57, "processes 1": 130, "processes 2": 70}
    | {"native 1": 100, "native 2": 52},
    topic=Topic("hashsig.onetime-public-keys", 1024, "keys"),
)
OF_TLS = group({tls.OPENSSL: 100, tls.OURS: 1})
OF_TARGETS = [
    group({"libsodium": 100, "base, Node": 400}, topic=Topic("crypto_scalarmult")),
    group({"libsodium": 100, "base, Node": 100}, topic=Topic("crypto_hash_sha256", 64, "bytes")),
]


class Case(NamedTuple):
    """A command run on given figures, its exit code, and words of its output."""

    line: str
    code: int
    words: tuple[str, ...]
    stubs: dict[str, object]


def always(value: object) -> Callable[..., Any]:
    return lambda *_arguments, **_rest: value


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_arguments: object, **_rest: object) -> None:
        raise error

    return fail


def interrupted_after(count: int) -> Callable[..., Group]:
    """Return a measurement that yields `count` groups and then raises an interrupt, repeatedly."""
    left = [count]

    def measure(*_arguments: object) -> Group:
        if not left[0]:
            left[0] = count
            raise KeyboardInterrupt
        left[0] -= 1
        return group({match.OURS: 100, "PyNaCl": 200})

    return measure


def dispatched(choice: Any, code: int, words: str) -> Case:
    found = group({dispatch.DIRECT: 10, dispatch.CHOICE: choice})
    stubs = {"quicksalt.lab.dispatch.race": always(found)}
    return Case("lab dispatch --operation x25519.base", code, (words,), stubs)


def regretted(code: int, words: tuple[str, ...], *groups: Group, options: str = "") -> Case:
    stubs = {"quicksalt.lab.epochs.run": always(groups)}
    return Case(f"lab regret x25519{options}", code, words, stubs)


def matched(times: dict[str, Any], code: int, words: str, goal: float | None = None) -> Case:
    stubs: dict[str, object] = {"quicksalt.lab.peers.match.play": always(group(times))}
    if goal is not None:
        stubs["quicksalt.lab.peers.match.GOALS"] = (match.Goal("sha256.hash", "PyNaCl", goal),)
    return Case("lab peers crypto_stream", code, (words,), stubs)


def worked(waiting: float, code: int, words: str) -> Case:
    names = [series.name for series in OF_WORKERS.series]
    waited = {**dict.fromkeys(names, 0.0), "threads 2": waiting}
    spent = workers.Spent(dict.fromkeys(names, 1.0), waited)
    stubs = {"quicksalt.lab.workers.measure": always((OF_WORKERS, spent))}
    stubs["quicksalt.lab.workers.available"] = always(2)
    return Case("lab workers --workers 2", code, (words,), stubs)


def raced_to(code: int, words: str, run: Callable[..., Any]) -> Case:
    rows = group({"chosen": 200, "portable": 300}, topic=Topic("crypto_box", 1000, "bytes"))
    stubs = {"quicksalt.lab.epochs.run": run, "quicksalt.lab.table.measure_rows": always([rows])}
    return Case("race x25519.base --rounds 3", code, (words,), stubs)


def study_of(findings: Findings, processes: int, calls: int) -> Study:
    native = Native((0.25, 0.5, 1.0), (0.2, 0.3, 0.4), (0.1, 0.1, 0.1), 20_480)
    counts = parse(
        "version: 1\npositions: line\nevents: Ir\nob=/bin/a\nfl=leak.c\nfn=main\n1 100\n"
        f"cfn=copy\ncalls={calls} 5\n2 900\nfn=copy\n5 900\ntotals: 1000\n"
    )
    found = study(["./program", "6"], native, findings, counts)
    return replace(found, counts=replace(found.counts, processes=processes))


STACK = (Frame("copy", "leak.c:8"), Frame("main", "leak.c:20"))
CLEAN = study_of(Findings((), 0), 2, 7)
LEAKY = study_of(
    Findings(
        (
            Finding("InvalidRead", "Invalid read of size 1", STACK),
            Finding(
                "Leak_DefinitelyLost", "36 bytes lost", STACK, leaked_bytes=36, leaked_blocks=3
            ),
        ),
        1,
    ),
    1,
    7,
)


def profiled(found: Study, code: int, words: tuple[str, ...], *, against: bool = False) -> Case:
    line = "profile --fail-on-leak --fail-on-error" + " --against /dev/null" * against
    before = Baseline(("./program", "7"), "2026-01-01", 2000, 1.0, 10_240, 18, {})
    stubs = {"quicksalt_lab.cli.profile._run": always(found)}
    stubs["quicksalt_lab.profile.baseline.load"] = always(before)
    return Case(f"{line} -- ./program 6", code, words, stubs)


TWO_TARGETS = [Target("libsodium", ("true",)), Absent("noble", "npm x")]
TARGETS = {
    "quicksalt.cli.targets.find": always(
        [Target("libsodium", ("true",)), Absent("noble", "npm x")]
    ),
    "quicksalt.lab.targets.race.line_up": always(Field([None], [], [])),  # type: ignore[list-item]
    "quicksalt.lab.targets.race.Field.versions": {"libsodium": "1.0.18"},
    "quicksalt.lab.targets.race.play": always(OF_TARGETS),
    "quicksalt.cli.targets.sizes": always([]),
}

CASES = [
    dispatched(11.0, 0, "1.00 [1.00..1.00] ns"),
    dispatched(12.5, 1, "2.50 [2.50..2.50] ns"),
    dispatched([11 + i / 15 for i in range(31)], 5, "2.00"),
    regretted(0, ("1 of 1", "1.05", "1.040"), raced(104, a=100)),
    regretted(1, ("above",), raced(104, a=100), raced(106, a=100)),
    regretted(5, ("cannot tell",), raced(100, a=UNSURE)),
    regretted(1, ("REFUSED b",), replace(raced(100, a=100), refused=WRONG.refused)),
    regretted(
        1, ("no candidate",), replace(raced(100, a=100, b=120), condition="quiet"), BUSY_SLOW
    ),
    regretted(1, ("candidate, a, measured alone",), NOT_SLOWER),
    regretted(
        1, ("1.200 [1.200..1.200]", "1.05 quiet"), QUIET_FAST, BUSY_SLOW, options=" --details"
    ),
    # The limit of a busy epoch differs from the limit of a quiet epoch.
    regretted(0, (), QUIET_FAST, BUSY_SLOW, options=" --busy-limit 1.3"),
    regretted(1, (), QUIET_FAST, BUSY_SLOW, options=" --limit 1.3"),
    matched({match.OURS: 90, "PyNaCl": 100}, 0, "0.900 [0.900..0.900]"),
    matched({match.OURS: 110, "PyNaCl": 100}, 1, "slower"),
    matched({match.OURS: UNSURE, "PyNaCl": 100}, 5, "cannot tell"),
    matched({match.OURS: 100}, 0, "quicksalt"),
    matched({match.OURS: 400, "PyNaCl": 1000}, 0, "0.400 [", 0.5),
    matched({match.OURS: 600, "PyNaCl": 1000}, 1, "MISSED", 0.5),
    raced_to(1, "REFUSED b", always([WRONG])),
    raced_to(1, "(choice)", raising(DisagreementError("x25519.base at 0: (choice): wrong output"))),
    raced_to(
        0, "1 of 2 too noisy to tell", always([group({race.CHOICE: 100, "a": 100}, twin=150)])
    ),
    Case("lab tls", 0, (), {"quicksalt.cli.tls.RUNS": [always(OF_TLS)] * 2}),
    Case("lab peers", 1, ("--json",), {"quicksalt.lab.peers.match.play": interrupted_after(1)}),
    Case(
        "lab peers --json /dev/null",
        1,
        ("2 groups", "partial"),
        {"quicksalt.lab.peers.match.play": interrupted_after(2)},
    ),
    worked(0.0, 1, "0.570"),
    worked(0.48, 5, "48 %"),
    Case("lab targets", 0, ("2.00", "npm x"), TARGETS),
    profiled(CLEAN, 0, (", 2 processes",)),
    profiled(
        LEAKY, 1, ("1 suppressed", "leaks: failed", "errors: failed", "-50.00 %"), against=True
    ),
]


def said(case: Case) -> str:
    """Run the command of a case; return its output without machine-specific parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "400")
        for name, value in case.stubs.items():
            patch.setattr(name, value)
        text = run(*case.line.split(), code=case.code).output
    text = re.sub(r"(?m)^(Machine (.*\n  )*.*seed \d+|Peers: .*)\n", "", text)
    return re.sub(r"(?m) +$", "", text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line} {case.words}")
def test_words_and_exit_codes(case: Case) -> None:
    text = said(case)
    assert [words for words in case.words if words not in text] == []


def test_texts() -> None:
    told = [f"[{case.code}] quicksalt {case.line}\n{said(case)}" for case in CASES]
    golden.check(Path(__file__).with_name("verdicts.txt"), "".join(told))


def test_the_regret_comes_from_the_worst_epoch() -> None:
    text = " ".join(said(regretted(1, (), QUIET_FAST, BUSY_SLOW, options=DETAILS)).split())
    for words in (
        "regret 1.200",
        "epochs 1.000..1.200",
        "sha256.hash 64 B busy: regret 1.200",
        "a quiet 1.000, busy 1.200",
        "b quiet 1.040, busy 1.000",
        "1.05 quiet and 1.1 busy",
    ):
        assert words in text
    assert "no candidate" not in text
    assert "by itself" not in text


def test_missing_peers_are_named_with_their_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = match._attributes("no_such_module")
    missing = tuple(replace(peer, functions=absent) for peer in match.PEERS)
    monkeypatch.setattr(match, "PEERS", missing)
    result = run("lab", "peers", code=3)
    for package in ("pynacl", "libnacl", "cryptography"):
        assert f"pip install {package}\n" in result.output
