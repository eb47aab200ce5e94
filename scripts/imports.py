"""Imports: the files that each source file names, in Rust, Python, JavaScript and Lisp."""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import rust

# Names of the crates of the workspace, with the folder of their sources.
CRATES = {
    "quicksalt": "crates/core/src",
    "quicksalt_cli": "crates/cli/src",
    "quicksalt_command": "crates/cli/command/src",
    "quicksalt_files": "crates/files/src",
    "quicksalt_files_command": "crates/cli/files/src",
    "quicksalt_hashsig": "crates/hashsig/src",
    "quicksalt_signatures_command": "crates/cli/signatures/src",
    "quicksalt_trust": "crates/trust/src",
    "quicksalt_binding": "python/native/binding/src",
    "quicksalt_python": "python/native/quicksalt/src",
    "quicksalt_python_signatures": "python/native/signatures/src",
}
# Python packages, and the folders of the distributions that contain their modules.
PACKAGES = ("quicksalt", "quicksalt_lab")
DISTRIBUTIONS = ("python/src", "python/signatures/src", "python/lab/src")
NATIVE = {
    "quicksalt._native": CRATES["quicksalt_python"],
    "quicksalt._signatures": CRATES["quicksalt_python_signatures"],
}
# Built folders of the npm package and of the page, with their source folders.
BUILT = {"quicksalt": "wasm/js/src", "cases": "wasm/js/test/cases"}
NPM = {"quicksalt": "wasm/js/src/index.js", "quicksalt/libsodium": "wasm/js/src/libsodium.js"}
LISP_FOLDERS = ("emacs", "emacs/test")
LISP_MODULE = "quicksalt-native.so"

