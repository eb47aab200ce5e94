"""A pytest plugin for Pyodide: skips tests that need features that a browser's Python lacks.

A browser lacks processes, threads, a disk that persists a key's state, and the peer libraries for
comparison. A test that uses one of these is skipped.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Generator, MutableSequence
from types import ModuleType
from typing import Any, NoReturn

import pytest

PEERS = ("nacl", "libnacl", "cryptography")
LACKS = {
    "does not support processes": "there are no processes",
    "Function not implemented": "there are no processes",
    "lacks multiprocessing": "there are no processes",
    "can't start new thread": "there are no threads",
    "cannot start a thread": "there are no threads",
    "stack switching not supported": "a coroutine cannot be waited for",
    "retains replaced files": "there is no disk that keeps a key's state",
    "try_lock() not supported": "there is no lock for a key's state",
    "module 'hashlib' has no attribute": "hashlib lacks what OpenSSL has",
    "'types.SimpleNamespace' object has no attribute": "there is no such peer",
    "<class 'here.AbsentError'>": "there is no such peer",
}
"""Parts of error messages, with the missing feature."""
UNKNOWN = ("No module named", "cannot import name 'main' from 'quicksalt.cli'")
"""Error messages of test modules that import missing modules, such as the command."""
FULL = "test_errors_of_file_objects_propagate"
"""The test that writes to Linux's `/dev/full`."""


class _Absent(type):
    """A missing object: its attributes are missing objects too, and calling it skips the test."""

    def __getattr__(cls, name: str) -> _Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return cls

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        pytest.skip("the peer is missing", allow_module_level=True)


class AbsentError(Exception, metaclass=_Absent):
    """A placeholder for every object in a peer library, including its exceptions."""


class _Module(ModuleType):
    """A placeholder for a peer library's module."""

    __path__: MutableSequence[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> type[AbsentError]:
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        return AbsentError


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """A module finder that returns empty modules for the peer libraries."""

    def find_spec(self, name: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in PEERS:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module is empty."""


sys.meta_path.append(_Finder())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Replace a failure for lack of a feature by a skip."""
    report = yield
    if report.failed and call.excinfo is not None:
        told = str(call.excinfo.value)
        for text, meaning in LACKS.items():
            if text in told:
                report.outcome = "skipped"
                report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {meaning}")
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Replace the failure of a module with missing imports by a skip."""
    report = yield
    if report.failed and any(text in str(report.longrepr) for text in UNKNOWN):
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, "Skipped: what it imports is not there")
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the test that needs a device."""
    for item in items:
        if item.name == FULL:
            item.add_marker(pytest.mark.skip("there is no /dev/full"))
