"""README's picture, drawn from the views' reports, in a light and a dark theme."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quicksalt.lab import tls
from quicksalt.lab.report import picture
from quicksalt.lab.report.sections import growth_2008
from quicksalt_lab.html.colours import DARK, LIBRARIES, LIGHT, PAGE, chosen
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.measure import LabError
from quicksalt_lab.ruler.result import Group, Topic
from quicksalt_lab.ruler.schema import Report
from tests import golden

from ..quicksalt_lab.samples import card, group

TEXTS = Path(__file__).with_name("refusals.txt")

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = Path(__file__).parents[3] / "docs/pictures"


def peers(**times: dict[str, float]) -> Report:
    groups = tuple(group(t, topic=Topic(name, 1000, "bytes")) for name, t in times.items())
    return Report("lab peers", card(), groups, {"peers": {"PyNaCl": "1.6.2"}})


def loading(size: int, **times: float) -> Group:
    return group(times, topic=Topic("loading", size, "certificates"))


def kept(folder: Path, *reports: Report) -> list[Path]:
    paths = [folder / f"{number}.json" for number in range(len(reports))]
    for path, report in zip(paths, reports, strict=True):
        path.write_text(schema.dump(report))
    return paths


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def widths(svg: str) -> list[float]:
    rectangles = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    return [float(r.attrib["width"]) for r in rectangles if r.get("height") == "11"]


def test_bars_are_as_long_as_times(tmp_path: Path) -> None:
    report = peers(crypto_sign={"quicksalt": 1000, "PyNaCl": 4000, "libnacl": 2000})
    light, dark = picture(kept(tmp_path, report))
    shown = texts(light)
    assert {"quicksalt", "PyNaCl", "Ed25519, sign", "1000 B", "1.00 us", "4.00 us, 4.0x"} <= {
        *shown
    }
    assert "libnacl" not in light
    _, _, ours, theirs = widths(light)
    assert theirs == pytest.approx(4 * ours, rel=0.01)
    assert texts(dark) == shown
    assert dark != light


def test_the_three_views_make_one_picture(tmp_path: Path) -> None:
    loaded = (
        loading(100, **{"quicksalt.trust": 10, "Python ssl": 1000, "cryptography": 50}),
        loading(400, **{"quicksalt.trust": 40, "cryptography": 200}),
    )
    context = group({tls.OPENSSL: 5000, tls.OURS: 50}, topic=Topic("making a context", 9, "roots"))
    paths = kept(
        tmp_path,
        peers(crypto_scalarmult={"quicksalt": 1, "cryptography": 2}),
        Report("lab growth", card(), loaded),
        Report("lab tls", card(), (context,)),
    )
    shown = texts(picture(paths)[0])
    assert {"X25519", "Trust store", "TLS context", "Python's ssl", "5.00 us, 100x"} <= {*shown}
    # The picture prefers the largest size that all loaders reach to the largest size overall.
    assert "100 certificates" in shown
    # A result without a size shows no size.
    assert "1000 B" not in shown


def test_void_groups_are_not_shown(tmp_path: Path) -> None:
    void = group({"quicksalt": 100, "PyNaCl": 200}, 150, Topic("crypto_sign", 1000, "bytes"))
    assert void.void
    with pytest.raises(LabError) as caught:
        picture(kept(tmp_path, Report("lab peers", card(), (void,))))
    golden.check_said(TEXTS, "no rows", caught.value)


def test_empty_pictures_and_invalid_reports_are_errors(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="lab growth") as caught:
        picture(kept(tmp_path, Report("race", card(), (group({"quicksalt": 1, "PyNaCl": 2}),))))
    golden.check_said(TEXTS, "other report", caught.value)
    (tmp_path / "x.json").write_text('{"schema": "quicksalt-lab/1", "kind"')
    with pytest.raises(LabError, match=r"x\.json: truncated"):
        picture([tmp_path / "x.json"])


def test_text_is_escaped(tmp_path: Path) -> None:
    report = peers(crypto_sign={"quicksalt": 1, "PyNaCl": 4})
    odd = Report(report.kind, card(model_name='<"&">'), report.groups)
    assert any('<"&">' in shown for shown in texts(picture(kept(tmp_path, odd))[0]))


def test_factors_are_quotients_of_the_displayed_times() -> None:
    """In one report the median of ratios was 1,511, but the times were 11.0 ms and 16.1 s."""
    scales = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    for path in (PICTURES / "figures-light.svg", PICTURES / "figures-dark.svg"):
        svg = path.read_text(encoding="utf-8")
        found = re.findall(r">([\d.]+) (ns|us|ms|s)(?:, ([\d.,]+)x)?<", svg)
        assert len(found) > 10
        ours = 0.0
        for figure, unit, times in found:
            time = float(figure) * scales[unit]
            if times:
                assert float(times.replace(",", "")) == pytest.approx(time / ours, rel=0.05)
            else:
                ours = time


def test_a_library_has_the_same_colour_in_all_pictures() -> None:
    assert LIGHT.keys() == DARK.keys() == PAGE.keys()
    assert set(LIBRARIES.values()) <= LIGHT.keys()
    bar = chosen(["PyNaCl", "cryptography", "unknown"])
    curve = chosen(["another", "cryptography"])
    assert bar["cryptography"] == curve["cryptography"] == LIBRARIES["cryptography"]
    assert bar["unknown"] not in {bar["PyNaCl"], bar["cryptography"]}
    shown = {"quicksalt.trust": 1, "Python ssl": 3}
    groups = tuple(loading(size, **shown) for size in (10, 100))
    svg = "".join(growth_2008(Report("lab growth", card(), groups)))
    for name in shown:
        assert f'stroke="var(--{LIBRARIES[name]})"' in svg
