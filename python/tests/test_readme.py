"""README.md says what the library says of itself."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_table_of_candidates_is_that_of_the_native_module() -> None:
    script = ROOT / "scripts" / "readme.py"
    run = subprocess.run([sys.executable, str(script), "--check"], check=False)
    assert run.returncode == 0, "run python scripts/readme.py"
