"""Run the code blocks of a page, each according to its language.

The blocks of a page run in order, in one temporary folder; Python blocks share one namespace. A
comment `<!-- not run: REASON -->` before a block skips it; `<!-- before: LINE -->` runs a shell
line first, which creates files that the reader has and the folder lacks; `<!-- may exit: CODE
-->` allows an exit code besides 0, for example for a noisy machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(
    r"(?P<notes>(?:^<!-- (?:not run|before|may exit): .*? -->\n)*)"
    r"^```(?P<kind>\w*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
NOTE = re.compile(r"<!-- (not run|before|may exit): (.*?) -->")
OUTPUT = ("", "text")
"""Output that is shown to the reader, not code."""


@dataclass(frozen=True)
class Block:
    """A block of code."""

    page: str
    line: int
    kind: str
    text: str
    excuse: str
    before: tuple[str, ...]
    exits: tuple[int, ...] = (0,)

    @property
    def place(self) -> str:
        """Return the position of the block, for messages."""
        return f"{self.page}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """Return the blocks of a page."""
    text = path.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        notes = NOTE.findall(match["notes"])
        excuse = "".join(reason for name, reason in notes if name == "not run")
        before = tuple(line for name, line in notes if name == "before")
        exits = (0, *(int(code) for name, code in notes if name == "may exit"))
        line = text.count("\n", 0, match.start("text"))
        name = str(path.relative_to(ROOT))
        found.append(Block(name, line, match["kind"], match["text"], excuse, before, exits))
    return found


@dataclass
class Runner:
    """Runs the blocks of one page."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})

    def run(self, block: Block) -> None:
        """Run a block; raise an AssertionError that describes the fault."""
        for line in block.before:
            self.shell(block, line)
        known = {
            "sh": lambda: self.shell(block, block.text),
            "python": lambda: self.python(block),
            "elisp": lambda: self.elisp(block),
            "rust": lambda: rust(block),
            "toml": lambda: tomllib.loads(block.text),
            "yaml": lambda: action(block),
        }
        assert block.kind in known, f"{block.place}: no runner for {block.kind!r}"
        known[block.kind]()

    def shell(self, block: Block, text: str) -> None:
        """Run shell lines; the first failure ends the block."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "HOME": str(self.folder), "ROOT": str(ROOT)}
        argv = ["bash", "-euo", "pipefail", "-c", text]
        ended = subprocess.run(
            argv, cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=120
        )
        assert ended.returncode in block.exits, (
            f"{block.place}: {ended.stdout[-800:]}{ended.stderr[-2000:]}"
        )

    def python(self, block: Block) -> None:
        """Execute a block in the namespace of the blocks before it."""
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            exec(compile("\n" * block.line + block.text, block.page, "exec"), self.names)
        finally:
            os.chdir(here)

    def elisp(self, block: Block) -> None:
        """Evaluate a block in an Emacs that can load the package."""
        if shutil.which("emacs") is None:
            if os.environ.get("QUICKSALT_NO_SKIP"):
                pytest.fail("emacs is missing: apt-get install emacs-nox")
            return
        # The reader has the repository in ~/quicksalt.
        if not (self.folder / "quicksalt").exists():
            (self.folder / "quicksalt").symlink_to(ROOT)
        argv = ["emacs", "-Q", "--batch", "--eval", f"(progn {block.text}\n)"]
        env = {**os.environ, "HOME": str(self.folder)}
        ended = subprocess.run(
            argv, cwd="/", env=env, capture_output=True, text=True, check=False, timeout=120
        )
        assert ended.returncode == 0, f"{block.place}: {ended.stderr}"


def rust(block: Block) -> None:
    """Accept a block of a crate's page: the crate's doctests compile and run it."""
    pages = (ROOT / "crates").glob("*/README.md")
    assert any(block.text in page.read_text(encoding="utf-8") for page in pages), (
        f"{block.place}: on no crate's page, whose blocks are run"
    )


def action(block: Block) -> None:
    """Check that a step uses one of our actions with inputs that exist."""
    used = re.search(r"uses: \w+/quicksalt/([\w/]+)@", block.text)
    assert used, f"{block.place}: no action of ours"
    known = (ROOT / used[1] / "action.yml").read_text(encoding="utf-8")
    for name in re.findall(r"^ {4}([\w-]+):", block.text, re.MULTILINE):
        assert f"\n  {name}:\n" in known, f"{block.place}: {used[1]} has no input {name}"
