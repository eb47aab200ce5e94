"""`quicksalt lab report`: its sections, missing results, and interrupted views."""

from __future__ import annotations

import _thread
import sys
import threading
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from time import monotonic, sleep

import pytest

from quicksalt.cli import main
from quicksalt.lab import table
from quicksalt.lab.calls import CALLS
from quicksalt.lab.race import CHOICE
from quicksalt.lab.report import page, then, views
from quicksalt.lab.report.views import VIEWS, Outcome, StoppedError, View
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.schema import Report
from tests import command

from ..quicksalt_lab.samples import card, group

DEADLINE = 20


def timed(name: str, size: int = 0, axis: str = "none", /, **times: float) -> Group:
    return group(times, topic=Topic(name, size, axis))


def raced(size: int, **candidates: float) -> Group:
    return group(
        {CHOICE: min(candidates.values()), **candidates}, topic=Topic("sha256.hash", size, "bytes")
    )


REPORTS = {
    "race": (
        timed("crypto_box", 1000, "bytes", chosen=20_000, portable=30_000),
        raced(64, portable=100, shani=200),
        raced(1000, portable=900, shani=400),
        raced(16384, portable=9000, shani=4000),
    ),
    "lab peers": (
        timed("crypto_sign", 1000, "bytes", quicksalt=15_000, PyNaCl=30_000, cryptography=60_000),
    ),
    "lab tls": (),
    "lab workers": (timed("keys", 1024, "keys", **{"none": 1000, "threads 2": 500}),),
    "lab targets": (
        timed(
            "crypto_scalarmult",
            libsodium=100,
            quicksalt=50,
            **{"base, Node": 400, "base -O3, Node": 390},
        ),
    ),
    "lab emacs": (timed("cbc 16384", 16384, "bytes", kaesar=66_150_000, module=360_000),),
    "lab growth": (
        timed("loading", 100, "certificates", **{"quicksalt.trust": 60_000, "GnuTLS": 9_000_000}),
        timed("loading", 400, "certificates", **{"quicksalt.trust": 240_000}),
    ),
}
DETAILS = {
    "lab targets": {
        "base": "libsodium",
        "standings": {"base, Node": {"mean": 4.0, "worst": 4.0}},
        "sizes": [{"name": "quicksalt-full.base.wasm", "raw": 180000, "gzip": 85000}],
        "lines": {"crypto_hash_sha256": {"libsodium": {"call_ns": 120.0, "byte_ns": 3.25}}},
        "absent": {"noble": "npm install noble"},
    },
    "lab growth": {"loaders": [{"name": "quicksalt.trust", "exponent": 1.02}]},
}


def report(kind: str, **changed: object) -> Report:
    return Report(kind, card(**changed), REPORTS[kind], DETAILS.get(kind, {}))


def outcomes() -> list[Outcome]:
    return [Outcome(kind, report(kind)) for kind in REPORTS]


