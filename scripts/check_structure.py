"""Checks the structure of the code: python scripts/check_structure.py [ROOT].

Arrows between the rooms, cycles of files, candidates registered in their tables, `unsafe` and
candidate crates in their places, what a module says of itself, lengths of files and functions.
Prints what is wrong; exits 1 if anything is.
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

# Folders of kernels, in those of the primitives and of what primitives share.
ARCHITECTURES = ["x86_64", "aarch64", "wasm32"]

# Where the word `unsafe` may stand. In `prim/*/mod.rs` it is the type of the function pointers and
# the one dispatching call; `overwrite.rs` wipes by vectors; `process.rs` asks the operating system
# who runs the process.
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
# In these it may stand nowhere but in `unsafe(no_mangle)`.
UNSAFE_EXPORTS_ONLY = ["wasm/src/candidates.rs"]

# The files that an attribute names, each of which takes the place of the module's own.
PATH = re.compile(r'\bpath = "([^"]+)"').findall

# Folders beside the primitives.
NO_PRIMITIVES = ["family", "shared"]

# Data, not code: their length says nothing.
TABLES = ["kat.rs", "rank.rs"]

# Texts that a module includes.
NO_MODULES = ["crates/abi/table/*.rs"]

# How a module begins: past the first line for a shell and Rust's attributes, with its description.
SCRIPT_HEADER = re.compile(r"(#!.*\n)?(//|/\*)")
HEADERS = {
    ".rs": re.compile(r"(#!\[.*\n|\s)*(//!|#!\[doc\b)"),
    ".el": re.compile(r";;; \S+\.el --- \w(.*\n)+?;;; Commentary:\n\n;; \S"),
    **dict.fromkeys((".js", ".mjs", ".cjs"), SCRIPT_HEADER),
}

# Where they may be named: as candidates, and for what no primitive offers yet.
CANDIDATE_CRATES_IN = [
    f"{PRIM}/*.rs",
    f"{PRIM}/*/*.rs",
    f"{PRIM}/*/*/*.rs",
    "crates/trust/src/verify/by_graviola.rs",
    "crates/trust/tests/verify.rs",
]
CANDIDATE_CRATES = ["graviola", "curve25519_dalek", "ed25519_compact", "blake2b_simd"]

# Only quicksalt-lab installs what draws on a terminal, and only its commands import these packages.
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

# What a room must not name that is no room, as patterns over code without comments and tests.
# `rooms.py` reads what it may import; the faces of crates and packages, which the rooms leave free,
# are held here.
FORBIDDEN = {
    f"{CORE}/nacl": [r"\bFeatures\b", *PROCESSOR],
    "crates/hashsig/src": PROCESSOR,
    "crates/trust/src": [r"\btarget_feature\b", r"\b(core|std)::(arch|net)\b"],
    "python/src/quicksalt/__init__.py": [r"\bquicksalt(_lab|\.lab|\.cli)\b", r"from \.(lab|cli)\b"],
    "python/src/quicksalt/__main__.py": [r"\bquicksalt(_lab|\.lab)\b"],
    **{room: [DRAWN] for room in UNDRAWN},
}


def matches(name: str, patterns: list[str]) -> bool:
    """Tell whether a path matches one of the patterns, in which `*` stops at a slash."""
    return any(PurePosixPath(name).match(pattern) for pattern in patterns)


def sources(root: Path, suffix: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of each source file, built and fetched ones left out."""
    yield from ((n, text) for n, text in Tree(root).files.items() if n.endswith(suffix))


def primitive_folders(root: Path) -> list[Path]:
    """Return the folders of the primitives, each with its contract in `mod.rs`."""
    folders = sorted(p for p in (root / PRIM).iterdir() if (p / "mod.rs").is_file())
    return [folder for folder in folders if folder.name not in NO_PRIMITIVES]


def arrows(root: Path) -> Iterator[str]:
    """Find what imports a room or names a thing that it must not know."""
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
    """Tell whether the table of its primitive lists the candidate of a file."""
    of_architecture = path.parent.name in ARCHITECTURES
    group = path.parent.name if of_architecture else "any"
    table = root / path.parents[int(of_architecture)] / "mod.rs"
    listed = rf"\b{group}: [^;]*\b{path.stem}\b|\b{path.stem}::CANDIDATE\b"
    return table.is_file() and re.search(listed, plain(table.read_text())) is not None


