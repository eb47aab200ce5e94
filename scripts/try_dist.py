"""Installs what `make dist` built in fresh environments: python scripts/try_dist.py FILE ...

Each must hold the same candidates as the module of this environment, dalek's AVX-512 backend
among them. Exits 1 if one does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HELD = """
import json
import quicksalt
from quicksalt import _native

key = bytes(32)
box = quicksalt.secret.SecretBox(key)
assert box.decrypt(box.encrypt(b"attack at dawn")) == b"attack at dawn"
held = {r["operation"]: [c["candidate"] for c in r["candidates"]] for r in _native.explain()}
print(json.dumps({"operations": held, "dalek_avx512": _native.machine()["dalek_avx512"]}))
"""


def held(python: Path | str) -> dict[str, object]:
    """Return what the package of an environment holds, asked from a folder without sources."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [str(python), "-c", HELD], cwd=folder, capture_output=True, text=True, check=True
        )
    answer: dict[str, object] = json.loads(run.stdout)
    return answer


def held_by(artefact: Path) -> dict[str, object]:
    """Install an sdist or a wheel in a fresh environment and return what it holds."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([str(python), *install, str(artefact.resolve())], check=True)
        return held(python)


def main() -> int:
    """Try each artefact."""
    here = held(sys.executable)
    different = 0
    for artefact in map(Path, sys.argv[1:]):
        same = held_by(artefact) == here
        print(f"{artefact}: {'the same' if same else 'NOT THE SAME'} candidates as here")
        different += not same
    return 1 if different or len(sys.argv) == 1 else 0


if __name__ == "__main__":
    sys.exit(main())
