"""Cost and effects of an import, measured in new interpreters."""

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
    """Run code that must succeed; return its output."""
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
def test_every_module_imports_on_its_own(module: str) -> None:
    assert printed(f"import quicksalt as nacl; print(nacl.{module}.__name__)").endswith(module)


def test_an_import_loads_little() -> None:
    """Importing must not load standard library modules that cost more than the package."""
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


UNHONOURED = [
    ("QUICKSALT_USE", "sha256=fastest", "expected auto, "),
    ("QUICKSALT_USE", "sha257=portable", "expected one of "),
    ("QUICKSALT_USE", "sha256.mash=portable", "expected one of hash"),
    ("QUICKSALT_USE", "portable", "expected primitive=candidate"),
    ("QUICKSALT_POLICY", "quickest", "expected fastest, checked, verified or verified,checked"),
]


@pytest.mark.parametrize(("variable", "value", "expected"), UNHONOURED)
def test_a_strict_import_refuses_what_cannot_be_honoured(
    variable: str, value: str, expected: str
) -> None:
    code = (
        "try:\n"
        "    import quicksalt\n"
        "except ValueError as error:\n"
        "    print(type(error).__module__, error)\n"
    )
    shown = printed(code, QUICKSALT_STRICT="1", **{variable: value})
    assert shown.startswith(f"quicksalt.exceptions {variable}: ")
    assert expected in shown


@pytest.mark.parametrize("strict", ["", "0"])
@pytest.mark.parametrize(("variable", "value", "expected"), UNHONOURED)
def test_an_import_warns_of_what_cannot_be_honoured(
    variable: str, value: str, expected: str, strict: str
) -> None:
    code = (
        "import warnings\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    import quicksalt\n"
        "    import quicksalt\n"
        "(one,) = caught\n"
        "print(one.category.__module__, one.category.__name__, one.filename, one.lineno)\n"
        "print(one.message)\n"
    )
    shown = printed(code, QUICKSALT_STRICT=strict, **{variable: value}).splitlines()
    assert shown[0] == "quicksalt.environment EnvironmentWarning <string> 4"
    assert shown[1].startswith(f"{variable}: ")
    assert expected in shown[1]


def test_a_warning_is_seen_by_default() -> None:
    run = python("import quicksalt", QUICKSALT_USE="sha257=portable,sha258=portable")
    assert run.returncode == 0
    assert run.stderr.count("EnvironmentWarning: QUICKSALT_USE: unknown primitive") == 2


def test_valid_entries_after_an_invalid_one_apply() -> None:
    code = (
        "import quicksalt\n"
        "report = {o['operation']: o for o in quicksalt.explain()}\n"
        "print(*(c['candidate'] for c in report['sha256.hash']['classes']))\n"
    )
    forced = "sha256=gone,sha256=portable,,x25519,poly1305=avx1024"
    assert set(printed(code, QUICKSALT_USE=forced).split()) == {"portable"}


def test_an_unknown_policy_is_an_error_at_every_call_until_one_is_set() -> None:
    code = (
        "import quicksalt\n"
        "from quicksalt import bindings, exceptions, hashsig\n"
        "def refused(call):\n"
        "    try:\n"
        "        call()\n"
        "    except exceptions.UnavailableError as error:\n"
        "        return 'QUICKSALT_POLICY is not a known policy' in str(error)\n"
        "box = lambda: quicksalt.secret.SecretBox(bytes(32)).encrypt(b'', bytes(24))\n"
        "calls = [lambda: bindings.crypto_hash_sha256(b''), quicksalt.policy, box,\n"
        "         quicksalt.signing.SigningKey.generate, quicksalt.public.PrivateKey.generate]\n"
        "print([refused(call) for call in calls])\n"
        "print({c['reason'] for o in quicksalt.explain() for c in o['classes']})\n"
        "quicksalt.set_policy('checked')\n"
        "for call in calls: call()\n"
        "print(quicksalt.policy())\n"
    )
    shown = printed(code, QUICKSALT_POLICY="chekced").splitlines()
    assert shown == [str([True] * 5), "{'barred'}", "checked"]


def test_bytes_that_are_no_text_are_warned_of() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import quicksalt; print(quicksalt.policy())"],
        env={**os.environb, b"QUICKSALT_USE": b"sha256=\xff,sha512=portable"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, b"fastest"), run.stderr
    assert run.stderr.count(b"EnvironmentWarning: QUICKSALT_USE: sha256: ") == 1
