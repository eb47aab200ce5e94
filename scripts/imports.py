"""Who imports whom: the files that each source file names, in Rust and in Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import rust

# Names of the crates of the workspace, with the folder of their sources.
CRATES = {
    "quicksalt": "crates/core/src",
    "quicksalt_files": "crates/files/src",
    "quicksalt_hashsig": "crates/hashsig/src",
    "quicksalt_trust": "crates/trust/src",
    "quicksalt_python": "python/src",
}
PACKAGES = {"quicksalt": "python/quicksalt", "quicksalt_lab": "python/quicksalt_lab"}


@dataclass(frozen=True)
class Tree:
    """The source files below a folder, and what each of them imports."""

    root: Path

    @cached_property
    def files(self) -> dict[str, str]:
        """Path and text of each source file, built and fetched ones left out."""
        found = {}
        for top in ("crates", "python", "wasm", "records", "scripts", "vectors"):
            for path in sorted((self.root / top).rglob("*")):
                ours = not {"target", ".venv", "__pycache__"} & set(path.parts)
                if ours and path.suffix in (".rs", ".py") and path.is_file():
                    found[path.relative_to(self.root).as_posix()] = path.read_text()
        return found

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """The files that each file names, itself left out; tests inside of files left out."""
        return {
            name: {target for target in self._named(name, text) if target != name}
            for name, text in self.files.items()
        }

    def _named(self, name: str, text: str) -> Iterator[str]:
        resolve = self._rust if name.endswith(".rs") else self._python
        yield from resolve(name, text)

    def _rust(self, name: str, text: str) -> Iterator[str]:
        code = rust.without_tests(rust.plain(text))
        for path in rust.paths(code):
            if target := self._rust_file(name, path.split("::")):
                yield target

    def _rust_file(self, name: str, segments: list[str]) -> str | None:
        """Return the file in which a path ends: the deepest module on its way."""
        source = next((s for s in CRATES.values() if name.startswith(f"{s}/")), None)
        own = f"{name.split('/src/')[0]}/src" if "/src/" in name else None
        first, *rest = segments
        if first == "crate" and own:
            module = own
        elif first in ("super", "self") and (source or own):
            module = rust.module_folder(name)
            rest = segments
            while rest and rest[0] in ("super", "self"):
                if rest[0] == "super":
                    module = module.rpartition("/")[0]
                rest = rest[1:]
        elif first in CRATES and self._is_other_crate(name, first):
            module = CRATES[first]
        elif self._module_file(f"{rust.module_folder(name)}/{first}"):
            module, rest = rust.module_folder(name), segments
        else:
            return None
        for segment in rest:
            if not self._module_file(f"{module}/{segment}"):
                return self._shown(module, segment) or self._module_file(module)
            module = f"{module}/{segment}"
        return self._module_file(module)

    def _shown(self, module: str, name: str) -> str | None:
        """Return the file from which the face of a crate takes a name that it shows."""
        face = f"{module}/lib.rs"
        for path in rust.paths(rust.without_tests(rust.plain(self.files.get(face, "")))):
            first, *rest = path.split("::")
            if rest and rest[-1] == name:
                return self._module_file(f"{module}/{first}")
        return None

    def _is_other_crate(self, name: str, crate: str) -> bool:
        return not name.startswith(f"{CRATES[crate]}/")

    def _module_file(self, module: str) -> str | None:
        for file in (f"{module}.rs", f"{module}/mod.rs", f"{module}/lib.rs"):
            if file in self.files:
                return file
        return None

    def _python(self, name: str, text: str) -> Iterator[str]:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._python_file(alias.name)
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    folder = name.split("/")[1 : -node.level]
                    base = ".".join([*folder, *base.split(".")] if base else folder)
                for alias in node.names:
                    yield from self._python_file(f"{base}.{alias.name}")

    def _python_file(self, dotted: str) -> Iterator[str]:
        """Yield the file of the deepest module of a dotted name; the native one is Rust's."""
        parts = dotted.split(".")
        if parts[0] not in PACKAGES:
            return
        if parts[:2] == ["quicksalt", "_native"]:
            yield "python/src/lib.rs"
            return
        for end in range(len(parts), 0, -1):
            stem = "/".join([PACKAGES[parts[0]], *parts[1:end]])
            for file in (f"{stem}.py", f"{stem}/__init__.py"):
                if file in self.files:
                    yield file
                    return
