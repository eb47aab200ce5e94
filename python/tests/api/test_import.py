"""What an import costs and does, seen from new interpreters."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def python(code: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter."""
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def printed(code: str, **environment: str) -> str:
    """Run code that must succeed, and return what it prints."""
    run = python(code, **environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


@pytest.mark.parametrize(
    "module",
    [
        "bindings",
        "choice",
        "encoding",
        "exceptions",
        "hash",
        "hashsig",
        "public",
        "secret",
        "signing",
        "trust",
        "utils",
    ],
)
def test_every_module_comes_by_itself(module: str) -> None:
    assert printed(f"import quicksalt as nacl; print(nacl.{module}.__name__)").endswith(module)


def test_an_import_loads_little() -> None:
    """Without the modules of the standard library that cost more than the package itself."""
    heavy = "base64 click dataclasses enum importlib.util inspect re rich subprocess typing"
    path = os.path.dirname(os.path.dirname(os.path.abspath(__import__("quicksalt").__file__)))
    code = f"""
import sys
sys.path.append({path!r})
import quicksalt
import quicksalt.public, quicksalt.secret, quicksalt.signing
print(*sorted(set({heavy!r}.split()) & set(sys.modules)))
"""
    run = python(code, "-I", "-S")
    assert (run.returncode, run.stdout.strip()) == (0, ""), run.stderr


def test_the_bare_package_loads_nothing_native() -> None:
    assert printed("import sys, quicksalt; print('quicksalt._native' in sys.modules)") == "False"


def test_a_candidate_is_forced_by_the_environment() -> None:
    code = (
        "import quicksalt\n"
        "chosen = {o['operation']: {c['candidate'] for c in o['classes']}\n"
        "          for o in quicksalt.explain()}\n"
        "print(chosen['sha256.hash'], chosen['x25519.base'], quicksalt.policy())\n"
    )
    shown = printed(code, QUICKSALT_USE="sha256=portable, x25519.base=portable")
    assert shown == "{'portable'} {'portable'} fastest"
    assert printed(code, QUICKSALT_POLICY="verified").endswith(" verified")
    assert printed(code, QUICKSALT_USE="", QUICKSALT_POLICY="").endswith(" fastest")


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("QUICKSALT_USE", "sha256=fastest", "expected auto, "),
        ("QUICKSALT_USE", "sha257=portable", "expected one of "),
        ("QUICKSALT_USE", "sha256.mash=portable", "expected one of hash"),
        ("QUICKSALT_USE", "portable", "expected primitive=candidate"),
        ("QUICKSALT_POLICY", "quickest", "expected fastest, checked, verified or verified,checked"),
    ],
)
def test_an_unknown_name_in_the_environment_is_told(
    variable: str, value: str, expected: str
) -> None:
    code = (
        "try:\n"
        "    import quicksalt\n"
        "except ValueError as error:\n"
        "    print(type(error).__module__, error)\n"
    )
    shown = printed(code, **{variable: value})
    assert shown.startswith(f"quicksalt.exceptions {variable}: ")
    assert expected in shown
