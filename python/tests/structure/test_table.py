"""The tables of the C interface, and the places where each function must appear."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import quicksalt.bindings
from quicksalt import _native

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import c_reference  # noqa: E402
import stub  # noqa: E402
from c_reference import conventions, headers  # noqa: E402

TABLES = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
FUNCTIONS = {f.name: f for table in TABLES for f in table.functions if f.name not in table.missing}
LACKS = {
    "Python": (c_reference.in_python, c_reference.PYTHON_LACKS),
    "JavaScript": (c_reference.in_javascript, conventions.LACKS),
}


@pytest.mark.parametrize("language", LACKS)
def test_a_function_is_in_each_language_or_its_absence_has_a_reason(language: str) -> None:
    is_there, lists = LACKS[language]
    unexplained = {n for n in FUNCTIONS if not is_there(n) and not c_reference.lacking(n, lists)}
    assert unexplained == set()
    assert not {rule for rule in lists if not any(re.fullmatch(rule, n) for n in FUNCTIONS)}


def test_names_of_python_match_its_modules() -> None:
    modules = [
        importlib.import_module(f"quicksalt.bindings.{module.name}")
        for module in pkgutil.iter_modules(quicksalt.bindings.__path__)
    ]
    there = {name for module in [_native, quicksalt.bindings, *modules] for name in dir(module)}
    lower = {name.lower() for name in there}
    named = {name for name in FUNCTIONS if name in c_reference.python_names()}
    assert named - there - lower == set()


def test_the_stub_is_what_the_table_says() -> None:
    text = stub.STUB.read_text()
    assert stub.replaced(text) == text, "python scripts/stub.py writes it"


def test_constants_of_python_match_the_headers() -> None:
    known = c_reference.signatures.Reader().constants
    # The longest message depends on the address width; the reader uses wasm32's.
    names = [n for n in known if hasattr(_native, n) and not re.search(r"_MAX$|PREFIX$", n)]
    assert len(names) > 100
    assert [n for n in names if getattr(_native, n) != known[n]] == []


def test_the_page_has_every_function() -> None:
    page = c_reference.page()
    assert not {name for name in FUNCTIONS if not re.search(rf"\b{name}\(", page)}
    assert all(f"## {table.name}\n{table.title}\n" in page for table in TABLES)


def test_every_result_says_how_a_call_fails() -> None:
    assert {f.name for f in FUNCTIONS.values() if f.result == "c_int" and f.arguments} == {
        "sodium_compare"
    }


def test_secrets_are_marked_where_names_say_so() -> None:
    secret = {"k", "sk", "key", "seed", "ikm", "prk", "passwd", "client_sk", "server_sk"}
    unmarked = {
        (function.name, name)
        for function in FUNCTIONS.values()
        for name, kind in function.arguments
        if name in secret and kind.startswith("*const") and "_state" not in kind
        if "secret" not in kind
    }
    assert unmarked == set()
