"""Golden files contain no entries of deleted tests."""

import re
from pathlib import Path

import pytest

from tests.golden import entries

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", sorted(HERE.rglob("said.txt")), ids=lambda file: file.parent.name)
def test_every_entry_is_of_a_test(file: Path) -> None:
    texts = [path.read_text("utf-8") for path in file.parent.glob("test_*.py")]
    tests = {name for text in texts for name in re.findall(r"^def (test_\w+)\(", text, re.M)}
    found = entries(file)
    assert {re.split(r"[\[ ]", name, maxsplit=1)[0] for name in found} <= tests
    assert list(found) == sorted(found)
