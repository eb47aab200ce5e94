"""The structure of the code, and the faults that its check must detect."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import check_structure  # noqa: E402

CORE = "crates/core/src"
NATIVE = "python/native/quicksalt/src"
SIGNATURES = "python/signatures/src/quicksalt"

TOY = """//! Toy.
mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
static T: A = candidates! { x86_64: avx2; any: portable; };
"""
TABLE = """
| room | holds | may use |
| --- | --- | --- |
| `crates/core/` | | nothing |
| `crates/core/src/prim/` | | `choose`, `toy` |
| `crates/core/src/prim/toy/` | | nothing |
| `crates/core/src/hall.rs` | | nothing |
| `python/` | | nothing |
| `python/native/quicksalt/src/` | | `crates` |
| `python/src/quicksalt/` | | `native`, `bindings`, `quicksalt/*` |
| `python/lab/src/quicksalt_lab/` | | nothing |
| `wasm/` | | `crates` |
| `wasm/js/` | | nothing |
| `wasm/page/` | | `wasm/js` |
| `emacs/` | | `quicksalt-low` |
| `crates/emacs/` | | nothing |
"""

# Module headers of nested rooms.
CHOOSE = "//! Such as `toy.run`.\n// May import: nothing.\n"
NACL = "//! Toy.\n// May import: `prim`.\n"
LAB = "'''Toy.'''\n\n# May import: `python/src`,\n# `quicksalt_lab/*`.\n"
LOW = ";; May import: nothing.\n"

LISP = """;;; {0}.el --- Toy  -*- lexical-binding: t; -*-

;;; Commentary:

;; Toy.

