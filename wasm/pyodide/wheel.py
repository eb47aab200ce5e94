"""Pack the Python package with a native module: python wasm/pyodide/wheel.py MODULE TAG FOLDER.

Prints the path of the wheel, which has the given tag (PEP 427). Its metadata come from maturin's
wheel for this machine, except the tag; equal inputs give equal bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "python/src"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP archive can store."""


def package_files(module: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the package's files, including the native module."""
    for path in sorted((SOURCES / "quicksalt").rglob("*")):
        # The links point to the other distributions.
        is_other = path.suffix == ".so" or "__pycache__" in path.parts or path.is_symlink()
        if path.is_file() and not is_other:
            yield path.relative_to(SOURCES).as_posix(), path.read_bytes()
    yield f"quicksalt/{module.name}", module.read_bytes()


def metadata_files(tag: str) -> Iterator[tuple[str, bytes]]:
    """Yield the metadata files of a wheel with this tag."""
    maturin = Path(sys.executable).parent / "maturin"
    with tempfile.TemporaryDirectory() as folder:
        command = [str(maturin), "pep517", "write-dist-info", "--metadata-directory", folder]
        subprocess.run(
            [*command, "--interpreter", sys.executable],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for path in sorted(Path(folder).rglob("*")):
            if not path.is_file():
                continue
            content = path.read_bytes()
            if path.name == "WHEEL":
                content = re.sub(rb"(?m)^Tag: .*$", b"Tag: " + tag.encode(), content)
            yield path.relative_to(folder).as_posix(), content


def record(files: dict[str, bytes], own: str) -> bytes:
    """Return the RECORD file: digests and sizes of all files except itself."""
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
        lines.append(f"{name},sha256={digest.decode()},{len(content)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()


def main() -> int:
    """Write the wheel."""
    module, tag, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    files = dict(package_files(module)) | dict(metadata_files(tag))
    info = next(name for name in files if name.endswith(".dist-info/WHEEL")).removesuffix("/WHEEL")
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    wheel = folder / f"{info.removesuffix('.dist-info')}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    print(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
