"""Progress reports of native work."""

from __future__ import annotations

from pathlib import Path

import pytest

from quicksalt.hashsig import Ahead, SigningKey, telling

PARAMS = "15/4"
"""A tree that takes longer to compute than the interval between two progress reports."""

QUIET = Ahead(background=False)


def without_trees(path: Path) -> Path:
    """Create a key with a tree that must be recomputed."""
    SigningKey.create(path, PARAMS).close()
    path.with_name("key.cache").unlink()
    return path


def test_recomputing_a_tree_reports_progress(tmp_path: Path) -> None:
    path = without_trees(tmp_path / "key")
    told = list[float | None]()
    with telling(told.append), SigningKey.open(path, ahead=QUIET) as key:
        assert key.cache == "missing"
    shares = [share for share in told if share is not None]
    assert shares
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_generation_and_preparation_report_progress(tmp_path: Path) -> None:
    told = list[float | None]()
    with telling(told.append):
        key = SigningKey.create(tmp_path / "key", "5/4,15/4", ahead=QUIET)
        told.clear()
        key.prepare()
        key.close()
    assert any(share is not None for share in told)


def test_an_exception_in_progress_ends_the_work(tmp_path: Path) -> None:
    path = without_trees(tmp_path / "key")

    def refuse(_share: float | None) -> None:
        raise RuntimeError("enough")

    with telling(refuse), pytest.raises(RuntimeError, match="enough"):
        SigningKey.open(path, ahead=QUIET)
    told = list[float | None]()
    with SigningKey.open(path, ahead=QUIET) as key:
        assert key.remaining() == 1 << 15
    assert told == []


def test_the_previous_progress_listener_is_restored(tmp_path: Path) -> None:
    path = without_trees(tmp_path / "key")
    outer, inner = list[float | None](), list[float | None]()
    with telling(outer.append):
        with telling(inner.append):
            pass
        SigningKey.open(path, ahead=QUIET).close()
    assert outer
    assert inner == []
