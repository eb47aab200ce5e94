"""Every code block of README and of the site is run, or says why it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from .blocks import OUTPUT, ROOT, Block, Runner, blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    for block in blocks(page):
        if block.kind not in OUTPUT and not block.excuse:
            runner.run(block)


def one(kind: str, text: str) -> Block:
    return Block("page.md", 3, kind, text, "", ())


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("sh", "quicksalt nothing\n"),
        ("sh", "false\ntrue\n"),
        ("rust", "fn main() { quicksalt::nothing() }\n"),
        ("yaml", "- uses: OWNER/quicksalt/actions/grow@main\n  with:\n    size: 1\n"),
        ("cobol", "STOP RUN.\n"),
    ],
)
def test_a_block_that_is_wrong_is_seen(kind: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Runner(tmp_path).run(one(kind, text))


def test_blocks_are_found_with_their_notes() -> None:
    page = ROOT / "docs" / "trust.md"
    kinds = [(block.kind, bool(block.excuse)) for block in blocks(page)]
    assert kinds[:2] == [("python", False), ("python", True)]
    assert "quicksalt trust load" in next(b.text for b in blocks(page) if b.kind == "sh")
