"""Contents of the crates' packages, as listed by `cargo package`."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
CRATES = {
    "quicksalt": "core",
    "quicksalt-abi": "abi",
    "quicksalt-files": "files",
    "quicksalt-hashsig": "hashsig",
    "quicksalt-trust": "trust",
}


def cargo(*arguments: str) -> str:
    """Run cargo without a network and return its output."""
    command = ["cargo", *arguments, "--offline"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@cache
def metadata() -> dict[str, dict[str, Any]]:
    """Return the metadata from the manifests of the workspace."""
    packages = json.loads(cargo("metadata", "--no-deps", "--format-version=1"))["packages"]
    return {package["name"]: package for package in packages}


def listed(crate: str) -> set[str]:
    """Return the files of a package."""
    return set(cargo("package", "--list", "--allow-dirty", f"--package={crate}").splitlines())


@pytest.mark.parametrize("crate", CRATES)
def test_a_package_has_licences_a_page_and_what_its_tests_read(crate: str) -> None:
    files = listed(crate)
    assert {"LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"} <= files
    vectors = {name for name in files if name.startswith("vectors/")}
    here = {
        "quicksalt": {path.name for path in (ROOT / "vectors").glob("*.json")},
        "quicksalt-abi": set(),
        "quicksalt-files": {f"age/{path.name}" for path in (ROOT / "vectors/age").glob("*.json")},
        "quicksalt-hashsig": {
            f"hashsig/{p.name}" for p in (ROOT / "vectors/hashsig").glob("*.json")
        },
        "quicksalt-trust": {
            f"trust/{path.name}" for path in (ROOT / "vectors/trust").glob("*.json")
        },
    }
    named = here[crate] | {"VECTORS.md"} if here[crate] else set()
    assert vectors == {f"vectors/{name}" for name in named}


@pytest.mark.parametrize("crate", CRATES)
def test_a_manifest_says_what_a_registry_asks(crate: str) -> None:
    package = metadata()[crate]
    assert package["description"]
    assert package["repository"]
    assert package["license"] == "MIT OR Apache-2.0"
    assert package["readme"] == "README.md"
    assert 3 <= len(package["keywords"]) <= 5
    assert "cryptography" in package["categories"]


def test_the_page_of_the_core_names_its_features_and_the_oldest_compiler() -> None:
    package = metadata()["quicksalt"]
    page = (ROOT / "crates/core/README.md").read_text()
    for feature in set(package["features"]) - {"default"}:
        assert f"| `{feature}`" in page
    version = package["rust_version"]
    assert f"Rust {version}" in page
    assert f"({version} or newer)" in (ROOT / "README.md").read_text()


def test_the_project_url_is_defined_in_one_place() -> None:
    script = ROOT / "scripts/urls.py"
    run = subprocess.run([sys.executable, script, "--check"], check=False, capture_output=True)
    assert (run.returncode, run.stdout) == (0, b""), "run python scripts/urls.py"
