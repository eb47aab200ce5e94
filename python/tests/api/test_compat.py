"""Use quicksalt under the name of PyNaCl, in new interpreters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from quicksalt import compat


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def printed(code: str) -> str:
    """Run code that must succeed; return its output."""
    done = run("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


INSTALL = "import sys, quicksalt.compat as compat; compat.install()\n"


def test_modules_and_classes_match_this_package() -> None:
    code = INSTALL + (
        "import nacl.secret, nacl.bindings.crypto_sign, nacl.bindings.crypto_kx\n"
        "from nacl.public import Box, PrivateKey\n"
        "from nacl import utils, bindings\n"
        "import quicksalt.secret, quicksalt.public, quicksalt.bindings\n"
        "assert nacl.secret is quicksalt.secret and nacl.bindings is quicksalt.bindings\n"
        "assert nacl.bindings.crypto_kx is quicksalt.bindings.crypto_kx\n"
        "assert Box is quicksalt.public.Box\n"
        "assert callable(nacl.bindings.crypto_sign) and callable(nacl.bindings.crypto_box)\n"
        "assert sys.modules['nacl.bindings.crypto_sign'].crypto_sign is bindings.crypto_sign\n"
        "for name, module in list(sys.modules.items()):\n"
        "    if name.startswith('quicksalt'): assert module.__spec__.name == name, name\n"
        "# Which PyNaCl's modules import, and programs do not.\n"
        "print(nacl.encoding.HexEncoder.encode(nacl.hash.sha256(b'')[:4]), nacl.__version__)\n"
    )
    assert printed(code) == "b'65336230' 1.6.2"


def test_a_later_first_finder_does_not_find_pynacl() -> None:
    # pytest inserts its finder in this way for modules with names like tests.
    code = INSTALL + (
        "from importlib.machinery import PathFinder\n"
        "sys.meta_path.insert(0, PathFinder)\n"
        "import nacl.signing\n"
        "from nacl import bindings\n"
        "print(nacl.signing.__name__, bindings.__name__)\n"
    )
    assert printed(code) == "quicksalt.signing quicksalt.bindings"


def test_names_missing_in_pynacl_are_absent() -> None:
    code = INSTALL + (
        "import nacl\n"
        "for name in ('trust', 'hashsig', 'lab', 'compat', 'nothing'):\n"
        "    try: __import__(f'nacl.{name}')\n"
        "    except ModuleNotFoundError as error: assert error.name == f'nacl.{name}'\n"
        "    else: raise SystemExit(name)\n"
        "    assert not hasattr(nacl, name)\n"
    )
    assert printed(code) == ""


def test_install_fails_after_importing_pynacl() -> None:
    code = (
        "import nacl.encoding, quicksalt.compat as compat\n"
        "theirs = nacl.encoding\n"
        "try: compat.install()\n"
        "except RuntimeError as error: print(error)\n"
        "import nacl.encoding\n"
        "assert nacl.encoding is theirs and not compat.is_installed()\n"
        "compat.install(replace=True)\n"
        "import nacl.encoding\n"
        "print(nacl.encoding.__name__, compat.is_installed())\n"
    )
    assert printed(code).splitlines() == [
        "nacl is already imported; call install earlier, or pass replace=True",
        "quicksalt.encoding True",
    ]


def test_uninstall_restores_pynacl() -> None:
    code = INSTALL + (
        "compat.install()\n"
        "import nacl.hash, nacl.bindings.crypto_box\n"
        "compat.uninstall(); compat.uninstall()\n"
        "import nacl.hash, quicksalt.bindings\n"
        "there = callable(quicksalt.bindings.crypto_box)\n"
        "print(nacl.hash.__name__, there, compat.is_installed())\n"
    )
    assert printed(code) == "nacl.hash True False"


def test_str_matches_pynacl_while_it_is_installed() -> None:
    code = INSTALL + (
        "from nacl.secret import SecretBox\n"
        "box = SecretBox(bytes(32))\n"
        "print(str(box) == str(bytes(32)), repr(box))\n"
        "compat.uninstall()\n"
        "print(str(box) == repr(box))\n"
    )
    assert printed(code).splitlines() == [
        "True <quicksalt.secret.SecretBox of XSalsa20-Poly1305, key not shown>",
        "True",
    ]


PROGRAM = """
import sys
import beside
from nacl.secret import SecretBox
import quicksalt.compat
print(SecretBox.__module__, sys.argv[1:], __name__, beside.HERE, quicksalt.compat.is_installed())
"""


@pytest.mark.parametrize("by_name", [False, True], ids=["program", "module"])
def test_a_program_is_run_unedited(tmp_path: Path, by_name: bool) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "beside.py").write_text("HERE = 'here'\n")
    given = ["-m", "program"] if by_name else [str(tmp_path / "program.py")]
    done = subprocess.run(
        [sys.executable, "-m", "quicksalt.compat", *given, "--an", "argument"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path if by_name else None,
    )
    expected = "quicksalt.secret ['--an', 'argument'] __main__ here True\n"
    assert (done.stdout, done.returncode) == (expected, 0), done.stderr


def test_without_a_program_usage_is_printed() -> None:
    for given in ((), ("-m",)):
        done = run("-m", "quicksalt.compat", *given)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("usage: python -m quicksalt.compat (PROGRAM | -m MODULE)")


def test_the_version_matches_the_peer() -> None:
    import nacl

    assert nacl.__version__ == compat.PYNACL_VERSION