;;; Code:
"""

SOUND = {
    "ARCHITECTURE.md": TABLE,
    f"{CORE}/hall.rs": "",
    "crates/emacs/src/lib.rs": "",
    "emacs/quicksalt-low.el": LISP
    + LOW
    + ';; (require \'quicksalt-high) "\n"(require \'quicksalt-high)"',
    "emacs/quicksalt-high.el": LISP + "(require 'quicksalt-low)\n",
    "wasm/js/src/low.js": '// import "../../page/page.js"\nf(`import "../../page/page.js"`);\n',
    "wasm/js/src/index.js": '// Toy.\nexport * from "./low.js";\n',
    "wasm/page/page.js": '// Toy.\nimport { text } from "./quicksalt/index.js";\n',
    "python/src/quicksalt/bindings/__init__.py": "",
    "python/lab/src/quicksalt/lab/__init__.py": LAB,
    "python/lab/src/quicksalt/lab/card.py": "'''Toy.'''\nfrom quicksalt import secret\n",
    "python/src/quicksalt/__init__.py": "",
    "python/lab/src/quicksalt/cli.py": "",
    "python/lab/src/quicksalt_lab/__init__.py": "",
    "wasm/src/lib.rs": "",
    f"{CORE}/lib.rs": "//! Toy.\nmod hall;\nmod prim;\npub use prim::{prim_mod, toy};\n",
    f"{CORE}/choose/mod.rs": f"{CHOOSE}fn choose() {{}}\n",
    f"{CORE}/nacl/mod.rs": f"{NACL}use crate::prim::toy;\n",
    f"{CORE}/prim/mod.rs": "//! Toy.\npub mod toy;\nstatic ALL: &[&dyn C] = &[&toy::PRIMITIVE];\n",
    f"{CORE}/prim/toy/mod.rs": TOY,
    f"{CORE}/prim/toy/portable.rs": "//! Toy.\npub(super) const CANDIDATE: C = unsafe { toy() };\n",
    f"{CORE}/prim/toy/x86_64/mod.rs": "//! Toy.\nmod avx2;\n",
    f"{CORE}/prim/toy/x86_64/avx2.rs": "//! Toy.\nconst CANDIDATE: C = unsafe { kernel() };\n",
    f"{NATIVE}/lib.rs": '//! Toy.\n// unsafe\nfn f() -> &\'static str { "unsafe graviola::x" }\n',
    "python/src/quicksalt/secret.py": "'''Toy.'''\nfrom quicksalt import bindings\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in SOUND.items():
        write(tmp_path, name, text)
    return tmp_path


def write(tree: Path, name: str, text: str) -> None:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text)


def test_this_repository() -> None:
    assert check_structure.problems(ROOT) == []


def test_a_sound_tree(tree: Path) -> None:
    assert check_structure.problems(tree) == []


NOT_HERE = '#[cfg(not(target_arch = "x86_64"))]\n'


def test_replacements_of_portable_code_are_imported(tree: Path) -> None:
    here = '#[cfg(target_arch = "x86_64")]\nuse x86_64::f;\n'
    write(tree, f"{CORE}/prim/toy/mod.rs", f"{TOY}{NOT_HERE}use portable::f;\n{here}")
    assert check_structure.problems(tree) == []


LONG = "".join(f"    let _{i} = {i};\n" for i in range(60))


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("choose/mod.rs", "use crate::prim::toy;\n", "choose/mod.rs may not use"),
        ("choose/cpu.rs", 'fn f() -> &str { "toy" }\n', "names the primitive toy"),
        ("choose/cpu.rs", "fn f() {}\n", "has no mod line"),
        ("prim/toy/portable.rs", "const CANDIDATE: C = 1; use crate::nacl;\n", "may not use"),
        ("prim/toy/avx2.rs", "fn f() {}\n", "has no mod line"),
        ("prim/toy/mod.rs", TOY.replace("mod x86_64", "mod y"), "condition on the architecture"),
        ("prim/toy/mod.rs", TOY.replace("mod portable", "use x"), "portable.rs has no mod line"),
        (
            "prim/toy/mod.rs",
            f'{TOY}#[cfg(target_arch = "x86_64")]\n',
            "condition on the architecture",
        ),
        ("prim/toy/portable.rs", f"{NOT_HERE}mod x;\n", "condition on the architecture"),
        ("prim/toy/mod.rs", f"{TOY}{NOT_HERE}fn f() {{}}\n", "condition on the architecture"),
        ("prim/toy/mod.rs", "mod portable;\n", "portable.rs is not in a table"),
        ("prim/toy/mod.rs", TOY.replace("avx2", "avx512"), "avx2.rs is not in a table"),
        ("prim/toy/mod.rs", TOY.replace("x86_64:", "aarch64:"), "avx2.rs is not in a table"),
        ("prim/mod.rs", "pub mod toy;\n", "is not in PRIMITIVES"),
        ("lib.rs", "mod prim;\n", "is not exported"),
        ("nacl/mod.rs", "use crate::choose::pick;\n", "nacl/mod.rs may not use"),
        ("nacl/mod.rs", '#[cfg(target_arch = "x86_64")]\n', "names target_arch"),
        ("nacl/mod.rs", "fn f() { unsafe { g() } }\n", "must not contain unsafe"),
        ("choose/mod.rs", "pub unsafe fn f() {}\n", "must not contain unsafe"),
        ("nacl/mod.rs", "use graviola::hash;\n", "names the candidate crate graviola"),
        ("choose/mod.rs", "//\n" * 401, "has 401 lines"),
        ("choose/mod.rs", f"fn long() -> [u8; 4] {{\n{LONG}}}\n", "long has 62 lines"),
    ],
)
def test_faults_in_rust_are_detected(tree: Path, name: str, text: str, problem: str) -> None:
    write(tree, f"{CORE}/{name}", text)
    assert any(problem in found for found in check_structure.problems(tree))


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        (
            "python/src/quicksalt/secret.py",
            "from quicksalt.lab import card\n",
            "secret.py may not use",
        ),
        ("python/src/quicksalt/__init__.py", "import quicksalt.cli\n", "names quicksalt.cli"),
        ("python/src/quicksalt/__main__.py", "import quicksalt.lab\n", "names quicksalt.lab"),
        (f"{SIGNATURES}/trust/store.py", "import quicksalt_lab\n", "store.py may not use"),
        (f"{SIGNATURES}/hashsig/x.py", "def f():\n    import click\n", "names import click"),
        ("python/lab/src/quicksalt/lab/card.py", "from rich import box\n", "names from rich"),
        ("python/lab/src/quicksalt_lab/ruler/card.py", "from quicksalt import x\n", "may not use"),
        ("python/lab/src/quicksalt_lab/ruler/card.py", "import click\n", "names import click"),
        (
            f"{NATIVE}/lib.rs",
            "use curve25519_dalek::edwards;\n",
            "names the candidate crate",
        ),
        (f"{NATIVE}/lib.rs", "unsafe fn f() {}\n", "must not contain unsafe"),
        (
            "wasm/src/candidates.rs",
            "#[unsafe(no_mangle)]\nunsafe fn f() {}\n",
            "must not contain unsafe",
        ),
        ("wasm/js/src/low.js", 'import { a } from "../../page/page.js";\n', "low.js may not use"),
        ("wasm/js/src/low.js", 'import "../../page/page.js";\n', "low.js may not use"),
        ("wasm/js/src/low.js", 'export * from "../../page/page.js";\n', "low.js may not use"),
        ("wasm/js/src/low.js", 'const a = require("../../page/page.js");\n', "may not use"),
        ("wasm/js/src/low.js", 'f(await import("../../page/page.js"));\n', "may not use"),
        ("wasm/x.js", 'import { f } from "quicksalt";\n', "may not use wasm/js/src/index.js"),
        ("emacs/quicksalt-low.el", LOW + "(require 'quicksalt-high nil t)\n", "low.el may not use"),
        ("emacs/quicksalt-low.el", LOW + '(autoload \'f "quicksalt-high")\n', "low.el may not use"),
        ("emacs/quicksalt-low.el", LOW + '(declare-function f "quicksalt-high")\n', "may not use"),
        ("emacs/quicksalt-high.el", '(declare-function f "quicksalt-native.so")\n', "may not use"),
        (
            "emacs/quicksalt-low.el",
            ";;; quicksalt-low.el --- Toy\n",
            "begin with a description of its contents",
        ),
        (
            "wasm/js/src/low.js",
            "f();\n",
            "low.js does not begin with a description of its contents",
        ),
        ("python/x.py", "x = 1\n", "x.py does not begin with a description of its contents"),
        (
            f"{NATIVE}/lib.rs",
            "fn f() {}\n",
            "lib.rs does not begin with a description of its contents",
        ),
        ("wasm/js/src/low.js", "//\n" * 401, "has 401 lines"),
        ("python/x.py", "def f():\n" + "    pass\n" * 60, "f has 61 lines"),
        ("python/x.py", "#\n" * 401, "has 401 lines"),
    ],
)
def test_faults_outside_rust_are_detected(tree: Path, name: str, text: str, problem: str) -> None:
    write(tree, name, text)
    assert any(problem in found for found in check_structure.problems(tree))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("choose/mod.rs", "use crate::{prim::toy as t, hall};\n"),
        ("choose/mod.rs", "use crate::hall::{self, a};\nfn f() { crate::prim::toy::g() }\n"),
        ("choose/mod.rs", "use super::prim::{toy};\n"),
        ("choose/mod.rs", "macro_rules! m { () => { $crate::prim::f() } }\n"),
        ("prim/toy/portable.rs", "use super::super::super::nacl;\n"),
    ],
)
def test_every_import_syntax_is_parsed(tree: Path, name: str, text: str) -> None:
    text = f"pub(super) const CANDIDATE: C = 1;\n{text}" if name.endswith("portable.rs") else text
    write(tree, f"{CORE}/{name}", text)
    assert any(f"{name} may not use" in found for found in check_structure.problems(tree))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("| `crates/core/src/hall.rs` | | `stairs` |", "may use stairs, which does not exist"),
        ("| `crates/core/src/hall.rs` | | `nacl` |\n| `x/` | | nothing |", "the missing room x"),
        ("| `crates/core/src/hall.rs` | | what it likes |", "expected a list of rooms"),
        ("| `crates/core/src/nacl/` | | nothing |", "nacl/mod.rs and ARCHITECTURE.md say"),
    ],
)
def test_faults_in_the_table_are_detected(tree: Path, row: str, problem: str) -> None:
    write(tree, "ARCHITECTURE.md", f"{TABLE.rstrip()}\n{row}\n")
    assert any(problem in found for found in check_structure.problems(tree))


def test_a_header_that_permits_a_cycle_of_rooms_is_detected(tree: Path) -> None:
    write(tree, f"{CORE}/choose/mod.rs", CHOOSE.replace("nothing", "`nacl`"))
    assert f"{CORE}/choose may use itself indirectly" in check_structure.problems(tree)


def test_a_file_outside_all_rooms_is_detected(tree: Path) -> None:
    write(tree, "vectors/make.py", "")
    assert any("vectors/make.py is not in a room" in p for p in check_structure.problems(tree))


def test_imports_allowed_by_the_table_are_accepted(tree: Path) -> None:
    write(tree, f"{CORE}/prim/toy/portable.rs", "//! Toy.\npub(super) const CANDIDATE: C = 1;\n")
    write(tree, f"{CORE}/nacl/mod.rs", f"{NACL}use crate::prim::toy;\nuse super::prim;\n")
    write(
        tree,
        "python/lab/src/quicksalt/lab/card.py",
        "'''Toy.'''\nfrom ..secret import x\nimport quicksalt_lab\n",
    )
    assert check_structure.problems(tree) == []


def test_comments_strings_and_pointer_types_are_no_code() -> None:
    rust = "a /* unsafe */ b // unsafe\n\"un\\\"safe\" r#\"unsafe\"# 'x' '\\'' &'a unsafe_code\n"
    assert check_structure.plain(rust).split() == ["a", "b", "&'a", "unsafe_code"]


A, B = f"{CORE}/prim/a.rs", f"{CORE}/prim/b.rs"
SHOWING = "//! Toy.\nmod a;\nmod b;\npub use a::A;\npub use b::*;\n"
USE_TOY = "pub struct Face;\nfn f() { toy::run() }\n"
CYCLES = {
    "Rust, in one folder": {A: "use super::b::B;\n", B: "fn f() { crate::prim::a::f() }\n"},
    "Rust, by names that their parent shows": {
        A: "use super::B as X;\npub struct A;\n",
        B: "use crate::prim::A;\npub struct B;\n",
        f"{CORE}/prim/mod.rs": SHOWING,
    },
    "Rust, a room and a part with a row of its own": {
        f"{CORE}/prim/mod.rs": f"//! Toy.\npub mod toy;\n{USE_TOY}",
        f"{CORE}/prim/toy/mod.rs": f"{TOY}use crate::prim::Face;\n",
    },
    "Rust, from folder to folder": {
        f"{CORE}/prim/a/x.rs": "use crate::prim::b::y::f;\n",
        f"{CORE}/prim/b/y.rs": "use crate::prim::a::x::g;\n",
        A: "mod x;\n",
        B: "mod y;\n",
    },
    "Python": {
        "python/src/quicksalt/a.py": "from quicksalt import b\n",
        "python/src/quicksalt/b.py": "def f():\n    from .a import x\n",
    },
    "JavaScript": {
        "wasm/js/src/a.js": 'import { b } from "./b.js";\n',
        "wasm/js/src/b.js": 'export const a = () => import("./a.js");\n',
    },
    "CommonJS": {
        "wasm/js/src/a.cjs": "const b = require('./b.cjs');\n",
        "wasm/js/src/b.cjs": "const a = require('./a.cjs');\n",
    },
    "Lisp": {
        "emacs/a.el": "(require 'b)\n",
        "emacs/b.el": '(declare-function f "a")\n',
    },
    "Lisp, by autoload": {
        "emacs/a.el": "(require 'b)\n",
        "emacs/b.el": '(autoload #\'f "a")\n',
    },
}


@pytest.mark.parametrize("files", CYCLES.values(), ids=CYCLES)
def test_a_cycle_of_files_is_detected(tree: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        write(tree, name, text)
    ends = list(files)[:2]
    found = [p for p in check_structure.problems(tree) if "depend on each other" in p]
    assert found == [f"these files depend on each other: {', '.join(ends)}"]


@pytest.mark.parametrize(
    "files",
    [
        {f"{CORE}/prim/mod.rs": f"{SHOWING}fn f() {{ a::f() }}\n", A: "use super::f;\n", B: ""},
        {f"{CORE}/prim/mod.rs": SHOWING, A: "use super::*;\n", B: "use super::A;\n"},
        {
            A: "pub struct A;\n",
            B: "use super::a::A;\nimpl A {}\n",
            f"{CORE}/prim/c.rs": "use super::a::A;\nuse super::b::f;\nimpl A {}\n",
        },
        {A: "use super::b::B;\n", f"{CORE}/prim/b/tests.rs": "use crate::prim::a::f;\n", B: ""},
        {A: "use super::b::B;\n", B: "pub(in crate::prim::a) struct B;\n"},
        {
            "python/src/quicksalt/a.py": "from quicksalt import b\n",
            "python/src/quicksalt/b.py": "if TYPE_CHECKING:\n    from quicksalt.a import A\n",
        },
        {
            "wasm/js/src/a.js": 'import { b } from "./b.js";\n',
            "wasm/js/src/b.js": "/* import './a.js' */\nconst b = \"import './a.js'\";\n",
        },
        {"emacs/a.el": "(require 'b)\n", "emacs/b.el": "\"\n(require 'a)\"\n; (require 'a)\n"},
    ],
)
def test_acyclic_files_are_accepted(tree: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        write(tree, name, text)
    assert not [p for p in check_structure.problems(tree) if "depend on each other" in p]
