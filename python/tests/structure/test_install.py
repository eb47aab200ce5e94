"""`make abi`: where it installs the C library, and its linker hints; cargo is a stub."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CARGO = """#!/bin/sh
mkdir -p "$CARGO_TARGET_DIR/release"
echo shared > "$CARGO_TARGET_DIR/release/libquicksalt_abi.so"
echo static > "$CARGO_TARGET_DIR/release/libquicksalt_abi.a"
"""
# The dynamic linker searches SEARCHED; without arguments, ldconfig rebuilds the cache.
LDCONFIG = """#!/bin/sh
if [ $# -gt 0 ]; then echo "$SEARCHED: (from <builtin>:0)"; else echo > "$SEARCHED/cache"; fi
"""


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a folder of stubs."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name, text in {
        "cargo": CARGO,
        "ldconfig": LDCONFIG,
        "id": "#!/bin/sh\necho $USER_ID\n",
    }.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return folder


def install(
    tools: Path, *prefix: str, path: str | None = None, **variables: object
) -> tuple[int, str]:
    """Run the script in the parent of the tools' folder; return its status and output."""
    env = {
        "PATH": path or f"{tools}{os.pathsep}{os.environ['PATH']}",
        "CARGO_TARGET_DIR": tools.parent / "target",
        "USER_ID": 0,
        **variables,
    }
    done = subprocess.run(
        [ROOT / "crates/abi/install.sh", *prefix],
        cwd=tools.parent,
        env={name: str(value) for name, value in env.items()},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def described(folder: Path) -> dict[str, str]:
    """Return the variables of the pkg-config file below a library folder."""
    lines = (folder / "pkgconfig/quicksalt.pc").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_a_prefix_may_be_relative(tools: Path, tmp_path: Path) -> None:
    assert install(tools, "prefix")[0] == 0
    lib = tmp_path / "prefix/lib"
    assert (lib / "libquicksalt.so").read_text() == "shared\n"
    assert (lib / "quicksalt/libsodium.a").read_text() == "static\n"
    assert (tmp_path / "prefix/include/quicksalt/sodium.h").is_file()
    assert described(lib)["prefix"] == str(tmp_path / "prefix")
    assert described(lib)["libdir"] == "${prefix}/lib"


def test_the_library_goes_where_libdir_says(tools: Path, tmp_path: Path) -> None:
    inside, outside = tmp_path / "prefix/lib/x86_64-linux-gnu", tmp_path / "lib64"
    for lib, said in ((inside, "${prefix}/lib/x86_64-linux-gnu"), (outside, str(outside))):
        assert install(tools, str(tmp_path / "prefix"), LIBDIR=lib)[0] == 0
        assert (lib / "libquicksalt.so").read_text() == "shared\n"
        assert described(lib)["libdir"] == said


def test_a_package_is_built_below_destdir(tools: Path, tmp_path: Path) -> None:
    status, said = install(tools, "/usr", DESTDIR=tmp_path / "package", LIBDIR="/usr/lib64")
    assert (status, said) == (0, "")
    lib = tmp_path / "package/usr/lib64"
    assert (lib / "quicksalt/libsodium.so").read_text() == "shared\n"
    assert described(lib) | {"libdir": "${prefix}/lib64"} == described(lib)
    assert (tmp_path / "package/usr/include/quicksalt/sodium.h").is_file()


def test_the_cache_of_the_linker_is_made_anew_or_named(tools: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    lib = prefix / "lib"
    status, said = install(tools, str(prefix), SEARCHED="/elsewhere")
    assert (status, f"-Wl,-rpath,{lib}" in said) == (0, True)
    status, said = install(tools, str(prefix), SEARCHED=lib, USER_ID=1000)
    assert (status, "ldconfig" in said, (lib / "cache").exists()) == (0, True, False)
    status, said = install(tools, str(prefix), SEARCHED=lib)
    assert (status, said, (lib / "cache").exists()) == (0, "", True)


def test_missing_tools_are_named(tools: Path) -> None:
    assert "PREFIX" in install(tools)[1]
    (tools / "cargo").unlink()
    for name in ("bash", "dirname", "sed"):
        (tools / name).symlink_to(shutil.which(name) or name)
    status, said = install(tools, "prefix", path=str(tools))
    assert (status, "cargo" in said, said.count("\n")) == (3, True, 1)


@pytest.mark.parametrize(("cargo", "is_refused"), [("1.65.0", True), ("1.1000.0", False)])
def test_an_old_rust_is_refused_with_the_version_that_is_needed(
    tools: Path, cargo: str, is_refused: bool
) -> None:
    (tools / "cargo").write_text(f"#!/bin/sh\necho cargo {cargo}\n")
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/backend.py"],
        env={"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    least = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["rust-version"]
    assert (done.returncode, done.stderr.count("\n")) == (int(is_refused), int(is_refused))
    assert not is_refused or (least in done.stderr and cargo in done.stderr)
