"""Make `testkit.json` from age's test vectors: python vectors/age/make_testkit.py FOLDER.

FOLDER is `age/testdata` of C2SP/CCTV. Each file there consists of lines with a name and a value,
an empty line and an encrypted file, which the JSON file stores as base64.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

COMMIT = "1e3d2860d46e94e777e1b17c7a6f2436387e3ecc"
MANY = ("identity", "passphrase")
"""Names that may occur several times in a file."""


def case(path: Path) -> dict[str, object]:
    """Read a file of the folder."""
    head, _, sealed = path.read_bytes().partition(b"\n\n")
    found: dict[str, object] = {"name": path.name, **{name: [] for name in MANY}}
    for line in head.decode().splitlines():
        name, _, value = line.partition(": ")
        if name in MANY:
            found[name] = [*found[name], value]  # type: ignore[misc]
        elif name != "file key":
            found[name] = value
    return {**found, "file": base64.b64encode(sealed).decode()}


def main() -> None:
    """Write the file beside this script."""
    cases = [case(path) for path in sorted(Path(sys.argv[1]).iterdir())]
    text = {
        "source": f"C2SP/CCTV, age/testdata, commit {COMMIT}",
        "licence": "0BSD, CC0 or Unlicense; Copyright (c) 2022 The age Authors",
        "count": len(cases),
        "cases": cases,
    }
    Path(__file__).with_name("testkit.json").write_text(json.dumps(text, indent=1) + "\n")


if __name__ == "__main__":
    main()
