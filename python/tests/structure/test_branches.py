"""Tests of make branches: it must find data-dependent jumps in short samples of disassembly."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import branches  # noqa: E402


def function(text: str) -> branches.Function:
    """Return a function from lines `mnemonic operands`, at the addresses 0, 1, 2 and so on."""
    lines = [line.strip().partition(" ") for line in text.strip().splitlines()]
    code = [(mnemonic, branches.operands(rest)) for mnemonic, _, rest in lines]
    return branches.Function("f", {place: place for place in range(len(code))}, code)


COUNTER = """
    lea 0x40(%rdi),%rax
    cmp %rsi,%rax
    ja 5
    vpaddd %zmm0,%zmm1,%zmm2
    jmp 0
    ret
"""
MASK = """
    vpcmpeqd %zmm0,%zmm1,%k1
    kmovw %k1,%eax
    mov %eax,%ecx
    test %ecx,%ecx
    je 5
    ret
"""
BYTE = """
    movzbl (%rdi),%eax
    mov %rax,0x8(%rsp)
    mov 0x8(%rsp),%rdx
    cmp $0x1,%dl
    je 5
    ret
"""
LENGTH = """
    mov 0x8(%rdi),%rdx
    cmp $0x40,%rdx
    jb 3
    ret
"""
LOOP_CARRIED = """
    xor %eax,%eax
    test %eax,%eax
    je 5
    movzbl (%rdi),%eax
    jmp 1
    ret
"""
CLEARED = """
    movzbl (%rdi),%eax
    xor %eax,%eax
    test %eax,%eax
    je 4
    ret
"""


@pytest.mark.parametrize(
    ("text", "on_data", "on_words"),
    [
        (COUNTER, [], []),
        (MASK, ["test %ecx,%ecx; je"], ["test %ecx,%ecx; je"]),
        (BYTE, ["cmp $0x1,%dl; je"], ["cmp $0x1,%dl; je"]),
        (LENGTH, [], ["cmp $0x40,%rdx; jb"]),
        (LOOP_CARRIED, ["test %eax,%eax; je"], ["test %eax,%eax; je"]),
        (CLEARED, [], []),
        (
            "vptest %ymm0,%ymm0\njne 2\nret",
            ["vptest %ymm0,%ymm0; jne"],
            ["vptest %ymm0,%ymm0; jne"],
        ),
    ],
    ids=["counter", "mask", "byte", "length", "loop", "cleared", "vptest"],
)
def test_listed_jumps(text: str, on_data: list[str], on_words: list[str]) -> None:
    code = function(text)
    assert branches.listed(code, words=False) == on_data
    assert branches.listed(code, words=True) == on_words


def test_entries_without_a_reason_are_reported() -> None:
    expected = {"data": {"f": {"known; je": "why"}}, "words": {"f": {"count": 2, "reason": "why"}}}
    assert branches.unexpected("f", branches.Kernel(["known; je"], 2), expected) == []
    assert branches.unexpected("f", branches.Kernel(["other; je"], 3), expected) == [
        "f: on data: other; je",
        "f: 3 jumps on words, expected 2",
    ]


def test_every_entry_has_a_reason() -> None:
    expected = json.loads(branches.EXPECTED.read_text())
    reasons = [reason for jumps in expected["data"].values() for reason in jumps.values()]
    reasons += [kernel["reason"] for kernel in expected["words"].values()]
    assert all(reason.endswith(".") for reason in reasons)
