"""Pages and pictures are well-formed, and escape all text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from quicksalt_lab.grow import page as grow_page
from quicksalt_lab.grow.experiment import Point
from quicksalt_lab.grow.report import analyse
from quicksalt_lab.html import chart, flame, layout
from quicksalt_lab.profile import page as profile_page
from quicksalt_lab.profile import words
from quicksalt_lab.profile.stacks import stacks
from quicksalt_lab.profile.study import Study, study
from quicksalt_lab.valgrind.callgrind import parse
from quicksalt_lab.valgrind.counts import Counts
from quicksalt_lab.valgrind.memcheck import Finding, Findings, Frame
from quicksalt_lab.valgrind.tool import Native

from ..conftest import Said

EVIL = "<script>alert('&\"')</script>"

HEAD = "version: 1\npositions: line\nevents: Ir\nob=/a\nfl=a.c\n"

VOID = {"meta", "br"}
TOLD = {"h2", "p"}


class Whole(HTMLParser):
    """Checks that tags are closed in order; collects potentially harmful parts and the
    sentences."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.harm: list[str] = []
        self.sentences: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" or any(n.startswith("on") or n in ("src", "href") for n, _ in attrs):
            self.harm.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag in TOLD:
            self.sentences.append("")

    def handle_data(self, data: str) -> None:
        if TOLD & {*self.open}:
            self.sentences[-1] += data

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def whole(page: str, said: Said) -> None:
    """Check a page and its text."""
    found = Whole(page)
    assert found.harm == []
    said("\n".join(found.sentences))


def counts(n: int) -> Counts:
    """Return counts of a program with hostile function names."""
    return parse(
        f"version: 1\ncreator: {EVIL}\ncmd: a\npositions: line\nevents: Ir\n"
        f"ob=/bin/{EVIL}\nfl=a.c\nfn=main\n1 {900 + n}\ncfn={EVIL}\ncalls={n} 5\n2 {n * n}\n"
        f"fn={EVIL}\n5 {n * n}\ntotals: {900 + n + n * n}\n"
    )


def make_study() -> Study:
    leak = Finding("Leak_DefinitelyLost", EVIL, (Frame(EVIL, EVIL),), 1, 7, 1)
    native = Native((0.25, 0.5, 1.0), (0.2, 0.3, 0.4), (0.1, 0.1, 0.1), 20_480)
    return study([EVIL], native, Findings((leak,), 0), counts(500))


def test_the_page_of_grow(said: Said) -> None:
    points = [Point(n, counts(n)) for n in (64, 128, 256, 512)]
    text = grow_page.page(analyse(points, ["./a", EVIL], to=5000, lines=True))
    whole(text, said)
    assert "n<sup>2.00</sup>" in text
    assert "prefers-color-scheme: dark" in text
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", text)


def test_the_page_of_work_that_does_not_grow(said: Said) -> None:
    text = grow_page.page(analyse([Point(n, counts(64)) for n in (64, 128, 256)], ["./a"]))
    whole(text, said)


def test_the_page_of_a_profile(said: Said) -> None:
    text = profile_page.page(make_study())
    whole(text, said)
    assert "<b>500 ms</b><span>median of 3; 250 ms to 1.00 s</span>" in text


def test_one_run_has_no_median() -> None:
    assert words.native(Native((0.25,), (0.2,), (0.1,), 20_480)) == "250 ms (one run)"


def test_the_flame_is_a_picture_and_parts_costs_by_calls() -> None:
    found = parse(
        HEAD + "fn=main\n1 10\ncfn=left\ncalls=1 2\n"
        "1 40\ncfn=right\ncalls=1 3\n1 80\nfn=left\n2 10\ncfn=work\ncalls=3 9\n2 30\n"
        "fn=right\n3 20\ncfn=work\ncalls=6 9\n3 60\n"
        "fn=work\n9 90\ncfn=work'2\ncalls=2 9\n9 30\nfn=work'2\n9 0\ntotals: 130\n"
    )
    (root,) = stacks(found)
    assert (root.label, root.value, root.own) == ("main", 130, 10)
    right, left = root.children
    assert (right.label, right.children[0].value) == ("right", 60)
    assert (left.label, left.children[0].value) == ("left", 30)
    assert root.depth == 3
    svg = ET.fromstring(flame.draw([root], "instructions"))
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "main (a.c): 100.00 %, 130 instructions"
    assert len(titles) == 5


