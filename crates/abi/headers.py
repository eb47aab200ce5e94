"""Writes the headers of the C interface: python crates/abi/headers.py FOLDER.

Each table in `crates/abi/table/` lists the constants, types and functions of one public header of
libsodium 1.0.22 and its development branch, or of `quicksalt.h`, which libsodium lacks. Rust reads the
tables too: `tests/signatures.rs` compares each function with its row. Functions under `missing!` are not
provided, for the reason given there.

The first line of a table describes the header. Argument types mark secrets: `secret` is an `unsigned char`;
`secret_char` and `secret_void` are the other types. Result types define how a function reports failure
(`RETURNS`). `#[varies]` marks a function if its standard reads addresses, or draws matrices, that depend on
a secret.
"""

from __future__ import annotations

import re
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

TABLE = Path(__file__).parent / "table"

OWN = "quicksalt"
"""The additional header, which libsodium lacks."""

TYPES = {
    "u8": "unsigned char",
    "u32": "uint32_t",
    "u64": "uint64_t",
    "usize": "size_t",
    "c_int": "int",
    "c_char": "char",
    "c_ulonglong": "unsigned long long",
    "c_void": "void",
    "secret": "unsigned char",
    "secret_char": "char",
    "secret_void": "void",
}

RETURNS = {
    "status": "0, or -1 if the call fails",
    "verdict": "0, or -1 if verification fails",
    "opened": "0, or -1 if the message is not genuine",
    "agreed": "0, or -1 if the key or point is invalid and yields no secret",
    "checked": "0, or -1 if the secret is invalid",
    "flag": "1 or 0, or -1 if the call fails",
}
"""The meaning of each result type that is `int` in C."""

TYPES |= dict.fromkeys(RETURNS, "int")

EXPORT = """\
#ifndef sodium_export_H
#define sodium_export_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define SODIUM_EXPORT __attribute__((visibility("default")))
#define SODIUM_MUST_USE __attribute__((warn_unused_result))
#define SODIUM_NO_RETURN __attribute__((noreturn))
#else
#define SODIUM_EXPORT
#define SODIUM_MUST_USE
#define SODIUM_NO_RETURN
#endif
#define SODIUM_EXPORT_WEAK SODIUM_EXPORT

#ifndef CRYPTO_ALIGN
#if defined(_MSC_VER)
#define CRYPTO_ALIGN(x) __declspec(align(x))
#else
#define CRYPTO_ALIGN(x) __attribute__((aligned(x)))
#endif
#endif

#define SODIUM_MIN(A, B) ((A) < (B) ? (A) : (B))
#define SODIUM_SIZE_MAX SODIUM_MIN(UINT64_MAX, SIZE_MAX)

#endif
"""


@dataclass(frozen=True)
class Function:
    """A function as the table declares it."""

    name: str
    arguments: list[tuple[str, str]]
    result: str | None
    must_use: bool
    varies: bool = False
    text: str = ""

    @property
    def secrets(self) -> list[int]:
        """The positions of its secret inputs."""
        kinds = enumerate(kind for _, kind in self.arguments)
        return [at for at, kind in kinds if kind.startswith("*const secret")]


@dataclass
class Header:
    """The declarations in one header, and the functions that it lacks, with reasons."""

    name: str
    title: str
    constants: list[tuple[str, str]] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)


def read(path: Path) -> Header:
    """Read a table."""
    text = path.read_text()
    header = Header(path.stem, text.partition("\n")[0].removeprefix("// "))
    body, _, rest = text.partition("\nmissing! {")
    for words in re.findall(r"^    (?!#)(.*);$", body, re.MULTILINE):
        kind, _, what = words.partition(" ")
        match kind:
            case "const":
                name, _, value = what.partition(" = ")
                header.constants.append((name, value))
            case "type":
                name, _, other = what.partition(" = ")
                header.types.append(f"typedef {other} {name};")
            case "struct":
                name, size, align = re.fullmatch(r"(\w+) = (\d+), (\d+)", what).groups()  # type: ignore[union-attr]
                opaque = f"CRYPTO_ALIGN({align}) unsigned char opaque[{size}];"
                header.types.append(f"typedef struct {name} {{ {opaque} }} {name};")
            case "c":
                header.lines.append(what.strip('"').replace('\\"', '"'))
    header.functions = functions(body)
    reason = ""
    for line in rest.splitlines():
        if found := re.fullmatch(r'    "(.*)";', line):
            reason = found[1]
        elif found := re.match(r"    fn (\w+)", line):
            header.missing[found[1]] = reason
    return header