class Words(HTMLParser):
    """Collects the text of a page, and the tags that load external content."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.fetches: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetches += [f"{tag} {name}" for name, _ in attrs if name in {"src", "href"}]
        if tag not in {"meta", "rect", "line", "polyline", "circle", "path"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def read(html: str) -> Words:
    words = Words()
    words.feed(html)
    return words


def test_the_page_is_one_file_with_every_story() -> None:
    found = read(page.page(outcomes()))
    assert found.fetches == []
    for title in (
        "2012:",
        "2023:",
        "2019:",
        "2013:",
        "2008:",
        "Candidates",
        "Sizes",
        "The machine",
    ):
        assert any(text.startswith(title) for text in found.texts), title
    told = set(found.texts)
    # New and old figures: box, two threads, X25519 in Node, a block in Lisp, certificates.
    assert {"1.50x", "23.36x", "50 %", "152 %", "4.00", "about 7"} <= told
    assert {
        "64.60 us",
        "166 us",
        "cbc 16 KiB",
        "3.25 ns",
        "0.975",
        "60.0 us",
        "1.02",
        "0.50",
    } <= told
    assert {"portable, from 1000 B shani", "64 B 100 ns to 16 KiB 4.00 us"} <= told


def test_missing_tools_say_what_to_install() -> None:
    one = [Outcome("lab peers", report("lab peers")), Outcome("lab emacs", None, "apt install x")]
    told = read(page.page(one)).texts
    assert "apt install x" in told
    assert "not measured: quicksalt lab growth" in told
    assert not any(text.startswith("2013") for text in told)
    assert "npm install noble" in read(page.page(outcomes())).texts


def test_an_interrupted_view_is_marked() -> None:
    made = [Outcome("lab peers", replace(report("lab peers"), partial=True))]
    assert "Interrupted: only part of its rows." in page.page(made)
    assert "Interrupted" not in page.page(outcomes())


@pytest.mark.parametrize("kind", REPORTS)
def test_a_view_without_rows_makes_a_page_all_the_same(kind: str) -> None:
    empty = Report(kind, card(), (), {})
    html = page.page([Outcome(kind, empty)])
    assert "The machine" in html
    assert "nan" not in html


def test_text_is_escaped() -> None:
    odd = timed("<b>", 1000, "bytes", **{"quicksalt": 1, "<i>": 2})
    one = Report("lab peers", card(model_name="<u>"), (odd,))
    html = page.page([Outcome("lab peers", one), Outcome("race", None, "<s>")])
    for tag in ("<b>", "<i>", "<u>", "<s>"):
        assert tag not in html.replace("<b>2", "").replace("<b>1", "").replace("<b>0", "")


def test_the_figures_of_2012_are_of_the_functions_that_are_timed() -> None:
    assert set(then.IN_2012) == {call.name for call in CALLS}
    assert table.CHOSEN in REPORTS["race"][0]


def test_every_story_has_a_view() -> None:
    assert {kind for kind, _ in page.STORIES} <= {view.kind for view in VIEWS}


run = partial(command.run, "lab", "report")


def kept(folder: Path, *kinds: str) -> list[Path]:
    paths = [folder / f"{number}.json" for number in range(len(kinds))]
    for path, kind in zip(paths, kinds, strict=True):
        path.write_text(schema.dump(report(kind)))
    return paths


def test_the_page_is_made_of_files(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert "2 views" in run(*kept(tmp_path, "race", "lab growth"), "--output", out).output
    assert "2008: many certificates" in out.read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"schema": "quicksalt-lab/1", "kind"', "bad.json: "),
        ('{"schema": "x"}', "'x'"),
        ("<html>", "bad.json: "),
        (schema.dump(Report("grow", card())), "'grow'"),
    ],
)
def test_a_file_that_is_no_report_is_named(text: str, words: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    out = tmp_path / "page.html"
    assert words in run(*kept(tmp_path, "race"), bad, "--output", out, code=4).output
    assert not out.exists()


def test_a_view_runs_and_its_figures_are_kept(tmp_path: Path) -> None:
    out, figures = tmp_path / "page.html", tmp_path / "figures"
    run("--quick", "--only", "race", "--keep", figures, "--output", out)
    assert "sha256.hash" in out.read_text()
    assert schema.load_file(figures / "race.json").kind == "race"


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.kind)
@pytest.mark.parametrize("quick", [False, True])
def test_the_options_of_views_exist(view: View, quick: bool, tmp_path: Path) -> None:
    words = view.argv(tmp_path / "x.json", quick=quick)[3:]
    command = main
    for word in view.kind.split():
        found = command.get_command(None, word)  # type: ignore[arg-type,attr-defined]
        if found is None:
            pytest.skip(f"no {view.kind}")
        command = found
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_failed_views_are_reported_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def argv(view: View, path: Path, *, quick: bool) -> list[str]:
        assert quick
        if view.kind == "lab peers":
            text = schema.dump(report("lab peers"))
            return [sys.executable, "-c", f"open({str(path)!r}, 'w').write({text!r})"]
        return ["sh", "-c", "echo 'Error: emacs is missing: apt install it' >&2; exit 3"]

    monkeypatch.setattr(View, "argv", argv)
    out = tmp_path / "page.html"
    run("--quick", "--output", out)
    assert "emacs is missing" in out.read_text()
    assert "Other libraries" in out.read_text()
    assert (
        "emacs is missing"
        in run("--quick", "--only", "race", "--output", tmp_path / "none.html", code=3).output
    )
    assert not (tmp_path / "none.html").exists()


SLOW = """
import sys, time
path, text, ready = sys.argv[1:]
try:
    open(ready, "w").close()
    time.sleep(60)
except KeyboardInterrupt:
    open(path, "w").write(text)
"""


def test_an_interrupt_waits_for_the_results_of_the_view(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = schema.dump(replace(report("lab peers"), partial=True))
    ready = tmp_path / "ready"
    monkeypatch.setattr(
        View,
        "argv",
        lambda _view, path, **_: [sys.executable, "-c", SLOW, str(path), text, str(ready)],
    )

    def interrupt() -> None:
        end = monotonic() + DEADLINE
        while not ready.exists() and monotonic() < end:
            sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(StoppedError) as stopped:
        views.run(VIEWS[1], tmp_path, quick=True)
    found = stopped.value.outcome
    assert found.report is not None
    assert found.report.partial
    assert found.report.groups == REPORTS["lab peers"]
