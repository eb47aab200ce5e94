"""Lists, by kernel, the conditional jumps in kernels that valgrind cannot run.

memcheck supports neither AVX-512, SHA, ADX, nor VAES on more than one block. Functions that use
them are checked in the disassembly instead. A jump with flags derived only from arguments and
constants is a loop counter or a length check. All other jumps are of two kinds:

- on *data*: the flags come from a vector, a mask, or a load of less than 64 bits. Each jump needs
  its own reason.
- on *words*: the flags come from a 64-bit load. Addresses, lengths and counts in structures are
  loaded this way, while these kernels load data into vectors. A kernel needs one reason for all
  of these jumps, and a change of their number is reported.

`branches.json` contains the reasons. It applies to one compiler version; with another version the
list is only printed. Exits with 1 if the list differs from the expected one.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EXPECTED = ROOT / "scripts" / "branches.json"
PROGRAM = ROOT / "target" / "release" / "quicksalt-ctgrind"

OWNERS = ("quicksalt::", "graviola::", "<quicksalt::", "<graviola::")
"""Prefixes of the checked functions; curve25519-dalek's vector code only verifies public
signatures."""

HIDDEN = re.compile(
    r"%zmm|%k[1-7]\b|%[xy]mm(?:1[6-9]|2\d|3[01])\b|\bsha256|\bad[co]x\b"
    r"|\bv(?:aes(?:enc|dec)|pclmul)[^\n]*%ymm"
)
"""Instructions that valgrind 3.19 cannot run."""

WIDE = {
    "ax": "rax", "bx": "rbx", "cx": "rcx", "dx": "rdx", "si": "rsi", "di": "rdi",
    "bp": "rbp", "sp": "rsp",
}  # fmt: skip
"""General registers by the letters common to all their parts."""

FLAGS = re.compile(
    r"^(?:cmp|test|sub|add|adc|sbb|dec|inc|and|or|xor|neg|sh[lr]|sa[lr]|bt|adcx|adox)"
)
VECTOR_FLAGS = re.compile(r"^(?:kortest|ktest|v?ptest|v?u?comis|vtestp)")
JUMP = re.compile(r"^j(?!mp)[a-z]+$")
MEMORY = re.compile(r"-?(?:0x[0-9a-f]+)?\((%\w+)?[^)]*\)")
THE_FLAGS = "flags"
CLEARS = re.compile(r"^(?:xor|sub)")


@dataclass
class Function:
    """One function of the disassembly."""

    name: str
    places: dict[int, int] = field(default_factory=dict)
    """The position of the instruction at each address."""
    lines: list[tuple[str, list[str]]] = field(default_factory=list)
    """Mnemonics and operands in AT&T order: destination last."""


def disassembly(program: Path) -> Iterator[Function]:
    """Read all functions of a program."""
    command = ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", str(program)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    function = Function("")
    for line in output.splitlines():
        if match := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            if function.lines:
                yield function
            function = Function(match[1])
        elif match := re.match(r"\s+([0-9a-f]+):\s+(?:notrack )?(\S+)\s*(.*)$", line):
            function.places[int(match[1], 16)] = len(function.lines)
            function.lines.append((match[2], operands(match[3])))
    yield function


def operands(text: str) -> list[str]:
    """Split operands, without trailing names and comments."""
    return re.split(r",(?![^(]*\))", re.sub(r"\s*[<#].*", "", text))


def register(operand: str) -> str | None:
    """Return the 64-bit name of the general register in an operand."""
    match = re.fullmatch(
        r"%(r\d+)[dwb]?|%[re]?([abcd]x|[sb]p|[sd]i)|%([abcd])[lh]|%([sd]il|[sb]pl)", operand
    )
    if match is None:
        return None
    numbered, named, letter, low = match.groups()
    return numbered or WIDE[named or (f"{letter}x" if letter else low[:2])]


class Taint:
    """The registers, stack slots and flags that may contain data at one instruction."""

    def __init__(self, data: frozenset[str], words: bool) -> None:
        """Start from the given tainted places; with `words`, 64-bit loads are tainted too."""
        self.data, self.words = set(data), words

    def reads_data(self, operand: str) -> bool:
        """Whether an operand may contain data."""
        if (name := register(operand)) is not None:
            return name in self.data
        if memory := MEMORY.search(operand):
            on_stack = memory[1] in ("%rsp", "%rbp")
            return operand in self.data if on_stack else not self.is_word or self.words
        return bool(re.match(r"%(?:[xyz]mm|k)\d", operand))

    def step(self, mnemonic: str, operands: list[str]) -> None:
        """Update the state for one instruction."""
        self.is_word = is_word(mnemonic, operands)
        if mnemonic.startswith("call"):
            self.data.discard("rax")
        if VECTOR_FLAGS.match(mnemonic):
            self.data.add(THE_FLAGS)
        elif FLAGS.match(mnemonic):
            self.put(THE_FLAGS, any(self.reads_data(one) for one in operands))
        if not operands or mnemonic.startswith(("cmp", "test", "j", "call", "ret", "push")):
            return
        sources = operands[:-1]
        if mnemonic.startswith("lea"):
            is_data = any(self.reads_data(one) for one in re.findall(r"%\w+", sources[0]))
        elif CLEARS.match(mnemonic) and sources == operands[-1:]:
            is_data = False
        else:
            is_data = any(self.reads_data(one) for one in sources)
            is_changed = not mnemonic.startswith(("mov", "vmov", "kmov", "pop", "set"))
            is_data = is_data or (is_changed and self.reads_data(operands[-1]))
        self.put(register(operands[-1]) or operands[-1], is_data)

    def put(self, target: str, is_data: bool) -> None:
        """Record whether a place contains data."""
        (self.data.add if is_data else self.data.discard)(target)


def is_word(mnemonic: str, operands: list[str]) -> bool:
    """Whether an instruction works on 64 bits of general registers and memory."""
    wide = re.compile(r"%r(?:[a-d]x|[sd]i|[sb]p|\d+)")
    outside = [MEMORY.sub("", operand) for operand in operands]
    return mnemonic.endswith("q") or any(wide.fullmatch(operand) for operand in outside)


def successors(function: Function, position: int) -> list[int]:
    """Return an instruction's successors; for a jump table, all places without predecessors."""
    mnemonic, operands = function.lines[position]
    following = [position + 1] if position + 1 < len(function.lines) else []
    if mnemonic.startswith(("ret", "ud2")):
        return []
    if not mnemonic.startswith("j"):
        return following
    if operands[0].startswith("*"):
        return sorted(function.places.values())
    try:
        target = function.places.get(int(operands[0], 16))
    except ValueError:
        target = None
    there = [] if target is None else [target]
    return there if mnemonic.startswith("jmp") else following + there


