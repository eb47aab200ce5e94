"""All native modules of a process share one choice of candidates, in any load order."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

pytest.importorskip("quicksalt._signatures")

ROUTINES = """
import json, os, sys

def load(name):
    return __import__(name, fromlist=["explain"])

def chosen(module):
    rows = json.loads(module.explain())
    return {(r["operation"], c["from"]): c.get("candidate") for r in rows for c in r["classes"]}

def agree():
    from quicksalt import _native, _signatures
    assert _signatures.explain() == _native.explain()
    return chosen(_signatures)

def in_child(work):
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""

MODULES = ("quicksalt._native", "quicksalt._signatures", "quicksalt.hashsig", "quicksalt.trust")


def run(program: str, **environment: str) -> str:
    """Run a program in a new process; return its output."""
    found = subprocess.run(
        [sys.executable, "-c", ROUTINES + program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("order", list(permutations(MODULES)), ids=" ".join)
def test_a_force_reaches_modules_loaded_before_and_after(order: tuple[str, ...]) -> None:
    run(f"""
for number, name in enumerate({order!r}):
    load(name)
    import quicksalt
    # Before the next module loads, and after this one has cached answers.
    for candidate in ("auto", "portable"):
        quicksalt.use("sha256", candidate)
        in_child(lambda: agree())
        if "quicksalt._signatures" in sys.modules:
            agree()
    in_child(lambda: (quicksalt.use("sha256", "auto"), agree()))
found = agree()
assert {{v for (o, _), v in found.items() if o.startswith("sha256.")}} == {{"portable"}}
""")


def test_a_policy_reaches_both_and_its_error_is_one_class() -> None:
    run("""
import quicksalt
from quicksalt import exceptions
from quicksalt.hashsig import slhdsa

def refused():
    try:
        slhdsa.SigningKey.generate("SLH-DSA-SHA2-128f")
    except exceptions.UnavailableError as error:
        return "sha256" in str(error) and "verified" in str(error)

assert not refused()
quicksalt.set_policy("verified")
assert refused()
agree()
in_child(lambda: (quicksalt.set_policy("fastest"), refused() and os._exit(1)))
assert refused()
quicksalt.set_policy("fastest")
assert not refused()
agree()
""")


def test_the_environment_is_followed_by_both() -> None:
    run(
        """
import quicksalt.hashsig
assert {v for (o, _), v in agree().items() if o.startswith("sha256.")} == {"portable"}
assert quicksalt.policy() == "checked"
""",
        QUICKSALT_USE="sha256=portable",
        QUICKSALT_POLICY="checked",
    )


def test_an_unknown_policy_of_the_environment_bars_all_in_both() -> None:
    run(
        """
import warnings
warnings.simplefilter("ignore")
import quicksalt
from quicksalt import exceptions
from quicksalt.hashsig import slhdsa
generate = slhdsa.SigningKey.generate
for call in (lambda: quicksalt.hash.sha256(b""), lambda: generate("SLH-DSA-SHA2-128f")):
    try:
        call()
    except exceptions.UnavailableError as error:
        assert "QUICKSALT_POLICY" in str(error)
    else:
        raise SystemExit("a call has run")
""",
        QUICKSALT_POLICY="surprising",
    )


def test_a_new_record_reaches_both(tmp_path: Path) -> None:
    run(
        """
import quicksalt
from quicksalt import _native
agree()
_native.record_save([("sha256.hash", 0, "portable", "")])
found = agree()
assert found["sha256.hash", 0] == "portable"
assert [row["classes"][0]["reason"] for row in json.loads(load("quicksalt._signatures").explain())
        if row["operation"] == "sha256.hash"] == ["record"]
""",
        QUICKSALT_RECORD=str(tmp_path / "record"),
    )


def test_threads_that_force_meanwhile_leave_no_stale_answer() -> None:
    run("""
import threading
import quicksalt
from quicksalt import _signatures
from quicksalt.hashsig import slhdsa
key = slhdsa.SigningKey.generate("SLH-DSA-SHA2-128f")
over = threading.Event()

def explain():
    while not over.is_set():
        _signatures.explain()

threads = [threading.Thread(target=explain) for _ in range(2)]
for thread in threads:
    thread.start()
for turn in range(300):
    quicksalt.use("sha256", ("portable", "auto")[turn % 2])
    found = {v for (o, _), v in chosen(_signatures).items() if o == "sha256.hash"}
    assert ("portable" in found) == (turn % 2 == 0) or found == {"portable"}, (turn, found)
over.set()
for thread in threads:
    thread.join()
quicksalt.use("sha256", "portable")
agree()
key.public_key.verify(b"m", key.sign(b"m"))
""")


CAPSULE = """
import ctypes
from quicksalt import _native
api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
content, name = ctypes.create_string_buffer(b"0.0.9-other-1.95.0", 256), {name!r}
_native._chooser = api.PyCapsule_New(ctypes.addressof(content), name, None)
"""


@pytest.mark.parametrize(
    ("before", "named"),
    [
        (CAPSULE.format(name=b"quicksalt.chooser.1"), "has 0.0.9-other-1.95.0"),
        (CAPSULE.format(name=b"quicksalt.chooser.0"), "lacks the capsule quicksalt.chooser.1"),
        ("from quicksalt import _native\ndel _native._chooser\n", "install both from one release"),
    ],
    ids=["build", "version", "older"],
)
def test_a_module_of_another_build_is_refused(before: str, named: str) -> None:
    out = run(f"""
{before}
for name in ("quicksalt._signatures", "quicksalt.hashsig", "quicksalt.trust"):
    try:
        load(name)
    except ImportError as error:
        print(error)
""")
    assert out.count(named) == 3, out
    assert len(out.splitlines()) == 3
