"""`quicksalt lab repair`: the fault of 2008 is found, and none in its repair."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from quicksalt.cli import main
from quicksalt.lab import schema
from quicksalt.lab.valgrind import tool
from tests.lab.grow.conftest import need


@pytest.mark.slow
def test_the_experiment_of_2008(tmp_path: Path) -> None:
    need("valgrind", "gcc")
    kept, page = tmp_path / "story.json", tmp_path / "story.html"
    result = CliRunner().invoke(main, ["lab", "repair", "--json", str(kept), "--html", str(page)])
    assert result.exit_code == 0, result.output
    assert (
        "generate_rdn_seq (names.c): called n^1.00 by set_x509_trust_file (400 times at n = 400); "
        "its calls to crt_get_raw_dn grow as n^2.00 (160,400 at n = 400)"
    ) in result.output
    assert "origins: none" in result.output
    told = schema.load(kept.read_text()).detail
    assert list(told) == ["with the fault of 2008", "repaired"]
    assert told["repaired"]["exponent"] <= 1.05
    assert "Origins, repaired" in page.read_text()


def test_no_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool.shutil, "which", lambda _: None)  # type: ignore[attr-defined]
    result = CliRunner().invoke(main, ["lab", "repair"])
    assert result.exit_code == 3
    assert "apt install valgrind" in result.output
