"""Mutations of Rust source: rewrite every statement to contain its wrong variants too.

A variant is active if `crate::mutant::is` returns true for its number, so one build contains all
variants. Variants that do not compile are found by compiling and dropped.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True)
class Mutant:
    """A statement and its replacement; `nothing` if the statement is removed."""

    file: str
    function: str
    was: str
    became: str

    @property
    def mark(self) -> str:
        """The name in the list of known survivors: the function, and a digest of both texts."""
        digest = hashlib.sha256(f"{self.was}\0{self.became}".encode()).hexdigest()
        return f"{self.function}.{digest[:8]}"


NOTHING = "nothing"

# Statements not mutated: known answers cannot detect missing wiping, and assertions are checks.
LEFT_OUT = re.compile(
    r"\b(wipe\w*|zeroize|optimization_barrier|debug_assert\w*|asm)\b|as_chunks(_mut)?::<\d"
)
# Lazy iterators: each variant would have a different type.
LAZY = re.compile(r"let \w+ = \(\d+\.\..*\.map\(\|")
NO_STATEMENT = re.compile(
    r"(//|#|\}|use |pub|const |static |fn |impl\b|struct |enum |type |mod |macro_rules|unsafe "
    r"(fn|impl)|loop\b|match |break|continue|let \w+ = \||where\b|\$\()"
)

# Compile-time code, which cannot query the switch: constants, and macro output other than
# functions.
CONSTANT = re.compile(
    r"^\s*(pub(\(.*\))? )?const (fn |\w+: )|\bconst \{|^(    super::|static .+ = )?[\w:]+! \{$"
)

# Functions outside the tested code: self-tests, loops for the lab, texts.
FUNCTIONS_LEFT_OUT = {
    "agrees", "agrees_in_pieces", "backend", "bench", "changed", "fmt", "refuses_others",
    "selftest", "signs",
}  # fmt: skip

SWAPS = {
    " + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " % ": " / ", " << ": " >> ",
    " >> ": " << ", " ^ ": " | ", " | ": " & ", " & ": " | ", " == ": " != ", " != ": " == ",
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " && ": " || ", " || ": " && ",
    " += ": " -= ", " -= ": " += ", " ^= ": " |= ", " |= ": " ^= ", " &= ": " |= ", "..=": "..",
    "wrapping_add": "wrapping_sub", "rotate_left": "rotate_right", "rotate_right": "rotate_left",
    "unpacklo": "unpackhi", "unpackhi": "unpacklo", "_add_epi": "_sub_epi",
    "_xor_si": "_or_si", "_or_si": "_and_si", "_and_si": "_or_si", "_slli_": "_srli_",
    "_srli_": "_slli_", "_ror_": "_rol_", "_rol_": "_ror_", "madd52lo": "madd52hi",
    "madd52hi": "madd52lo", "to_be_bytes": "to_le_bytes", "to_le_bytes": "to_be_bytes",
    "from_be_bytes": "from_le_bytes", "from_le_bytes": "from_be_bytes", ".is_ok()": ".is_err()",
    ".all(": ".any(", ".any(": ".all(", ".min(": ".max(", "true": "false", "false": "true",
    ".rev()": "",
}  # fmt: skip
SWAP = re.compile("|".join(re.escape(text) for text in sorted(SWAPS, key=len, reverse=True)))
PAIR = re.compile(r"::<(\d+), (\d+)(?=[,>])")
NUMBER = re.compile(r"(?<![\w.])(?:0x[\da-f_]+|0b[01_]+|\d[\d_]*)(?![\w]|\.\d)|(?<=\.\.)\d+(?!\w)")
GIVEN = re.compile(r"::<[^<>()]*$")
NOT = re.compile(r"(?<![\w!])!(?=[\w(])")
# Const generics, and rotations that a kernel checks at compile time: a wrong one is a compile
# error, and the compiler reports only one per run.
FIXED = re.compile(r"::<\{[^{}]*\}|\b(?:rotr::<\d+|half::<\d+, \d+), G>")
STRING = re.compile(r'b?"(?:\\.|[^"\\])*"|b?\'(?:\\.|[^\'\\])\'')


def variants(text: str) -> Iterator[str]:
    """Yield all variants of an expression with a single change."""
    fixed = [found.span() for pattern in (STRING, FIXED) for found in pattern.finditer(text)]

    def edits(pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        for found in pattern.finditer(text):
            if not any(start <= found.start() < end for start, end in fixed):
                yield found

    def put(found: re.Match[str], new: str) -> str:
        return text[: found.start()] + new + text[found.end() :]

    for found in edits(SWAP):
        yield put(found, SWAPS[found[0]])
    for found in edits(NOT):
        yield put(found, "")
    pairs = [f for f in edits(PAIR) if int(f[1]) + int(f[2]) in (32, 64)]
    for found in pairs:
        yield put(found, f"::<{int(found[1]) + 1}, {int(found[2]) - 1}")
    for found in edits(NUMBER):
        if any(pair.start() <= found.start() < pair.end() for pair in pairs):
            continue
        value = int(found[0].replace("_", ""), 0)
        # Parameters of types and intrinsics must stay in range.
        given = found[0][:2] in ("0b", "0x") or GIVEN.search(text[: found.start()])
        yield put(found, str(value ^ 1 if given else value + 1))


def arms(expression: str, numbered: list[tuple[int, str]]) -> str:
    """Return an expression with its variants, each on separate lines.

    The original comes first, so that the compiler reports type errors in the variants.
    """
    if not numbered:
        return expression
    first, last = numbered[0][0], numbered[-1][0]
    rows = [f"if crate::mutant::outside({first}, {last}) {{", expression]
    for number, variant in numbered:
        rows += [f"}} else if crate::mutant::is({number}) {{", variant]
    return "\n".join([*rows, "} else { unreachable!() }"])


def depth(code: str) -> int:
    """Return the number of opening minus closing brackets of a line."""
    bare = STRING.sub("", code)
    return sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}")


class File:
    """The lines of a file, with a read position."""

    def __init__(self, name: str, text: str) -> None:
        """Start at the first line."""
        self.name = name
        self.source = re.split(r"#\[cfg\(test\)\]\s*(?:#\[[^\n]*\]\s*)*mod \w+ \{", text)[
            0
        ].splitlines()
        self.rest = text[len("\n".join(self.source)) :]
        self.function = ""

    def rewrite(self, add: Callable[[Mutant], int | None]) -> str:
        """Return the text with all mutants for which `add` returns a number."""
        out: list[str] = []
        at = 0
        while at < len(self.source):
            line = self.source[at]
            code = line.split("//")[0].strip()
            if found := re.search(r"\bfn (\w+)", code):
                self.function = found[1]
            size, text = self.constant(at) or self.statement(at)
            new = self.mutated(text, add) if text else None
            kept = "\n".join(self.source[at : at + size])
            out.append(new if new and "crate::mutant::" in new else kept)
            at += size
        return "\n".join(out) + self.rest

    def constant(self, at: int) -> tuple[int, str] | None:
        """Return the number of lines of a constant at this position; constants are not mutated."""
        if not CONSTANT.search(self.source[at].split("//")[0]):
            return None
        level, size = 0, 0
        while size == 0 or level > 0:
            level += depth(self.source[at + size].split("//")[0])
            size += 1
        return size, ""

    def statement(self, at: int) -> tuple[int, str]:
        """Return the number of lines of the statement at this position, and its text if mutable."""
        code = self.source[at].split("//")[0].strip()
        before = next(
            (c for line in reversed(self.source[:at]) if (c := line.split("//")[0].strip())), ""
        )
        opens = before.endswith(("{", "}", ";")) and not before.startswith(("#", "use "))
        # An unindented line belongs to an item, such as a macro that generates items.
        opens = opens and self.source[at][:1].isspace()
        if not code or not opens or NO_STATEMENT.match(code) or self.function in FUNCTIONS_LEFT_OUT:
            return 1, ""
        parts, level = [], 0
        for size, line in enumerate(self.source[at : at + 12], 1):
            part = line.split("//")[0].strip()
            parts.append(part)
            level += depth(part)
            text = " ".join(p for p in parts if p)
            if level == 0 and part.endswith(";"):
                return size, text
            if level == 1 and part.endswith("{") and size == 1:
                return 1, text
            after = self.source[at + size].strip() if at + size < len(self.source) else ""
            if level == 0 and after == "}" and not part.endswith(","):
                return size, text
            if level < 0 or part.endswith("{"):
                break
        return 1, ""

    def mutated(self, text: str, add: Callable[[Mutant], int | None]) -> str | None:
        """Return a statement with its variants, or `None` without variants."""
        if LEFT_OUT.search(text) or LAZY.match(text) or "=>" in text:
            return None

        def beside(expression: str, *more: str) -> str:
            numbered = []
            for variant in dict.fromkeys([*more, *variants(expression)]):
                became = text.replace(expression, variant, 1) if variant else NOTHING
                if (number := add(Mutant(self.name, self.function, text, became))) is not None:
                    numbered.append((number, variant))
            return arms(expression, numbered)

        new = None
        if found := re.fullmatch(r"(let (?:mut )?[^=]+?= )([^=].*);", text):
            new = f"{found[1]}{beside(found[2])};"
        elif found := re.fullmatch(r"(if|while|for .+? in|\} else if) ((?!let )[^{}]+) \{", text):
            new = f"{found[1]} ({beside(found[2])}) {{"
        elif found := re.fullmatch(r"return (.+);", text):
            new = f"return {beside(found[1])};"
        elif text.endswith(";") and not text.startswith(("let ", "return")):
            new = beside(text, "")
        elif not text.endswith(("{", ";")):
            new = beside(text)
        return new


def rewrite(files: dict[str, str], dropped: set[Mutant]) -> tuple[dict[str, str], list[Mutant]]:
    """Return the files with all mutants except the dropped ones, and the mutants by number."""
    mutants: list[Mutant] = []
    numbers = count()
    rewritten = {}
    for name, text in sorted(files.items()):

        def add(mutant: Mutant) -> int | None:
            if mutant in dropped or mutant.was == mutant.became:
                return None
            mutants.append(mutant)
            return next(numbers)

        rewritten[name] = File(name, text).rewrite(add)
    return rewritten, mutants


def lines_of(text: str) -> dict[int, list[int]]:
    """Return the mutants of each line of a rewritten file."""
    lines: dict[int, list[int]] = {}
    for at, line in enumerate(text.splitlines(), 1):
        if found := re.search(r"crate::mutant::outside\((\d+), (\d+)\)", line):
            lines[at] = lines[at + 1] = list(range(int(found[1]), int(found[2]) + 1))
        elif found := re.search(r"crate::mutant::is\((\d+)\)", line):
            lines[at] = lines[at + 1] = [int(found[1])]
    return lines
