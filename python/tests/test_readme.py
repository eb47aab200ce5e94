"""README and the site agree with the library and with the measurements."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import claims  # noqa: E402
import readme  # noqa: E402

from quicksalt_lab.ruler import schema  # noqa: E402
from tests.docs import blocks  # noqa: E402

MEASURED = sorted((ROOT / "docs/measured").glob("*.json"))


def test_generated_candidates_claims_and_pictures_are_current() -> None:
    script = ROOT / "scripts" / "readme.py"
    argv = [sys.executable, str(script), "--check"]
    run = subprocess.run(argv, check=False, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, ""), "run python scripts/readme.py"


def test_the_first_screen_has_a_short_example_for_each_reader() -> None:
    text = (ROOT / "README.md").read_text()
    assert text.count("\n") < 200
    parts = (
        "**Not audited.**",
        "pip install . ./python/signatures ./python/lab",
        "**Python**",
        "**Rust**",
        "**C**",
        "**JavaScript**",
        "**Emacs**",
        "**Firmware signing**",
        "**Performance**",
        "<picture>",
        readme.CLAIMS,
    )
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text[: places[-2]].count("\n") < 90
    page = blocks.blocks(ROOT / "README.md")
    assert " ".join(block.kind for block in page) == "sh python rust sh js elisp sh sh"
    assert all(block.text.count("\n") <= 5 for block in page)


@pytest.mark.parametrize("path", MEASURED, ids=lambda path: path.name)
def test_measurements_are_reports_without_local_paths(path: Path) -> None:
    report = schema.load_file(path)
    assert report.kind == f"lab {path.stem}"
    texts = json.dumps(json.loads(path.read_text()))
    assert '"/' not in texts
    assert claims.kept(report) == report


def test_the_claims_follow_the_reports() -> None:
    reports = {report.kind: report for report in map(schema.load_file, MEASURED)}
    text = claims.claims(reports)
    assert text in (ROOT / "README.md").read_text()
    faulty, repaired = reports["lab growth"].detail["program"]
    assert faulty["origins"][0]["name"] == "generate_rdn_seq"
    assert repaired["origins"] == []
    assert "`names.c:" in text
