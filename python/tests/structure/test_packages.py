"""Import rules between the library, the command, its views and the lab."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

import quicksalt

PYTHON = Path(__file__).parents[2]
SOURCES = PYTHON / "src"
EXTRAS = {"click", "rich"}


def modules(package: str) -> dict[str, Path]:
    """Return the modules of a package by name."""
    found = {}
    for path in (SOURCES / package).rglob("*.py"):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path) -> Iterator[str]:
    """Yield all imports of a file, including in functions and blocks for type checkers."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


LIBRARY = {
    name: path
    for name, path in modules("quicksalt").items()
    if name.split(".")[1:2] not in (["lab"], ["cli"], ["__main__"])
}
LAB = modules("quicksalt_lab")


def test_the_lab_imports_nothing_of_quicksalt() -> None:
    assert len(LAB) > 40
    for name, path in LAB.items():
        assert "quicksalt" not in {what.partition(".")[0] for what in imported(path)}, name


def test_the_library_imports_nothing_of_the_lab_or_of_an_extra() -> None:
    assert len(LIBRARY) > 40
    for name, path in LIBRARY.items():
        tops = {what.partition(".")[0] for what in imported(path)}
        assert not tops & (EXTRAS | {"quicksalt_lab"}), name
        rooms = {".".join(what.split(".")[:2]) for what in imported(path)}
        assert not rooms & {"quicksalt.lab", "quicksalt.cli"}, name


# Imports the given modules while some packages cannot be imported.
BLOCKED = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ImportError(f"{name} is blocked", name=name)

blocked = set(sys.argv[1].split(","))
sys.meta_path.insert(0, Blocked())
for name in sys.argv[2:]:
    importlib.import_module(name)
"""


@pytest.mark.parametrize(
    ("blocked", "names"),
    [
        ("quicksalt", sorted(LAB)),
        ("click,rich,quicksalt_lab", sorted(set(LIBRARY) - {"quicksalt.hashsig.postgres"})),
    ],
)
def test_each_package_imports_without_the_others(blocked: str, names: list[str]) -> None:
    argv = [sys.executable, "-c", BLOCKED, blocked, *names]
    ended = subprocess.run(argv, check=False, capture_output=True, text=True)
    assert ended.stderr == ""


USED = """
import quicksalt as nacl
box = nacl.secret.SecretBox(bytes(32))
assert box.decrypt(box.encrypt(b"attack at dawn")) == b"attack at dawn"
nacl.signing.SigningKey.generate()
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an environment with only the distribution quicksalt."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", asked], check=True, capture_output=True, text=True)
    # The links point to the other distributions.
    links = {path.name for path in (SOURCES / "quicksalt").iterdir() if path.is_symlink()}
    ignored = shutil.ignore_patterns("__pycache__", *links)
    shutil.copytree(SOURCES / "quicksalt", Path(site.stdout.strip(), "quicksalt"), ignore=ignored)
    return python


def test_alone_the_library_works(bare: Path, tmp_path: Path) -> None:
    ended = subprocess.run(
        [bare, "-c", USED], check=False, capture_output=True, text=True, cwd=tmp_path
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_alone_the_command_tells_its_version(bare: Path, tmp_path: Path) -> None:
    argv = [bare, "-m", "quicksalt", "--version"]
    ended = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=tmp_path)
    told = f"quicksalt {quicksalt.__version__}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, told, "")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--help", 0),
        ("", 2),
        ("keygen", 0),
        ("encrypt --help", 0),
        ("rac", 2),
    ],
)
def test_alone_native_commands_run(words: str, code: int, bare: Path, tmp_path: Path) -> None:
    argv = [bare, "-m", "quicksalt", *words.split()]
    ended = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert ended.returncode == code, ended.stderr
    assert "pip install" not in ended.stderr


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ("race", "lab"),
        ("lab --help", "lab"),
        ("hashsig sign key file", "signatures"),
        ("trust list", "signatures"),
    ],
)
def test_alone_the_command_says_what_to_install(
    words: str, word: str, bare: Path, tmp_path: Path
) -> None:
    argv = [bare, "-m", "quicksalt", *words.split()]
    ended = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert ended.stderr.endswith(
        f"is in quicksalt-{word}, which is not installed: "
        f"in a clone of quicksalt, pip install ./python/{word}\n"
    )
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "word"), [("hashsig", "signatures"), ("trust", "signatures"), ("lab", "lab")]
)
def test_alone_an_import_says_what_to_install(
    name: str, word: str, bare: Path, tmp_path: Path
) -> None:
    argv = [bare, "-c", f"import quicksalt.{name}"]
    ended = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert f"quicksalt.{name} is in quicksalt-{word}, which is not" in ended.stderr


def test_all_that_is_built_together_has_one_set_of_features() -> None:
    """One module's build serves the next one if both have the same features."""
    found: dict[str, set[str]] = {}
    for package in ("quicksalt-module", "quicksalt-signatures-module"):
        command = ["cargo", "tree", "--package", package, "--edges", "normal", "--prefix", "none"]
        lines = subprocess.check_output([*command, "--format", "{p} [{f}]"], cwd=PYTHON, text=True)
        for line in set(lines.splitlines()):
            name, _, features = line.removesuffix(" (*)").rpartition(" [")
            found.setdefault(name, set()).add(features)
    assert {name: sets for name, sets in found.items() if len(sets) > 1} == {}


def test_the_distributions_are_of_one_release() -> None:
    version = tomllib.loads((PYTHON.parent / "Cargo.toml").read_text())["workspace"]["package"][
        "version"
    ]
    lab, signatures = (
        tomllib.loads((PYTHON / word / "pyproject.toml").read_text())["project"]
        for word in ("lab", "signatures")
    )
    assert lab["version"] == version
    for project in (lab, signatures):
        assert f"quicksalt=={version}" in project["dependencies"]


def test_classifiers_say_what_a_wheel_can_do() -> None:
    project = tomllib.loads((PYTHON.parent / "pyproject.toml").read_text())["project"]
    module = tomllib.loads((PYTHON / "native/quicksalt/module/Cargo.toml").read_text())
    features = module["dependencies"]["pyo3"]["features"]
    free = [name for name in project["classifiers"] if "Free Threading" in name]
    # Free-threaded Python cannot load a wheel for the stable ABI of 3.11.
    assert ("abi3-py311" in features) != bool(free)
