"""The example of docs/grow.md: tests measured by `pytest --grow example.py`."""

import pytest


def unique(items):
    found = []
    for item in items:
        if item not in found:
            found.append(item)
    return found


@pytest.mark.grow(sizes=(200, 400, 800), max_exponent=1.2)
def test_unique(n):
    assert len(unique(list(range(n)))) == n


@pytest.mark.grow(sizes=(2000, 4000, 8000), max_exponent=1.2)
def test_unique_by_dict(n):
    assert len(dict.fromkeys(range(n))) == n
