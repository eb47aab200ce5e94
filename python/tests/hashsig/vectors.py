"""The files of `vectors/hashsig/`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "vectors/hashsig"


def read(name: str) -> dict[str, Any]:
    """Read a vector file."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found
