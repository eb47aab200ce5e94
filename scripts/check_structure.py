"""Checks the structure of the code: python scripts/check_structure.py [ROOT].

Checks imports between rooms, cycles of files, registration of candidates in their tables, the
places of `unsafe` and of candidate crates, module descriptions, and lengths of files and functions.
Prints violations; exits with 1 if there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import cycles
import rooms
from imports import Tree
from rust import plain, without_tests

FILE_LINES = 400
FUNCTION_LINES = 60

CORE = "crates/core/src"
PRIM = f"{CORE}/prim"

# Names of kernel folders, in the folders of primitives and of shared code.
ARCHITECTURES = ["x86_64", "aarch64", "wasm32"]

# Files that may contain `unsafe`. In `prim/*/mod.rs` it is used for the type of the function
# pointers and the dispatching call; `overwrite.rs` wipes with vector stores; `process.rs` asks the
# operating system for the process's user.
UNSAFE = [
    f"{CORE}/overwrite.rs",
    f"{CORE}/process.rs",
    f"{PRIM}/*/*.rs",
    f"{PRIM}/shared/aegis/tests.rs",
    *(f"{PRIM}/{room}/{name}/*.rs" for room in ("*", "shared/*") for name in ARCHITECTURES),
    "python/native/binding/src/buffer.rs",
    "python/native/binding/src/chooser.rs",
    "python/native/binding/src/interpreter.rs",
    "crates/abi/src/*.rs",
    "crates/abi/src/*/*.rs",
    "crates/abi/tests/*.rs",
    "wasm/src/*.rs",
    "crates/cli/command/src/os/*.rs",
    "crates/ctgrind/src/memcheck.rs",
    "crates/emacs/src/env.rs",
    "crates/emacs/src/load.rs",
    "crates/emacs/src/memory_file.rs",
    "crates/emacs/src/raw.rs",
    "crates/core/tests/common/arena.rs",
    "crates/core/tests/choose/fork.rs",
    "crates/hashsig/src/fork.rs",
    "crates/hashsig/src/store/file_id.rs",
    "crates/hashsig/tests/store/fork.rs",
    "crates/hashsig/tests/store/namespaces.rs",
]
# Files that may contain `unsafe` only in `unsafe(no_mangle)`.
UNSAFE_EXPORTS_ONLY = ["wasm/src/candidates.rs"]

# Files named by a `path` attribute, which replace the module's default file.
PATH = re.compile(r'\bpath = "([^"]+)"').findall

# Folders next to the primitives that are not primitives.
NO_PRIMITIVES = ["family", "shared"]

# Data files, which may have any length.
TABLES = ["kat.rs", "rank.rs"]

# Files included as text, which are not modules.
NO_MODULES = ["crates/abi/table/*.rs"]

# A module begins with its description, after a `#!` line or Rust's attributes.
SCRIPT_HEADER = re.compile(r"(#!.*\n)?(//|/\*)")
HEADERS = {
    ".rs": re.compile(r"(#!\[.*\n|\s)*(//!|#!\[doc\b)"),
    ".el": re.compile(r";;; \S+\.el --- \w(.*\n)+?;;; Commentary:\n\n;; \S"),
    **dict.fromkeys((".js", ".mjs", ".cjs"), SCRIPT_HEADER),
}

# Files that may name candidate crates: candidates, and code for which no primitive exists.
CANDIDATE_CRATES_IN = [
    f"{PRIM}/*.rs",
    f"{PRIM}/*/*.rs",
    f"{PRIM}/*/*/*.rs",
    "crates/trust/src/verify/by_graviola.rs",
    "crates/trust/tests/verify.rs",
]
CANDIDATE_CRATES = ["graviola", "curve25519_dalek", "ed25519_compact", "blake2b_simd"]

# Only quicksalt-lab installs the terminal packages, and only its commands import them.
DRAWN = r"(?m)^\s*(from|import) (click|rich)\b"
LAB = "python/lab/src/quicksalt_lab"
UNDRAWN = [
    "python/src/quicksalt/*.py",
    "python/src/quicksalt/bindings",
    "python/signatures/src/quicksalt/hashsig",
    "python/signatures/src/quicksalt/trust",
    "python/lab/src/quicksalt/lab",
    *(f"{LAB}/{room}" for room in ("ruler", "valgrind", "grow", "profile", "html")),
]
PROCESSOR = [
    r"\btarget_feature\b",
    r"\btarget_arch\b",
    r"\bis_x86_feature_detected\b",
    r"\b(core|std)::arch\b",
]

# Names, other than names of rooms, that are forbidden in a room. The patterns apply to code without
# comments and tests. `rooms.py` checks imports of rooms; the public faces of crates and packages,
# which it does not check, are checked here.
FORBIDDEN = {
    f"{CORE}/nacl": [r"\bFeatures\b", *PROCESSOR],
    "crates/hashsig/src": PROCESSOR,
    "crates/trust/src": [r"\btarget_feature\b", r"\b(core|std)::(arch|net)\b"],
    "python/src/quicksalt/__init__.py": [r"\bquicksalt(_lab|\.lab|\.cli)\b", r"from \.(lab|cli)\b"],
    "python/src/quicksalt/__main__.py": [r"\bquicksalt(_lab|\.lab)\b"],
    **{room: [DRAWN] for room in UNDRAWN},
}


def matches(name: str, patterns: list[str]) -> bool:
    """Return whether a path matches one of the patterns, in which `*` does not match a slash."""
    return any(PurePosixPath(name).match(pattern) for pattern in patterns)


def sources(root: Path, suffix: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of each source file, without build output and downloads."""
    yield from ((n, text) for n, text in Tree(root).files.items() if n.endswith(suffix))


