"""Check the sizes of modules: python wasm/sizes.py FOLDER [--write].

FOLDER is the folder with the modules of `make wasm`. Fail if a module is more than 5 % larger
than in `wasm/sizes.json`, raw or compressed by gzip; --write records the present sizes there and
in README.md.
"""

from __future__ import annotations

import gzip
import json
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
RECORD = HERE / "sizes.json"
README = HERE.parent / "README.md"
BEGIN, END = "<!-- modules: written by wasm/sizes.py -->\n", "<!-- end -->\n"
MORE = 1.05
WIDTH = 105


def sizes(folder: Path) -> dict[str, list[int]]:
    """Return the raw and the gzip size of each module."""
    return {
        path.name: [len(data := path.read_bytes()), len(gzip.compress(data, 9, mtime=0))]
        for path in sorted(folder.glob("*.wasm"))
    }


def sentence(known: dict[str, list[int]]) -> str:
    """Return the sentence for README."""
    parts = [
        f"`{profile}` {known[f'quicksalt-{profile}.base.wasm'][0]:,} bytes"
        f" ({known[f'quicksalt-{profile}.base.wasm'][1]:,} gzipped)"
        for profile in ("secretbox", "standard", "full")
    ]
    text = f"Download sizes of the WebAssembly modules: {', '.join(parts)}."
    return textwrap.fill(text, WIDTH, break_on_hyphens=False) + "\n"


def main() -> int:
    """Print a line per module; return 1 if a module has grown, 2 if FOLDER lacks modules."""
    found = sizes(Path(sys.argv[1]))
    if not found:
        print(f"no module in {sys.argv[1]}")
        return 2
    if "--write" in sys.argv:
        RECORD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        text = README.read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        after = rest.split(END, 1)[1]
        README.write_text(before + BEGIN + sentence(found) + END + after, encoding="utf-8")
    known = json.loads(RECORD.read_text(encoding="utf-8"))
    has_grown = False
    for name, now in found.items():
        over = any(size > MORE * most for size, most in zip(now, known[name], strict=True))
        has_grown |= over
        print(f"{name}: {now[0]:,} bytes, {now[1]:,} by gzip{', grown' if over else ''}")
    return 1 if has_grown else 0


if __name__ == "__main__":
    sys.exit(main())
