"""Generate the code of the functions.

Each exported function has its own code. The drop-in replacement for libsodium.js contains all
functions; in it, functions of the same shape share code. A shape is the sequence of arguments and
results in C's order. Lengths and names are parameters of the shape. `call.js` exports the building
blocks.
"""

from __future__ import annotations

import re
from pathlib import Path

from signatures import Signature

ARGUMENTS = "abcdefghij"
# Results that JavaScript receives as bytes or in the chosen output format.
BYTES = ">+-lL"
# The largest length of bytes, as in `call.js`, and the largest 32-bit and 64-bit numbers.
LONGEST = str(0x7FFF0000)
MOST = {"n": str(0xFFFFFFFF), "w": "Infinity"}
# The longest result that is placed in front of the arguments, as in `instance.js`.
FRONT = 256
# Conversion of C's return value, by the kind of function.
VERDICTS = {
    "": ["if (status !== 0) throw failure(t);"],
    "v": ["settled(t);"],
    "#": ["settled(t);", "return status >>> 0;"],
    "?": ["return verdict(t, status);"],
    "!": ["if (!verdict(t, status)) return false;"],
    "=": ["return answer(t, status);"],
    "$": ["return textAt(status >>> 0);"],
    "&": ["if (status === 0) throw failure(t);"],
}


def after(size: int) -> int:
    """Return the next aligned offset after `size` bytes, as in `call.js`."""
    return size + 15 & -16