def primitive_folders(root: Path) -> list[Path]:
    """Return the folders of the primitives, each with its contract in `mod.rs`."""
    folders = sorted(p for p in (root / PRIM).iterdir() if (p / "mod.rs").is_file())
    return [folder for folder in folders if folder.name not in NO_PRIMITIVES]


def arrows(root: Path) -> Iterator[str]:
    """Yield forbidden imports and names."""
    yield from rooms.broken(Tree(root))
    primitives = [folder.name for folder in primitive_folders(root)]
    named = re.compile(r"\b(" + "|".join(primitives) + r")\b")
    for name, text in [*sources(root, ".rs"), *sources(root, ".py")]:
        is_rust = name.endswith(".rs")
        code = without_tests(plain(text, keep_strings=True)) if is_rust else text
        for room, patterns in FORBIDDEN.items():
            if matches(name, [room]) or name.startswith(f"{room}/"):
                for pattern in patterns:
                    if found := re.search(pattern, code):
                        yield f"{name} names {found.group().strip()}"
        if name.startswith(f"{CORE}/choose/") and (found := named.search(code)):
            yield f"{name} names the primitive {found.group()}"


def is_listed(root: Path, path: Path) -> bool:
    """Return whether the table of the primitive lists the candidate in a file."""
    of_architecture = path.parent.name in ARCHITECTURES
    group = path.parent.name if of_architecture else "any"
    table = root / path.parents[int(of_architecture)] / "mod.rs"
    listed = rf"\b{group}: [^;]*\b{path.stem}\b|\b{path.stem}::CANDIDATE\b"
    return table.is_file() and re.search(listed, plain(table.read_text())) is not None


def registration(root: Path) -> Iterator[str]:
    """Yield files that are not compiled, and candidates and primitives missing in their tables."""
    for name, text in sources(root, ".rs"):
        path = Path(name)
        if not name.startswith(f"{CORE}/") or path.name in ("lib.rs", "mod.rs"):
            continue
        beside = (root / path.parent).with_suffix(".rs")
        parents = [root / path.parent / "mod.rs", root / path.parent / "lib.rs", beside]
        parent = "".join(p.read_text() for p in parents if p.is_file())
        if not re.search(rf"\bmod {path.stem}\b", plain(parent)) and path.name not in PATH(parent):
            yield f"{name} has no mod line"
        # Code made by a macro and not listed in a table is dead code, which the compiler rejects.
        code = re.sub(r"\bmacro_rules! .*?\n}\n", "", plain(text), flags=re.DOTALL)
        if re.search(r"\bconst CANDIDATE\b", code) and not is_listed(root, path):
            yield f"{name} is not in a table"
    table = plain((root / PRIM / "mod.rs").read_text())
    face = plain((root / CORE / "lib.rs").read_text())
    for folder in primitive_folders(root):
        if f"&{folder.name}::PRIMITIVE" not in table:
            yield f"{PRIM}/{folder.name} is not in PRIMITIVES"
        if not re.search(rf"\b{folder.name}\b", face):
            yield f"{PRIM}/{folder.name} is not exported in {CORE}/lib.rs"


