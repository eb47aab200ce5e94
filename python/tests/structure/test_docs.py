"""The texts describe files and commands correctly, and the check detects errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import check_docs  # noqa: E402


def test_this_repository() -> None:
    assert check_docs.problems(ROOT) == []


INSTALL = re.compile(
    r"\b(?:pip|pipx|uv|npm|cargo|conda|brew|apt|apt-get)\b(?: pip| tool)? (?:install|add|i)\b"
    r"[^\n]*? ['\"]?quicksalt(?:-\w+)?(?:\[\w+\])?['\"]?(?:\s|$|[`'\"])"
)
"""A command that installs a package of our name from an index."""

TEXTS = {".md", ".py", ".rs", ".el", ".mjs", ".ts", ".yml", ".toml", ".sh", ""}
"""The suffixes of files that contain such commands."""


def test_no_text_installs_what_is_not_published() -> None:
    # Until the names are registered, any third party can register them.
    assert INSTALL.search("run pip install 'quicksalt[cli]'")
    assert INSTALL.search("`npm install quicksalt`")
    assert INSTALL.search("uv pip install --quiet quicksalt\n")
    assert not INSTALL.search("pip install . ./python/signatures")
    argv = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(argv, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    here = Path(__file__).resolve()
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and path.suffix in TEXTS and path.resolve() != here:
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not INSTALL.search(text), name
            assert not re.search(r"default: *['\"]?quicksalt\b", text), name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("`make everything`", "no target everything"),
        ("```sh\nmake quick\nmake nothing # at all\n```", "no target nothing"),
        ("`quicksalt win`", "no command quicksalt win"),
        ("`quicksalt lab guess`", "no command quicksalt lab guess"),
        ("`crates/core/src/gone.rs`", "no file crates/core/src/gone.rs"),
        ("`prim/nothing_*.rs`", "no file prim/nothing_*.rs"),
        ("`.ci/walk`", "no file .ci/walk"),
        ("`QUICKSALT_FASTER=1`", "nothing reads QUICKSALT_FASTER"),
        ("[page](https://github.com/OWNER/quicksalt/blob/main/docs/no.md)", "leads to no file"),
        ('<img src="https://github.com/A/quicksalt/raw/main/docs/no.svg">', "leads to no file"),
        ("[no](https://github.com/A/quicksalt/blob/main/README.md#no)", "leads to no heading"),
        ("[page](no.md)", "leads to no file"),
    ],
)
def test_false_statements_are_detected(
    text: str, problem: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "TEXT.md").write_text(text)
    monkeypatch.setattr(check_docs, "TEXTS", [str(tmp_path / "TEXT.md")])
    (found,) = check_docs.problems(ROOT)
    assert problem in found


def test_true_statements_are_accepted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "TEXT.md").write_text(
        "`make quick`, `quicksalt lab dispatch`, `quicksalt race [PRIMITIVE]`, `prim/*/kat.rs`,\n"
        "`choose/mod.rs`, `pip install .`, `QUICKSALT_USE=x25519=portable`, `sha256/portable`,\n"
        "`target/not/yet/built`, [others](https://example.org/no.md), [here](#heading)\n"
        "[limits](https://github.com/OWNER/quicksalt/blob/main/README.md#limits)\n# Heading\n"
    )
    monkeypatch.setattr(check_docs, "TEXTS", [str(tmp_path / "TEXT.md")])
    assert check_docs.problems(ROOT) == []


def test_pages_of_package_indexes_have_no_relative_links(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "README.md"
    page.write_text("[licence](LICENSE-MIT)\n")
    (tmp_path / "LICENSE-MIT").touch()
    monkeypatch.setattr(check_docs, "PUBLISHED", {"README.md"})
    (found,) = check_docs.astray(tmp_path, "README.md")
    assert "is relative" in found


def test_the_install_page_quotes_the_messages_of_the_build() -> None:
    page = (ROOT / "docs/install.md").read_text()
    manifest = (ROOT / "Cargo.toml").read_text()
    least = re.search(r'(?m)^rust-version = "(.*)"', manifest)
    assert least is not None
    source = (ROOT / "scripts/backend.py").read_text()
    (first, second) = re.findall(r'sys\.exit\(\s*f"(.*?)"\s*"(.*?)"', source)[0]
    message = (first + second).replace("{least[1]}", least[1]).replace("{found[0]}", "1.65.0")
    assert message in page
