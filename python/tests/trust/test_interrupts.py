"""An interrupted load leaves the store unchanged and blocks no other thread."""

from __future__ import annotations

import subprocess
import sys

import pytest

DEADLINE = 100
"""Seconds after which a program counts as hung."""

PROGRAM = """
import signal
import sys
import threading
from pathlib import Path
from quicksalt.lab.growth import certificates
from quicksalt.trust import TrustStore

def interrupt(*_):
    raise KeyboardInterrupt

pem = next(certificates.blocks(1)).encode()
path = Path(sys.argv[1])
path.write_bytes(pem)
many = pem * (256_000_000 // len(pem))
with path.open("ab") as file:
    file.truncate(1 << 30)
store = TrustStore()
signal.signal(signal.SIGALRM, interrupt)
waiting = threading.Thread(target=lambda: [len(store) for _ in range(100_000)])
waiting.start()
signal.setitimer(signal.ITIMER_REAL, 0.01)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", len(store), store.report.loaded)
waiting.join()
store.add(pem)
print(len(store))
"""

WORK = {"bytes": "store.add(many)", "a file": "store.add_paths(path)"}


@pytest.mark.skipif(sys.platform == "win32", reason="sets a timer")
@pytest.mark.parametrize("name", WORK)
def test_an_interrupt_undoes_a_load(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first certificate is loaded long before the interrupt is noticed."""
    path = tmp_path_factory.mktemp("load") / "bundle"
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(work=WORK[name]), path],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("interrupted 0 0\n1\n", "")
