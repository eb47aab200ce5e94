"""JavaScript signatures of libsodium's functions: their arguments, results and lengths.

The signatures are derived from the tables in `crates/abi/table/`. A pointer and the length that
follows it are one argument. The length of a pointer without a length argument comes from the
constant for its name: for `n` of `crypto_box_easy` it is `crypto_box_NONCEBYTES`. A pointer that C
writes to is a result. `shapes.py` generates the functions from these signatures. A signature is a
letter for the return value, if any, and an item for each C argument, here named x:

    f32x  32 bytes to read                    l1-64x  a result as long as JavaScript says, and
    m0-9x bytes to read and their length              that length of 32 bits (L: of 64)
          of 64 bits (b: of 32; p: see e)     >32x    a result of 32 bytes
    e     the length of p, of 64 bits         +16x    a result 16 bytes longer than what comes first
    n1-2x a number of 32 bits (w: of 64)      -16x    a result 16 bytes shorter
    tx    a zero-terminated text              T128x   a zero-terminated text as a result
    ~     the length of t                     g       a byte as a result
    s208  a state (d: for the last time)      S208    a new state
    0     NULL                                Z       NULL and a length of zero
    =46   a number                            x       an argument that C has no use for

Capital F, M, B: the argument may be null.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from conventions import ARGUMENTS, KEY_TYPES, LENGTHS, OTHERS, RANGES, SIZE_MAX, UNWANTED

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "abi"))

import headers

BYTES = "Uint8Array | string"


@dataclass(frozen=True)
class Argument:
    """A C argument: its name and type, and the length beside it, if any."""

    function: str
    name: str
    kind: str
    length: str
    is_wide: bool

    @property
    def width(self) -> int:
        """Return how many C arguments it represents."""
        return 2 if self.length else 1


@dataclass
class Signature:
    """A function as JavaScript calls it."""

    name: str
    tokens: list[str] = field(default_factory=list)
    # Name, type, whether it may be null or absent; in JavaScript's order.
    arguments: list[tuple[str, str, bool]] = field(default_factory=list)
    results: list[tuple[str, str]] = field(default_factory=list)
    kind: str = ""
    key_type: str = ""

    def add(self, item: str, title: str, kind: str, *, is_optional: bool = False) -> None:
        """Add a JavaScript argument."""
        self.tokens.append(item + title)
        self.arguments.append((title, kind, is_optional))

    @property
    def names(self) -> set[str]:
        """Return the names of arguments, as used in errors."""
        items = map(self.split, self.tokens)
        return {name for what, name in items if name and what[0] not in "x>+-T"}

    @staticmethod
    def split(token: str) -> tuple[str, str]:
        """Split an item into its kind and its name."""
        found = re.fullmatch(r"(.[\d-]*)(.*)", token)
        assert found
        return found[1], found[2]

    @property
    def is_turned(self) -> bool:
        """Return whether key and nonce are swapped, as in one stream function of libsodium.js."""
        return self.name == "crypto_stream_chacha20"


def constants(tables: list[headers.Header]) -> dict[str, int | str]:
    """Return the constants of all tables as numbers and texts."""
    texts = {
        name: value
        for table in tables
        for name, value in table.constants
        if "implementation" not in value
    }
    known: dict[str, int | str] = {"SODIUM_SIZE_MAX": SIZE_MAX, "SIZE_MAX": SIZE_MAX}

    def value(name: str) -> int | str:
        if name not in known:
            text = texts[name]
            if text.startswith('"'):
                known[name] = text.strip('"')
            else:
                text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)U?L*\b", r"\1", text)
                text = re.sub(r"(\([^()]*\)) \? (\d+) :", r"\2 if \1 else", text)
                words = {w: value(w) for w in re.findall(r"[A-Za-z_]\w+", text) if w in texts}
                scope = {"SODIUM_MIN": min, "__builtins__": {}, **known, **words}
                known[name] = eval(text, scope)
        return known[name]

    return {name: value(name) for name in texts}


class Reader:
    """Creates signatures for the functions of the tables."""

    def __init__(self) -> None:
        """Read the tables."""
        self.tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
        self.constants = constants(self.tables)
        self.numbers = {name.lower(): value for name, value in self.constants.items()}
        self.sizes: dict[str, int] = {"crypto_secretstream_xchacha20poly1305_state": 52}
        aliases: dict[str, str] = {}
        for line in (line for table in self.tables for line in table.types):
            if found := re.search(r"opaque\[(\d+)\]; \} (\w+);", line):
                self.sizes[found[2]] = int(found[1])
            elif found := re.fullmatch(r"typedef (\w+) (\w+);", line):
                aliases[found[2]] = found[1]
        for name, other in aliases.items():
            whole = other
            while whole in aliases:
                whole = aliases[whole]
            self.sizes[name] = self.sizes[whole]

    def signatures(self) -> list[Signature]:
        """Return the signatures of all functions that are useful in JavaScript."""
        functions = {f.name: f for table in self.tables for f in table.functions}
        missing = {name for table in self.tables for name in table.missing}
        lengths = {name.lower() for name in self.constants}
        return [
            self.signature(function)
            for name, function in sorted(functions.items())
            if name not in missing
            and not UNWANTED.fullmatch(name)
            and (name not in lengths or function.result == "*const c_char")
        ]

    def name_of(self, argument: Argument) -> tuple[str, str]:
        """Return an argument's JavaScript name, and the suffix of its length constant."""
        for pattern, arguments, name, end in OTHERS:
            if re.fullmatch(pattern, argument.function) and argument.name in arguments.split("|"):
                return name, end
        return ARGUMENTS.get(argument.name, (argument.name, ""))

    def constant(self, function: str, end: str) -> int:
        """Return the constant of a function by the suffix of its name.

        Variants are lowercase in functions and may be uppercase in constants, such as `ndx`.
        """
        words = function.split("_")
        for n in range(len(words), 0, -1):
            for name in end.split("|"):
                found = self.numbers.get("_".join([*words[:n], name]).lower())
                if isinstance(found, int):
                    return found
        raise SystemExit(f"{function}: no {end}")

    def length(self, argument: Argument) -> int:
        """Return the length of a bytes argument that lacks a length argument."""
        end = self.name_of(argument)[1]
        return int(end) if end.isdigit() else self.constant(argument.function, end)

    def overhead(self, function: str) -> int:
        """Return how much longer a ciphertext or signed message is than its message."""
        if re.search(r"detached|_xor", function):
            return 0
        end = "SEALBYTES" if "_seal" in function else "MACBYTES|ABYTES|BYTES"
        return self.constant(function, end)

    def limits(self, function: str, argument: str) -> str:
        """Return the range of a number or length, if it is limited."""
        for pattern, of, least, most in RANGES:
            if of == argument and re.fullmatch(pattern, function):
                low, high = (
                    self.constant(function, end) if isinstance(end, str) else end
                    for end in (least, most)
                )
                return f"{low}" if high is None else f"{low}-{high}"
        return ""

    def signature(self, function: headers.Function) -> Signature:
        """Return the signature of a function."""
        made = Signature(function.name, kind=kind_of(function))
        at = 0
        while at < len(function.arguments):
            argument = argument_at(function, at)
            self.take(argument, made)
            at += argument.width
        if made.is_turned:
            made.arguments[1:3] = made.arguments[2:0:-1]
        if function.name.endswith("keypair"):
            made.key_type = next(t for start, t in KEY_TYPES if function.name.startswith(start))
        return made

    def take(self, argument: Argument, made: Signature) -> None:
        """Add a C argument to a signature."""
        name, kind = argument.name, argument.kind
        title, _ = self.name_of(argument)
        limits = self.limits(argument.function, name)
        if "_state" in kind:
            self.take_state(argument, made)
        elif name == "nsec":
            made.add("x", title, "ignored", is_optional=True)
        elif kind == "*mut c_ulonglong":
            made.tokens.append("0")
        elif name == "tag_p":
            made.tokens.append("g")
            made.results.append(("tag", "number"))
        elif kind == "*mut c_char":
            self.take_text(argument, made)
        elif "*mut" in kind:
            self.take_result(argument, made)
        elif "*const" in kind:
            self.take_input(argument, made)
        elif name == "clen":
            made.tokens.append("e")
        elif kind in ("u64", "c_ulonglong"):
            made.add(f"w{limits}", title, "number | bigint")
        else:
            made.add(f"n{limits}", "hash_length" if name == "outlen" else title, "number")

    def take_state(self, argument: Argument, made: Signature) -> None:
        """Add the state of an incremental operation."""
        size = self.sizes[argument.kind.split()[-1]]
        if re.search(r"_init(_|$)", argument.function):
            made.tokens.append(f"S{size}")
            made.results.append(("state", "State"))
        else:
            letter = "d" if "_final" in argument.function else "s"
            made.tokens.append(f"{letter}{size}")
            made.arguments.append(("state_address", "State", False))

    def take_text(self, argument: Argument, made: Signature) -> None:
        """Add an output text."""
        made.results.append(("text", "string"))
        if argument.name == "ip":
            # C's INET6_ADDRSTRLEN, which is passed to C.
            made.tokens += ["T46ip", "=46"]
        else:
            size = self.constant(argument.function, "STRBYTES")
            made.tokens.append(f"T{size}output")

    def take_result(self, argument: Argument, made: Signature) -> None:
        """Add output bytes."""
        name, function = argument.name, argument.function
        title, _ = self.name_of(argument)
        if argument.length:
            title = next(n for pattern, n in LENGTHS if re.fullmatch(pattern, function))
            letter = "L" if argument.is_wide else "l"
            made.add(f"{letter}{self.limits(function, argument.length)}", title, "number")
            title = "output"
        elif name in ("c", "sm"):
            made.tokens.append(f"+{self.overhead(function)}{title}")
        elif name == "m":
            made.tokens.append(f"-{self.overhead(function)}{title}")
        else:
            made.tokens.append(f">{self.length(argument)}{title}")
        made.results.append((title, "Uint8Array"))

    def take_input(self, argument: Argument, made: Signature) -> None:
        """Add an input."""
        name, function = argument.name, argument.function
        title, _ = self.name_of(argument)
        is_optional = name == "ad" or (
            name in ("key", "salt", "personal", "c")
            and bool(re.search(r"generichash|core_h|extract|hmac\w+_init$", function))
        )
        if name in ("str", "ip"):
            made.add("t", title, "string")
            # The length argument of an address excludes the terminating zero.
            made.tokens += ["~"] if name == "ip" else []
        elif name == "in" and function.endswith("_salt_personal"):
            made.tokens.append("Z")
        elif name == "c" and not argument.length and not is_optional:
            made.add("p", title, BYTES)
        else:
            if argument.length:
                letter = "m" if argument.is_wide else "b"
                size = self.limits(function, argument.length)
            else:
                letter, size = "f", str(self.length(argument))
            letter = letter.upper() if is_optional else letter
            made.add(f"{letter}{size}", title, BYTES, is_optional=is_optional)


def argument_at(function: headers.Function, at: int) -> Argument:
    """Return a C argument, together with its length argument if one follows."""
    name, kind = function.arguments[at]
    other, other_kind = [*function.arguments, ("", "")][at + 1]
    is_length = "*" in kind and "*" not in other_kind and name not in ("mac", "tag_p")
    is_length = is_length and bool(re.search(r"len|size", other))
    return Argument(
        function.name, name, kind, other if is_length else "", other_kind == "c_ulonglong"
    )


KINDS = {
    "verdict": "?",
    "flag": "=",
    "c_int": "#",
    "u32": "#",
    "*const c_char": "$",
    "*mut c_char": "&",
    None: "v",
}


def kind_of(function: headers.Function) -> str:
    """Return the letter for a function's return value."""
    # In a stream, a forged message returns false instead of throwing.
    is_pulled = re.search(r"(?<!init)_pull$", function.name)
    return "!" if is_pulled else KINDS.get(function.result, "")


if __name__ == "__main__":
    for made in Reader().signatures():
        print(f"{made.name}: {made.kind} {' '.join(made.tokens)}")
