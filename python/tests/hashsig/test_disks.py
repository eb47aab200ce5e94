"""The store on file systems made for the test: btrfs with snapshots, ext4 without birth times."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quicksalt.hashsig import FileStore
from quicksalt.hashsig import exceptions as own
from tests import golden

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux loop devices")

OPEN = "import sys; from quicksalt.hashsig import FileStore; FileStore.open(sys.argv[1]).close()"


def run(*command: object) -> None:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{command[0]} does not work here: {done.stderr.strip() or done.returncode}")


@pytest.fixture
def mounted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Mount a new file system, created by the command that the test names."""
    make: list[str] = request.param
    if os.geteuid() != 0:
        pytest.skip("needs root to mount file systems")
    if shutil.which(make[0]) is None:
        pytest.skip(f"needs {make[0]}: install btrfs-progs or e2fsprogs")
    image, folder = tmp_path / "image", tmp_path / "mounted"
    with image.open("wb") as file:
        file.truncate(200 << 20)
    folder.mkdir()
    run(*make, image)
    run("mount", "-o", "loop", image, folder)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def after_a_boot(tmp_path: Path, path: Path) -> str:
    """Open a store under a different boot ID; return the error message."""
    boot = tmp_path / "boot"
    boot.write_text("another boot\n")
    script = 'mount --bind "$1" /proc/sys/kernel/random/boot_id && exec "$2" -c "$3" "$4"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", boot, sys.executable, OPEN, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "permission denied" in done.stderr.lower():
        pytest.skip(f"cannot simulate another boot: {done.stderr.strip()}")
    return done.stderr


@pytest.mark.parametrize("mounted", [["mkfs.btrfs", "--quiet"]], indirect=True)
def test_a_snapshot_of_btrfs_is_refused_after_a_boot(mounted: Path, tmp_path: Path) -> None:
    keys, snapshot, aside = (mounted / name for name in ("keys", "snapshot", "aside"))
    run("btrfs", "subvolume", "create", keys)
    with FileStore.create(keys / "key", 1000) as store:
        store.reserve(5)
        run("btrfs", "subvolume", "snapshot", keys, snapshot)
        store.reserve(5)
    assert after_a_boot(tmp_path, keys / "key") == ""
    # Roll back: the snapshot replaces the subvolume.
    keys.rename(aside)
    snapshot.rename(keys)
    assert "another snapshot of it" in after_a_boot(tmp_path, keys / "key")


@pytest.mark.parametrize("mounted", [["mkfs.ext4", "-q", "-I", "128"]], indirect=True)
def test_inode_generations_replace_birth_times(mounted: Path) -> None:
    """On a file system with small inodes, files lack a birth time."""
    path, backup = mounted / "key", mounted / "backup"
    with FileStore.create(path, 1000) as store:
        shutil.copyfile(path, backup)
        number = path.stat().st_ino
        # Repeat until a new file reuses the first file's inode number.
        for _ in range(20):
            store.reserve(5)
            if path.stat().st_ino == number:
                break
    shutil.copyfile(backup, path)
    assert path.stat().st_ino == number
    with pytest.raises(own.RollbackError) as caught:
        FileStore.open(path)
    golden.check_said(Path(__file__).with_name("disks.txt"), "same number", caught.value, str(path))