class Written:
    """The generated code of a function: the text of its shape, and the parameters of the shape."""

    def __init__(self, made: Signature, letters: dict[str, str], *, into: bool) -> None:
        """Generate the code; `into` selects the form that writes into the caller's buffer."""
        self.made, self.into = made, into
        # One letter per argument name; the parameters of the shape.
        self.keys = ""
        self.values: list[str] = []
        self.checks: list[str] = []
        # Items in the module's memory with their lengths; bytes to copy there.
        self.places: list[tuple[str, str]] = []
        self.puts: list[str] = []
        self.params: list[str] = []
        # Name, item and length of each result.
        self.results: list[tuple[str, str, str]] = []
        # The length of the first byte argument, the state argument, and whether the call ends the
        # state.
        self.main = ""
        self.state = ""
        self.is_last = False
        self.read(letters)
        self.lines = self.body()

    def value(self, text: str) -> str:
        """Return the name of a parameter of the shape."""
        self.values.append(text)
        return f"v{len(self.values) - 1}"

    def read(self, letters: dict[str, str]) -> None:
        """Parse the signature."""
        order = iter([0, 2, 1] if self.made.is_turned else range(len(ARGUMENTS)))
        keys: dict[int, str] = {}
        for what, name in map(Signature.split, self.made.tokens):
            item, (least, _, most) = what[0], what[1:].partition("-")
            if item in "fFmMbBptsdnwxlL":
                at = next(order)
                keys[at] = "@" if item in "sdx" else letters[name]
                self.argument(item, ARGUMENTS[at], at, least, most)
            elif item in ">+-TgS":
                self.result(item, what[1:] or "0", name)
            else:
                self.params += {
                    "0": ["0"],
                    "Z": ["0", "0n"],
                    "=": [what[1:]],
                    "e": [f"wide({self.main})"],
                    "~": [f"{self.main} - 1"],
                }[item]
        self.keys = "".join(keys[at] for at in sorted(keys))

    def argument(self, item: str, name: str, at: int, least: str, most: str) -> None:
        """Generate the check of an argument, and the value that C receives."""
        size = f"n{name}"
        if item in "sd":
            self.checks.append(f"const p{name} = stateAt({name}, t, {at});")
            self.params.append(f"p{name}")
            self.state, self.is_last = name, item == "d"
        elif item in "nwlL":
            low = self.value(least or "0")
            high = self.value(most or MOST.get(item, LONGEST))
            number = f"ranged({name}, t, {at}, {low}, {high})"
            number = number if item == "w" else f"Number({number})"
            self.checks.append(f"const {size} = {number};")
            if item in "lL":
                self.params.append(f"o{len(self.results)}")
                self.results.append(("output", item, size))
            self.params.append(f"wide({size})" if item in "wL" else size)
        elif item == "x":
            self.params.append("0")
        else:
            self.bytes(item, name, at, least, most)

    def bytes(self, item: str, name: str, at: int, least: str, most: str) -> None:
        """Generate the check of bytes, their address, and the values that C receives."""
        kind = "OrNull" if item.isupper() else ""
        size, place = f"n{name}", f"p{name}"
        reads = "terminated" if item == "t" else f"read{kind}"
        self.checks.append(f"{name} = {reads}({name}, t, {at});")
        if item in "fF":
            size = self.value(least)
            absent = f"{name} !== null && " if kind else ""
            wrong, limits = f"{absent}sizeOf({name}) !== {size}", size
        else:
            # The length of a ciphertext to open is at least the overhead.
            shorter = [r for r in self.made.tokens if re.match(r"-[1-9]", r)]
            if shorter and not self.main:
                least = Signature.split(shorter[0])[0][1:]
            self.checks.append(f"const {size} = size{kind}({name}, t, {at});")
            self.main = self.main or size
            low = self.value(least) if least not in ("", "0") else "0"
            high = self.value(most) if most else "Infinity"
            wrong = f"{size} < {low}" if low != "0" else ""
            wrong += f"{size} > {high}" if most else ""
            limits = f"{low}, {high}"
        if wrong:
            self.checks.append(f"if ({wrong}) misfit({name}, t, {at}, {limits});")
        self.places.append((place, size))
        self.puts.append(f"put{kind}({name}, {place});")
        self.params.append(f"{name} === null ? 0 : {place}" if kind else place)
        if item in "mM":
            self.params.append(f"wide({size})")
        elif item in "bB":
            self.params.append(size)

    def result(self, item: str, limits: str, name: str) -> None:
        """Record a result, and its length if it is known before all arguments."""
        self.params.append(f"o{len(self.results)}")
        names = {"S": "state", "g": "tag"}
        sizes = {"g": "1"}
        if item not in sizes:
            sizes[item] = limits if limits == "0" else self.value(limits)
        self.results.append((names.get(item, name), item, sizes[item]))

    def length(self, item: str, size: str) -> str:
        """Return the length of a result."""
        if item not in "+-":
            return size
        return self.main if size == "0" else f"{self.main} {item} {size}"

    @property
    def is_front(self) -> bool:
        """Return whether the result may be placed in front of the arguments."""
        return len(self.results) == 1 and self.results[0][1] in BYTES

    def before(self) -> list[str]:
        """Return the code that precedes the call: checks and addresses."""
        lines = ["writable(output, t);"] if self.into else ["const form = formatOf(format);"]
        lines += self.checks
        behind = [f"after({size})" for _, size in self.places]
        ends = []
        for at, (_, item, size) in enumerate(self.results):
            if item == "S":
                ends.append(f"const o{at} = claim();")
                continue
            lines.append(f"const m{at} = {self.length(item, size)};")
            behind.append(f"behind(m{at})" if self.is_front else f"after(m{at})")
        if self.into:
            lines.append("fits(output, m0, t);")
        if not behind:
            return [*lines, *ends]
        lines.append(f"const begin = room(t, {' + '.join(behind)});")
        end = "begin"
        for place, size in self.places:
            lines.append(f"const {place} = {end};")
            end = f"{place} + after({size})"
        lines += ends
        if self.is_front:
            return [
                *lines,
                f"const edge = {end};",
                "const o0 = m0 > FRONT ? edge : begin - after(m0);",
            ]
        for at, (_, item, _) in enumerate(self.results):
            if item != "S":
                lines.append(f"const o{at} = {end};")
                end = f"o{at} + after(m{at})"
        return [*lines, f"const edge = {end};"]

    def during(self) -> list[str]:
        """Return the call and the handling of its results."""
        kind = self.made.kind
        lines = [
            *self.puts,
            "live.isBusy = true;",
            f"const status = call({', '.join(self.params)});",
            "live.isBusy = false;",
        ]
        checked = VERDICTS[kind]
        if kind == "v":
            lines[-2] = lines[-2].replace("const status = ", "")
        if self.is_last:
            # Verification ends the state, whether it succeeds or fails.
            ended = f"end({self.state});"
            checked = [*checked, ended] if kind == "" else [ended, *checked]
        lines += checked
        if self.results:
            lines.append(f"return {self.returned()};")
        return lines

    def returned(self) -> str:
        """Return the code with which a generated function returns its results."""
        if self.is_front:
            return "written(output, o0, m0)" if self.into else "taken(o0, m0, form)"
        parts = []
        for at, (name, item, size) in enumerate(self.results):
            found = {"S": f"made(t.family, {size}, o{at})", "g": f"byteAt(o{at})"}
            found["T"] = f"textAt(o{at})"
            parts.append((name, found.get(item, f"piece(o{at}, m{at}, form)")))
        if len(parts) == 1:
            return parts[0][1]
        if self.made.key_type:
            parts.append(("keyType", self.value(f'"{self.made.key_type}"')))
        return f"{{ {', '.join(f'{name}: {part}' for name, part in parts)} }}"

    @property
    def head(self) -> str:
        """Return the parameter list."""
        arguments = list(ARGUMENTS[: len(self.made.arguments)])
        return ", ".join(["output", *arguments] if self.into else [*arguments, "format"])

    def body(self) -> list[str]:
        """Return the lines of the function, unindented to save space in hundreds of functions."""
        before, during = self.before(), self.during()
        state = f", {self.state}" if self.state else ""
        wiped = "wiped(t, begin, edge)"
        if not any("edge" in line for line in before):
            wiped = "wiped(t, 0, 0)"
        elif self.is_front:
            wiped = "wiped(t, Math.min(begin, o0), edge + behind(m0))"
        return [
            "const call = bound(t);",
            *before,
            "try {",
            *during,
            "} catch (cause) {",
            f"throw stopped(t, cause{state});",
            "} finally {",
            f"{wiped};",
            "}",
        ]

    def shape(self) -> str:
        """Return the shape, a function of the names and lengths that differ."""
        values = "".join(f", v{i}" for i in range(len(self.values)))
        return "\n".join(
            [
                f"(name, keys{values}) => {{",
                "const t = titled(name, keys);",
                f"return ({self.head}) => {{",
                *self.lines,
                "};",
                "}",
            ]
        )

    def function(self, number: int) -> str:
        """Return the export of the function with its own code, identified by `number`."""
        return "\n".join(
            [
                f'const t{number} = /*#__PURE__*/ titled("{self.made.name}", "{self.keys}");',
                f"export function {self.made.name}{'Into' * self.into}({self.head}) {{",
                f"const t = t{number};",
                self.known(),
                "}",
            ]
        )

    def known(self) -> str:
        """Return the lines of the function, with all known values computed."""
        text = re.sub(r"\bv(\d+)\b", lambda v: self.values[int(v[1])], "\n".join(self.lines))
        text = re.sub(r"\bafter\((\d+)\)", lambda size: str(after(int(size[1]))), text)
        found = re.search(r"^const m0 = (\d+);\n", text, re.MULTILINE)
        if found and self.is_front and int(found[1]) <= FRONT:
            # A result that is always placed in front.
            text = text.replace(found[0], "").replace(" + behind(m0)", "")
            text = text.replace("m0 > FRONT ? edge : begin - after(m0)", "begin - after(m0)")
            text = text.replace("after(m0)", str(after(int(found[1])))).replace("behind(m0)", "0")
            text = text.replace("Math.min(begin, o0)", "o0")
            text = re.sub(r"\bm0\b", found[1], text)
        return text


def exported(file: str) -> set[str]:
    """Return the names that a file of `src/` exports."""
    text = (Path(__file__).parent / "src" / file).read_text()
    names = re.findall(r"^export (?:const|function) (\w+)", text, re.MULTILINE)
    listed = re.search(r"^export \{(.*?)\};", text, re.DOTALL | re.MULTILINE)
    return {*names, *(re.findall(r"\w+", listed[1]) if listed else [])}


def imports(text: str) -> str:
    """Return the import line for the parts of `call.js` that a text uses."""
    parts = sorted(set(re.findall(r"\w+", text)) & exported("call.js"))
    return f'import {{ {", ".join(parts)} }} from "./call.js";'


class Shapes:
    """All shapes, in order of first use."""

    def __init__(self) -> None:
        """Start without shapes."""
        self.numbers: dict[str, int] = {}

    def number(self, written: Written) -> int:
        """Return the number of a function's shape."""
        return self.numbers.setdefault(written.shape(), len(self.numbers))

    def lines(self) -> list[str]:
        """Return the shapes as lines of a JavaScript module."""
        shapes = [f"export const s{number} = {text};" for text, number in self.numbers.items()]
        return [imports("\n".join(shapes)), *shapes]
