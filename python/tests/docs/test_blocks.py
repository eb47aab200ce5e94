"""Every code block of README and the site runs, or states why it does not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import quicksalt

from .blocks import OUTPUT, ROOT, Block, Runner, blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path) -> None:
    runnable = [b for b in blocks(page) if b.kind not in OUTPUT and not b.excuse]
    runner = Runner(tmp_path)
    for block in runnable:
        runner.run(block)
    # A reader may run a program again, in the folder that it has changed.
    again = Runner(tmp_path)
    for block in runnable:
        if block.kind == "python":
            again.run(block)
    forced = [
        operation["operation"]
        for operation in quicksalt.explain()
        if any(size["reason"] == "forced" for size in operation["classes"])
    ]
    assert forced == [], f"{page.name} leaves candidates forced"


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
def test_a_wrong_block_is_detected(kind: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Runner(tmp_path).run(one(kind, text))


def test_blocks_are_found_with_their_notes() -> None:
    page = ROOT / "docs" / "trust.md"
    kinds = [(block.kind, bool(block.excuse)) for block in blocks(page)]
    assert kinds[:2] == [("python", False), ("python", True)]
    assert "quicksalt trust load" in next(b.text for b in blocks(page) if b.kind == "sh")


COMPETITOR = (
    "Name: libsodium\nDescription: another\nVersion: 1.0.18\nLibs: -L/competitor -lsodium\n"
)


@pytest.mark.skipif(shutil.which("pkg-config") is None, reason="needs pkg-config")
def test_the_command_of_c_links_our_library_beside_another(tmp_path: Path) -> None:
    page = ROOT / "docs/start/packager.md"
    (block,) = [block for block in blocks(page) if "cc " in block.text]
    ours = tmp_path / "prefix/lib/quicksalt/pkgconfig"
    theirs, bin_folder = tmp_path / "system", tmp_path / "bin"
    for folder in (ours, theirs, bin_folder):
        folder.mkdir(parents=True)
    (ours / "libsodium.pc").write_text(COMPETITOR.replace("/competitor", "/ours"))
    (theirs / "libsodium.pc").write_text(COMPETITOR)
    compiler = bin_folder / "cc"
    compiler.write_text('#!/bin/sh\necho "$@" > arguments\n')
    compiler.chmod(0o755)
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PKG_CONFIG_LIBDIR": str(theirs)}
    env.pop("PKG_CONFIG_PATH", None)
    text = block.text.replace("/usr/local", str(tmp_path / "prefix"))
    for shell in ("bash", "dash"):
        if shutil.which(shell):
            subprocess.run([shell, "-euc", text], cwd=tmp_path, env=env, check=True)
            arguments = (tmp_path / "arguments").read_text().split()
            assert "-L/ours" in arguments
            assert "-L/competitor" not in arguments
