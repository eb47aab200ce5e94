"""Packages the crates and runs their tests from the packages: `make crates`.

Each package is unpacked into a separate folder outside the repository, where its tests run;
arguments are passed to `cargo test`, such as `--test nacl`. Exits with 1 if a test fails.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
CRATES = ("quicksalt", "quicksalt-abi", "quicksalt-files", "quicksalt-hashsig", "quicksalt-trust")


def packaged(target: Path) -> list[Path]:
    """Create the packages and return their archives."""
    names = [f"--package={name}" for name in CRATES]
    command = ["cargo", "package", "--no-verify", "--allow-dirty", "--quiet", *names]
    subprocess.run(
        command, cwd=ROOT, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, check=True
    )
    found = sorted((target / "package").glob("*.crate"))
    assert len(found) == len(CRATES), found
    return found


def tested(folder: Path, others: dict[str, Path], arguments: list[str]) -> bool:
    """Run the tests of an unpacked crate; the other crates replace the registry's."""
    patches = [
        f"--config=patch.crates-io.{name}.path={os.fspath(path)!r}"
        for name, path in others.items()
        if path != folder
    ]
    # In the repository a dev-dependency on the crate itself enables features; packages lack it.
    command = ["cargo", "test", "--quiet", "--all-features", *patches, *arguments]
    # Optimise as in the repository, because packages do not contain its profile.
    levels = {"CARGO_PROFILE_TEST_OPT_LEVEL": "2", "CARGO_PROFILE_DEV_OPT_LEVEL": "2"}
    return subprocess.run(command, cwd=folder, env={**os.environ, **levels}).returncode == 0


def main() -> int:
    """Package, unpack, test."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").resolve()
    with tempfile.TemporaryDirectory() as name:
        folders = {}
        for archive in packaged(target):
            with tarfile.open(archive) as tar:
                tar.extractall(name, filter="data")
            crate = archive.name.removesuffix(".crate").rpartition("-")[0]
            folders[crate] = Path(name) / archive.name.removesuffix(".crate")
        os.environ["CARGO_TARGET_DIR"] = str(target / "crates")
        good = [tested(folder, folders, sys.argv[1:]) for folder in folders.values()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