def listed(function: Function, *, words: bool) -> list[str]:
    """Return a function's jumps with flags that may come from data, or also from words, as text."""
    before: dict[int, frozenset[str]] = {0: frozenset()}
    waiting = [0]
    while waiting:
        position = waiting.pop()
        taint = Taint(before[position], words)
        taint.step(*function.lines[position])
        for place in successors(function, position):
            known = before.get(place)
            joined = frozenset(taint.data) | (known or frozenset())
            if joined != known:
                before[place] = joined
                waiting.append(place)
    found, test = [], ""
    for position, (mnemonic, operands) in enumerate(function.lines):
        if VECTOR_FLAGS.match(mnemonic) or FLAGS.match(mnemonic):
            test = f"{mnemonic} {','.join(operands)}"
        elif JUMP.match(mnemonic) and THE_FLAGS in before.get(position, ()):
            found.append(f"{test}; {mnemonic}")
    return found


@dataclass
class Kernel:
    """The jumps of all functions with one name."""

    data: list[str] = field(default_factory=list)
    words: int = 0


def survey(program: Path) -> dict[str, Kernel]:
    """Return the jumps of all functions that valgrind cannot run."""
    kernels: dict[str, Kernel] = {}
    for function in disassembly(program):
        text = "\n".join(f"{mnemonic} {','.join(ops)}" for mnemonic, ops in function.lines)
        if not function.name.startswith(OWNERS) or not HIDDEN.search(text):
            continue
        kernel = kernels.setdefault(function.name, Kernel())
        data = listed(function, words=False)
        kernel.data += data
        kernel.words += len(listed(function, words=True)) - len(data)
    return dict(sorted(kernels.items()))


def compiler() -> str:
    """Return the version of the compiler."""
    command = ["rustc", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[1]


def unexpected(name: str, kernel: Kernel, expected: dict[str, Any]) -> list[str]:
    """Return the jumps of a kernel without a reason, one per line."""
    reasons = expected["data"].get(name, {})
    found = [f"{name}: on data: {jump}" for jump in kernel.data if jump not in reasons]
    count = expected["words"].get(name, {"count": 0})["count"]
    if kernel.words != count:
        found.append(f"{name}: {kernel.words} jumps on words, expected {count}")
    return found


def main() -> int:
    """Compare the list with the expected one."""
    if shutil.which("objdump") is None:
        print("objdump is missing: install binutils", file=sys.stderr)
        return 3
    build = ["cargo", "build", "--release", "--quiet", "--package", "quicksalt-ctgrind"]
    subprocess.run(build, cwd=ROOT, check=True)
    expected = json.loads(EXPECTED.read_text())
    is_judged = expected["rustc"] == compiler()
    kernels = survey(PROGRAM)
    problems = [
        one for name, kernel in kernels.items() for one in unexpected(name, kernel, expected)
    ]
    for problem in problems:
        print(problem)
    data = sum(len(kernel.data) for kernel in kernels.values())
    words = sum(kernel.words for kernel in kernels.values())
    print(
        f"{len(kernels)} functions that valgrind cannot run: {data} jumps on data, {words} on words"
    )
    if not is_judged:
        print(f"not judged: the list is for rustc {expected['rustc']}, this is {compiler()}")
    return 1 if problems and is_judged else 0


if __name__ == "__main__":
    sys.exit(main())
