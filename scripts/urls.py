"""Writes the project's address into all files that contain it.

python scripts/urls.py           writes the address in `repository` of Cargo.toml
python scripts/urls.py --check   exits with 1 if a file has a different address
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FILES = (
    ".github/ISSUE_TEMPLATE/config.yml",
    "README.md",
    "SECURITY.md",
    "docs/grow.md",
    "docs/hash-signatures.md",
    "docs/index.md",
    "docs/install.md",
    "docs/wasm.md",
    "emacs/quicksalt.el",
    "mkdocs.yml",
    "pyproject.toml",
    "python/lab/README.md",
    "python/lab/pyproject.toml",
    "python/signatures/README.md",
    "python/signatures/pyproject.toml",
    "wasm/js/package.json",
)
PLACE = re.compile(r"(github\.com/|uses: )[\w.-]+/quicksalt\b")


def wanted() -> dict[Path, str]:
    """Return the contents of each file with the address of Cargo.toml."""
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    address = manifest["workspace"]["package"]["repository"]
    owner = address.removeprefix("https://github.com/")
    found = {}
    for name in FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        found[ROOT / name] = PLACE.sub(lambda match: match[1] + owner, text)
    return found


def main() -> int:
    """Write or check the files."""
    wrong = [p for p, text in wanted().items() if p.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        print("".join(f"different address: {path.relative_to(ROOT)}\n" for path in wrong), end="")
        return int(bool(wrong))
    for path, text in wanted().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