def registration(root: Path) -> Iterator[str]:
    """Find files that are not compiled and candidates and primitives that stand in no table."""
    for name, text in sources(root, ".rs"):
        path = Path(name)
        if not name.startswith(f"{CORE}/") or path.name in ("lib.rs", "mod.rs"):
            continue
        beside = (root / path.parent).with_suffix(".rs")
        parents = [root / path.parent / "mod.rs", root / path.parent / "lib.rs", beside]
        parent = "".join(p.read_text() for p in parents if p.is_file())
        if not re.search(rf"\bmod {path.stem}\b", plain(parent)) and path.name not in PATH(parent):
            yield f"{name} has no mod line"
        # What a macro makes and no table names is dead code, which the compiler refuses.
        code = re.sub(r"\bmacro_rules! .*?\n}\n", "", plain(text), flags=re.DOTALL)
        if re.search(r"\bconst CANDIDATE\b", code) and not is_listed(root, path):
            yield f"{name} stands in no table"
    table = plain((root / PRIM / "mod.rs").read_text())
    face = plain((root / CORE / "lib.rs").read_text())
    for folder in primitive_folders(root):
        if f"&{folder.name}::PRIMITIVE" not in table:
            yield f"{PRIM}/{folder.name} stands not in PRIMITIVES"
        if not re.search(rf"\b{folder.name}\b", face):
            yield f"{PRIM}/{folder.name} is not exported in {CORE}/lib.rs"


def architectures(root: Path) -> Iterator[str]:
    """Find primitives that ask for the architecture elsewhere than at the folder of its kernels.

    What stands in that folder in the place of portable code is imported in the same file.
    """
    folder_line = r'#\[cfg\(target_arch = "(\w+)"\)\]\n(pub(\([^)]*\))? )?(mod|use) \1\b'
    elsewhere = r'#\[cfg\(not\(target_arch = "(\w+)"\)\)\]\n(pub(\([^)]*\))? )?(mod|use) \w+'
    for folder in primitive_folders(root):
        for path in sorted(folder.rglob("*.rs")):
            code = re.sub(folder_line, "", plain(path.read_text(), keep_strings=True))
            if path == folder / "mod.rs":
                code = re.sub(elsewhere, "", code)
            if path.name != "tests.rs" and re.search(r"#\[cfg\([^\]]*\btarget_arch\b", code):
                yield f"{path.relative_to(root)} asks for the architecture beside its folder's line"


def places(root: Path) -> Iterator[str]:
    """Find `unsafe` and candidate crates where they may not stand."""
    crates = re.compile(r"\b(" + "|".join(CANDIDATE_CRATES) + r")\s*::")
    for name, text in sources(root, ".rs"):
        code = plain(text)
        if matches(name, UNSAFE_EXPORTS_ONLY):
            code = code.replace("unsafe(no_mangle)", "")
            allowed = False
        else:
            # `unsafe fn` without a name is a type: a pointer in a table.
            code = re.sub(r"\bunsafe fn\(", "", code)
            allowed = matches(name, UNSAFE)
        if not allowed and re.search(r"\bunsafe\b", code):
            yield f"{name} may not be unsafe"
        if not matches(name, CANDIDATE_CRATES_IN) and (found := crates.search(code)):
            yield f"{name} names the candidate crate {found[1]}"


def headers(root: Path) -> Iterator[str]:
    """Find modules that do not begin by saying what they hold; tests need not."""
    for name, text in Tree(root).files.items():
        if rooms.TRIALS.search(name) or matches(name, NO_MODULES) or not text.strip():
            continue
        if name.endswith(".py"):
            says = ast.get_docstring(ast.parse(text)) is not None
        else:
            says = HEADERS[Path(name).suffix].match(text) is not None
        if not says:
            yield f"{name} does not begin with what it holds"


def lengths(root: Path) -> Iterator[str]:
    """Find files and functions that are too long."""
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
    """Return everything that is wrong with the tree."""
    checks = (arrows, registration, architectures, places, headers, lengths)
    found = [problem for check in checks for problem in check(root)]
    return found + list(cycles.faults(Tree(root)))


def main() -> int:
    """Print what is wrong."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    found = problems(root)
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