def architectures(root: Path) -> Iterator[str]:
    """Yield primitives that test the architecture elsewhere than at its kernel folder.

    Items of the folder that replace portable code are imported in the same file.
    """
    folder_line = r'#\[cfg\(target_arch = "(\w+)"\)\]\n(pub(\([^)]*\))? )?(mod|use) \1\b'
    elsewhere = r'#\[cfg\(not\(target_arch = "(\w+)"\)\)\]\n(pub(\([^)]*\))? )?(mod|use) \w+'
    for folder in primitive_folders(root):
        for path in sorted(folder.rglob("*.rs")):
            code = re.sub(folder_line, "", plain(path.read_text(), keep_strings=True))
            if path == folder / "mod.rs":
                code = re.sub(elsewhere, "", code)
            if path.name != "tests.rs" and re.search(r"#\[cfg\([^\]]*\btarget_arch\b", code):
                yield f"{path.relative_to(root)} has a condition on the architecture elsewhere"


def places(root: Path) -> Iterator[str]:
    """Yield files that contain `unsafe` or candidate crates without permission."""
    crates = re.compile(r"\b(" + "|".join(CANDIDATE_CRATES) + r")\s*::")
    for name, text in sources(root, ".rs"):
        code = plain(text)
        if matches(name, UNSAFE_EXPORTS_ONLY):
            code = code.replace("unsafe(no_mangle)", "")
            allowed = False
        else:
            # `unsafe fn` without a name is a pointer type in a table.
            code = re.sub(r"\bunsafe fn\(", "", code)
            allowed = matches(name, UNSAFE)
        if not allowed and re.search(r"\bunsafe\b", code):
            yield f"{name} must not contain unsafe"
        if not matches(name, CANDIDATE_CRATES_IN) and (found := crates.search(code)):
            yield f"{name} names the candidate crate {found[1]}"


def headers(root: Path) -> Iterator[str]:
    """Yield modules that do not begin with a description; tests are exempt."""
    for name, text in Tree(root).files.items():
        if rooms.TRIALS.search(name) or matches(name, NO_MODULES) or not text.strip():
            continue
        if name.endswith(".py"):
            says = ast.get_docstring(ast.parse(text)) is not None
        else:
            says = HEADERS[Path(name).suffix].match(text) is not None
        if not says:
            yield f"{name} does not begin with a description of its contents"


def lengths(root: Path) -> Iterator[str]:
    """Yield files and functions that are too long."""
    for name, text in Tree(root).files.items():
        if Path(name).name in TABLES:
            continue
        if (count := text.count("\n")) > FILE_LINES:
            yield f"{name} has {count} lines, more than {FILE_LINES}"
        if not name.endswith((".rs", ".py")):
            continue
        functions = rust_functions(plain(text)) if name.endswith(".rs") else python_functions(text)
        for function, count in functions:
            if count > FUNCTION_LINES:
                yield f"{name}: {function} has {count} lines, more than {FUNCTION_LINES}"


def rust_functions(code: str) -> Iterator[tuple[str, int]]:
    """Yield name and number of lines of each function with a body."""
    for found in re.finditer(r"\bfn (\w+)", code):
        depth, body = 0, False
        for at in range(found.end(), len(code)):
            if code[at] in "([{":
                body = body or (depth == 0 and code[at] == "{")
                depth += 1
            elif code[at] in ")]}":
                depth -= 1
            if depth == 0 and (code[at] == ";" or (body and code[at] == "}")):
                break
        if body:
            yield found[1], code.count("\n", found.start(), at) + 1


def python_functions(code: str) -> Iterator[tuple[str, int]]:
    """Yield name and number of lines of each function."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def problems(root: Path) -> list[str]:
    """Return all problems of the tree."""
    checks = (arrows, registration, architectures, places, headers, lengths)
    found = [problem for check in checks for problem in check(root)]
    return found + list(cycles.faults(Tree(root)))


def main() -> int:
    """Print all problems."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    found = problems(root)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