def functions(text: str) -> list[Function]:
    """Return the functions of a table."""
    found = re.findall(
        r"^((?: +(?:#\[|///).*\n)*) +fn (\w+)\((.*)\)(?: -> (.*))?;$", text, re.MULTILINE
    )
    return [
        Function(
            name,
            [parse(a) for a in arguments.split(", ") if a],
            result or None,
            "#[must_use]" in before,
            "#[varies]" in before,
            " ".join(re.findall(r"/// (.*)", before)),
        )
        for before, name, arguments, result in found
    ]


def parse(argument: str) -> tuple[str, str]:
    """Split an argument into its name and its Rust type."""
    name, _, kind = argument.partition(": ")
    return {"input": "in"}.get(name, name), kind


def c_type(kind: str) -> str:
    """Return the C form of a Rust type, with the space before the declared name."""
    if kind == "!":
        return "SODIUM_NO_RETURN void "
    base = kind.split()[-1]
    text = TYPES.get(base, base)
    qualifiers = re.findall(r"\*(const|mut)", kind)
    # The innermost pointer decides whether its target is const.
    if qualifiers and qualifiers[-1] == "const":
        text = f"const {text}"
    return f"{text} " + "*" * len(qualifiers)


def comment(text: str) -> str:
    """Return a C comment with lines of at most 100 characters."""
    lines = textwrap.wrap(text, 97, break_long_words=False, break_on_hyphens=False)
    return "\n/*\n" + "".join(f" * {line}\n" for line in lines) + " */\n"


def declaration(function: Function) -> str:
    """Return the prototype of a function."""
    arguments = ", ".join(c_type(kind) + name for name, kind in function.arguments) or "void"
    result = "void " if function.result is None else c_type(function.result)
    must = "SODIUM_MUST_USE " if function.must_use else ""
    text = comment(function.text) if function.text else ""
    return f"{text}SODIUM_EXPORT {must}{result}{function.name}({arguments});"


def rendered(header: Header, includes: list[str]) -> str:
    """Return the text of a header."""
    guard = f"sodium_{header.name}_H"
    lines = [f"/* {header.title} */", "", f"#ifndef {guard}", f"#define {guard}", ""]
    lines += [f'#include "{name}.h"' for name in includes]
    lines += ["", *(f"#define {name} {value}" for name, value in header.constants)]
    lines += [line for line in header.lines if line.startswith("#")]
    lines += ["", "#ifdef __cplusplus", 'extern "C" {', "#endif", "", *header.types]
    lines += [line for line in header.lines if not line.startswith("#")]
    lines += [declaration(function) for function in header.functions]
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def order(headers: list[Header]) -> list[Header]:
    """Sort headers so that each follows the headers that define its types."""
    home = {
        name: header.name
        for header in headers
        for line in header.types + header.lines
        for name in re.findall(r"(\w+);$", line)
    }
    by_name = {header.name: header for header in headers}
    done: list[Header] = []

    def visit(header: Header) -> None:
        if header in done:
            return
        for name in needs(header, home):
            visit(by_name[name])
        done.append(header)

    for header in headers:
        visit(header)
    return done


def needs(header: Header, home: dict[str, str]) -> list[str]:
    """Return the headers that define the constants and types of a header."""
    constants = {word for _, value in header.constants for word in re.findall(r"[a-z]\w+", value)}
    used = constants | {kind.split()[-1] for f in header.functions for _, kind in f.arguments}
    used |= {word for line in header.types for word in re.findall(r"\w+", line)}
    return sorted({home[word] for word in used if word in home} - {header.name})


def write(folder: Path) -> list[Header]:
    """Write all headers and return their contents."""
    headers = order([read(path) for path in sorted(TABLE.glob("*.rs"))])
    home = {name: h.name for h in headers for name, _ in h.constants}
    home |= {
        name: h.name for h in headers for line in h.types for name in re.findall(r"(\w+);$", line)
    }
    inner = folder / "sodium"
    inner.mkdir(parents=True, exist_ok=True)
    (inner / "export.h").write_text(EXPORT)
    theirs = [header for header in headers if header.name != OWN]
    for header in theirs:
        (inner / f"{header.name}.h").write_text(rendered(header, ["export", *needs(header, home)]))
    (own,) = (header for header in headers if header.name == OWN)
    (folder / f"{OWN}.h").write_text(rendered(own, ["sodium/export"]))
    all_of_them = [f'#include "sodium/{header.name}.h"' for header in theirs]
    lines = ["#ifndef sodium_H", "#define sodium_H", "", *all_of_them, "", "#endif", ""]
    (folder / "sodium.h").write_text("\n".join(lines))
    return headers


if __name__ == "__main__":
    write(Path(sys.argv[1]))
