"""Build backend of the Python package: maturin, after a check of the Rust version.

The check exists because cargo's error for a manifest that needs a newer version does not name that
version. Run as a program, this file only checks: python scripts/backend.py. Without cargo, maturin
prints an error or downloads it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

# The workspace root; distributions in other folders link to this file.
ROOT = next(p for p in Path(__file__).resolve().parents if (p / "Cargo.toml").is_file())
MANIFEST = ROOT / "Cargo.toml"
# A source distribution contains this file at a path where cargo does not search.
FLAGS = ROOT / "cargo-config.toml"


def check() -> None:
    """Exit with an error message if cargo is older than the manifest requires."""
    least = re.search(r'(?m)^rust-version = "(.*)"', MANIFEST.read_text())
    try:
        said = subprocess.check_output(["cargo", "--version"], cwd=MANIFEST.parent, text=True)
    except (OSError, subprocess.CalledProcessError):
        return
    found = re.search(r"\d+(\.\d+)+", said)
    if least and found and _numbers(found[0]) < _numbers(least[1]):
        sys.exit(
            f"quicksalt needs Rust {least[1]} or newer, and cargo here is {found[0]}: "
            "https://rustup.rs installs a newer one"
        )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def __getattr__(name: str) -> object:
    """Return a hook of maturin (PEP 517)."""
    if name.startswith("_"):
        raise AttributeError(name)
    check()
    if FLAGS.is_file():
        (ROOT / ".cargo").mkdir(exist_ok=True)
        shutil.copy(FLAGS, ROOT / ".cargo/config.toml")
    import maturin

    return getattr(maturin, name)


if __name__ == "__main__":
    check()