# Comments and strings come first, so that nothing inside them is read as an import.
SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"|\b(?:import|export)\b(?:[\w\s{},*$]*?\bfrom)?\s*(?P<quote>[\"'])(?P<named>[^\"'\n]+)(?P=quote)"
    r"|\b(?:import|require)\s*\(\s*(?P<mark>[\"'`])(?P<called>[^\"'`$\n]+)(?P=mark)"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`",
    re.DOTALL,
)
LISP = re.compile(
    r";[^\n]*|\?\\?."
    r"|\(require\s+'(?P<feature>[^\s()]+)"
    r"|\((?:autoload\s+#?'|declare-function\s+)[^\s()]+\s+\"(?P<file>[^\"]+)\""
    r"|\"(?:\\.|[^\"\\])*\"",
    re.DOTALL,
)
SUFFIXES = (".rs", ".py", ".js", ".mjs", ".cjs", ".el")


@dataclass(frozen=True)
class Reference:
    """A module that a file names."""

    named: str
    """The file of the module."""
    needed: str | None
    """The file that defines the imported name; None if not needed at run time."""
    is_shown: bool = False
    """Whether the file re-exports the name by `pub use`."""


@dataclass(frozen=True)
class Tree:
    """The source files below a folder, and what each of them imports."""

    root: Path

    @cached_property
    def files(self) -> dict[str, str]:
        """Path and text of each source file, without build output, downloads and links."""
        found = {}
        for top in ("crates", "python", "wasm", "emacs", "records", "scripts", "vectors"):
            for path in sorted((self.root / top).rglob("*")):
                ours = not {"target", ".venv", "__pycache__"} & set(path.parts)
                if ours and path.suffix in SUFFIXES and path.is_file() and not path.is_symlink():
                    found[path.relative_to(self.root).as_posix()] = path.read_text()
        return found

    @cached_property
    def references(self) -> dict[str, set[Reference]]:
        """Each file's references to other files, without test modules."""
        return {name: set(self._references(name, text)) for name, text in self.files.items()}

    @cached_property
    def imports(self) -> dict[str, set[str]]:
        """The other files that each file names."""
        return {
            name: {found.named for found in references} - {name}
            for name, references in self.references.items()
        }

    def _references(self, name: str, text: str) -> Iterator[Reference]:
        match Path(name).suffix:
            case ".rs":
                yield from self._rust(name)
            case ".py":
                yield from self._python(name, text)
            case ".el":
                yield from self._lisp(text)
            case _:
                yield from self._script(name, text)

    # Rust

    @cached_property
    def _rust_code(self) -> dict[str, str]:
        rusty = {name: text for name, text in self.files.items() if name.endswith(".rs")}
        return {name: rust.without_tests(rust.plain(text)) for name, text in rusty.items()}

    @cached_property
    def _rust_uses(self) -> dict[str, list[rust.Use]]:
        return {name: list(rust.uses(code)) for name, code in self._rust_code.items()}

    @cached_property
    def _rust_definitions(self) -> dict[str, set[str]]:
        return {name: rust.definitions(code) for name, code in self._rust_code.items()}

    def _rust(self, name: str) -> Iterator[Reference]:
        paths = [(use.path, use.is_shown) for use in self._rust_uses[name]]
        paths += [(path, False) for path in rust.paths(self._rust_code[name])]
        for path, is_shown in paths:
            if module := self._rust_module(name, path.split("::")):
                named = self._face(*module) or module[0]
                yield Reference(named, self._definition(*module), is_shown)

    def _rust_module(self, name: str, segments: list[str]) -> tuple[str, list[str]] | None:
        """Return the file of the deepest module on a path, and the rest of the path."""
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
        elif first in CRATES and not name.startswith(f"{CRATES[first]}/"):
            module = CRATES[first]
        elif self._module_file(f"{rust.module_folder(name)}/{first}"):
            module, rest = rust.module_folder(name), segments
        else:
            return None
        while rest and self._module_file(f"{module}/{rest[0]}"):
            module, rest = f"{module}/{rest[0]}", rest[1:]
        file = self._module_file(module)
        return (file, rest) if file else None

    def _face(self, file: str, rest: list[str]) -> str | None:
        """Return the file from which a crate's public face re-exports a name."""
        for use in self._rust_uses[file] if rest and file.endswith("/lib.rs") else []:
            first, *inner = use.path.split("::")
            if inner and inner[-1] == rest[0]:
                return self._module_file(f"{rust.module_folder(file)}/{first}")
        return None

    def _definition(self, file: str, rest: list[str]) -> str:
        """Return the file that defines a name of a module, following re-exports."""
        if not rest or rest[0] == "*" or rest[0] in self._rust_definitions[file]:
            return file
        for use in self._rust_uses[file]:
            path = use.path.split("::")
            if use.name == rest[0] and path[0] != rest[0]:
                module = self._rust_module(file, [*path, *rest[1:]])
                return self._definition(*module) if module else file
        for use in self._rust_uses[file]:
            module = self._rust_module(file, use.path.split("::")[:-1]) if use.name == "*" else None
            if module and rest[0] in self._rust_definitions[module[0]]:
                return module[0]
        return file

    def _module_file(self, module: str) -> str | None:
        for file in (f"{module}.rs", f"{module}/mod.rs", f"{module}/lib.rs"):
            if file in self.files:
                return file
        return None

    # Python

    def _python(self, name: str, text: str) -> Iterator[Reference]:
        module = ast.parse(text)
        typed = {
            node
            for branch in ast.walk(module)
            if isinstance(branch, ast.If) and ast.unparse(branch.test).endswith("TYPE_CHECKING")
            for child in branch.body
            for node in ast.walk(child)
        }
        for node in ast.walk(module):
            for dotted in python_names(name, node):
                if target := self._python_file(dotted):
                    yield Reference(target, None if node in typed else target)

    def _python_file(self, dotted: str) -> str | None:
        """Return the file of a dotted name's deepest module, or the native module's Rust file."""
        parts = dotted.split(".")
        if parts[0] not in PACKAGES:
            return None
        if native := NATIVE.get(".".join(parts[:2])):
            return f"{native}/lib.rs"
        for end in range(len(parts), 0, -1):
            for folder in DISTRIBUTIONS:
                stem = "/".join([folder, *parts[:end]])
                for file in (f"{stem}.py", f"{stem}/__init__.py"):
                    if file in self.files:
                        return file
        return None

    # JavaScript and Lisp

    def _script(self, name: str, text: str) -> Iterator[Reference]:
        for found in SCRIPT.finditer(text):
            named = found["named"] or found["called"]
            if named and (target := self._script_file(name, named)):
                yield Reference(target, target)

    def _script_file(self, name: str, named: str) -> str | None:
        """Return the file of an import; for a built file its source."""
        if not named.startswith("."):
            return NPM.get(named)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), named))
        folder = posixpath.basename(posixpath.dirname(path))
        if path not in self.files and folder in BUILT:
            path = f"{BUILT[folder]}/{posixpath.basename(path)}"
        return path if path in self.files else None

    def _lisp(self, text: str) -> Iterator[Reference]:
        for found in LISP.finditer(text):
            library = found["feature"] or found["file"]
            files = [f"{folder}/{library}.el" for folder in LISP_FOLDERS]
            if library == LISP_MODULE:
                files = ["crates/emacs/src/lib.rs"]
            yield from (Reference(file, file) for file in files if file in self.files)


def python_names(name: str, node: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a statement of a file imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            folder = name.rpartition("/src/")[2].split("/")[: -node.level]
            base = ".".join([*folder, *base.split(".")] if base else folder)
        yield from (f"{base}.{alias.name}" for alias in node.names)
