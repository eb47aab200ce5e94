"""The lab's views can measure without a terminal library."""

import subprocess
import sys
from pathlib import Path

import quicksalt.lab

BLOCKED = """
import sys, importlib
for name in ("click", "rich", "nacl", "libnacl", "cryptography"):
    sys.modules[name] = None
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_the_lab_needs_nothing_but_the_standard_library() -> None:
    root = Path(quicksalt.lab.__file__).parent
    files = [path for path in root.rglob("*.py") if path.name != "pyca.py"]
    names = [".".join(("quicksalt.lab", *f.relative_to(root).with_suffix("").parts)) for f in files]
    assert len(names) > 10
    outcome = subprocess.run(
        [sys.executable, "-c", BLOCKED, *names], capture_output=True, text=True, check=False
    )
    assert outcome.stderr == ""