def test_a_thread_goes_on_in_a_call_that_has_returned() -> None:
    found = parse(
        HEAD + "fn=main\n1 10\ncfn=clone\ncalls=1 2\n1 2\n"
        "fn=clone\n2 5\ncfn=work\ncalls=1 9\n2 95\nfn=work\n9 95\ntotals: 110\n"
    )
    thread, main = stacks(found)
    assert (thread.label, thread.value, main.label, main.value) == ("clone", 98, "main", 12)
    assert [(box.label, box.value) for box in thread.children] == [("work", 98 * 95 / 100)]


def test_a_cycle_is_one_box() -> None:
    found = parse(
        HEAD + "fn=main\n1 10\ncfn=even\ncalls=1 2\n"
        "1 90\nfn=even\n2 30\ncfn=odd\ncalls=3 9\n2 80\n"
        "fn=odd\n3 60\ncfn=even\ncalls=3 9\n3 70\ntotals: 100\n"
    )
    (root,) = stacks(found)
    (circle,) = root.children
    assert circle.value == 90
    assert circle.label.startswith("odd and 1 more ")


def test_a_chart_is_a_picture() -> None:
    curves = [chart.Curve(EVIL, (10, 100, 1000)), chart.Curve("late", (0, 0, 900))]
    svg = ET.fromstring(chart.draw((1, 2, 4), curves, chart.Axes("n", "instructions")))
    lines = svg.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines[0].attrib["points"].split()) == 3
    assert len(lines[1].attrib["points"].split()) == 1
    svg_text, title = (f"{{http://www.w3.org/2000/svg}}{name}" for name in ("text", "title"))
    labels = [t for t in svg.iter(svg_text) if t.find(title) is not None]
    assert [label.findtext(title) for label in labels] == [EVIL, "late"]
    heights = sorted(float(label.attrib["y"]) for label in labels)
    assert heights[1] - heights[0] >= chart.LABEL_HEIGHT - 0.1


def test_labels_stand_at_the_ends_of_their_curves_and_ticks_have_units() -> None:
    early = chart.Curve("early" + 50 * "y", (10e3, 20e3, 0), "n^1.50")
    svg = chart.draw((1, 2, 4), [early], chart.Axes("n", "time", chart.nanoseconds))
    (_, end), ticks = re.findall(r'<circle cx="[^"]*" cy="([^"]*)"', svg), ("10 us", "100 us")
    label = re.search(r'y="([^"]*)" font-size="13"', svg)
    assert label is not None
    assert float(label[1]) == pytest.approx(float(end) + 4, abs=0.2)
    assert 'n<tspan dy="-4" font-size="10">1.50</tspan>' in svg
    assert all(f">{tick}</text>" in svg for tick in ticks)
    assert [chart.nanoseconds(power) for power in (0, 7, 9, 11)] == [
        "1 ns",
        "10 ms",
        "1 s",
        "100 s",
    ]
    assert [chart.power_of_ten(power) for power in (0, 4, 30)] == ["1", "10 k", "1e30"]


def test_tables() -> None:
    row = layout.Row((layout.Share("50 %", 0.5), EVIL), marked=True)
    text = layout.table(["part", "what"], [row], " n")
    assert Whole(text).harm == []
    assert '<td class="bar" style="--part: 50.0%">50 %</td>' in text
    assert '<th class="left">what</th>' in text
    assert layout.table(["a", "b"], []).count("<th>") == 2
