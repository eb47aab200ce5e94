"""Writes constants and libsodium's functions into the stub of the native module.

    python scripts/stub.py

Names, order and defaults of arguments are those of the built module. What a function returns
follows from its row in the table of the C interface, `crates/abi/table/`; what is not in the table,
such as classes, is written by hand in the rest of `python/src/quicksalt/_native.pyi`. A test
compares the file with what this script makes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from c_reference import ROOT, headers

from quicksalt import _native

STUB = ROOT / "python/src/quicksalt/_native.pyi"
BEGIN = "# Made by scripts/stub.py: constants, and functions of the table in crates/abi/table/.\n"
END = "# The rest is written by hand.\n"
WIDTH = 100

NUMBERS = {"alg", "blocksize", "digest_size", "dklen", "length", "maxmem", "outlen", "size"}
"""Arguments that are numbers, beside those whose namesakes in C are."""

OPTIONAL = {"aad", "ad", "constants"}
"""Arguments that may be None."""

RESULTS = {"sodium_memcmp": "bool", "sodium_unpad": "bytes"}
"""Results that do not follow from the table."""


def functions() -> dict[str, headers.Function]:
    """Return the functions of the table that the native module has."""
    tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
    found = {f.name: f for table in tables for f in table.functions}
    return {name: found[name] for name in sorted(found) if hasattr(_native, name)}


def stub() -> str:
    """Return the part of the stub that this script makes."""
    lines = [
        f"{name}: {type(value).__name__}"
        for name, value in sorted(vars(_native).items())
        if isinstance(value, bool | int | bytes)
    ]
    lines.append("")
    for function in functions().values():
        lines += declaration(function)
    return "\n".join(lines) + "\n"


def declaration(function: headers.Function) -> Iterator[str]:
    """Yield the lines of a function, broken as ruff breaks them."""
    parameters = inspect.signature(getattr(_native, function.name)).parameters.values()
    words = [argument(function, parameter) for parameter in parameters]
    head, tail = f"def {function.name}(", f") -> {result(function)}: ..."
    if len(whole := f"{head}{', '.join(words)}{tail}") <= WIDTH:
        yield whole
        return
    inner = f"    {', '.join(words)}"
    yield head
    is_one_line = len(inner) <= WIDTH and len(words) > 1
    yield from [inner] if is_one_line else [f"    {word}," for word in words]
    yield tail


def argument(function: headers.Function, parameter: inspect.Parameter) -> str:
    """Return an argument with its type and its default."""
    name = parameter.name
    in_c = {title.lower(): kind for title, kind in function.arguments}
    if name in OPTIONAL:
        kind = "Buffer | None"
    elif name in NUMBERS or in_c.get(name, "*").startswith(("u", "c_")):
        kind = "int"
    else:
        kind = state(function) if name == "state" else "Buffer"
    is_given = parameter.default is inspect.Parameter.empty
    return f"{name}: {kind}" + ("" if is_given else f" = {shown(parameter.default)}")


def shown(default: object) -> str:
    """Return a default as the stub has it."""
    return 'b""' if default == b"" else repr(default)


def state(function: headers.Function) -> str:
    """Return the type of the state that a function takes: bytes unless it is a class."""
    kinds = [kind.split()[-1] for _, kind in function.arguments if "_state" in kind]
    return kinds[0] if hasattr(_native, kinds[0]) else "Buffer"


def result(function: headers.Function) -> str:
    """Return the type of what a function returns: what C writes, or what its result tells."""
    told = {"flag": "bool", "verdict": "Literal[True]"}.get(function.result or "")
    if known := RESULTS.get(function.name) or told:
        return known
    written = [
        "int" if name == "tag_p" else "bytes"
        for name, kind in function.arguments
        if re.fullmatch(r"\*mut (u8|secret|c_char|c_void)", kind) and name != "nsec"
    ]
    if not written and any("*mut" in kind for _, kind in function.arguments):
        # The state is the result where it is no object.
        is_object = "_state" in str(function.arguments) and state(function) != "Buffer"
        return "None" if is_object else "bytes"
    return f"tuple[{', '.join(written)}]" if len(written) > 1 else (written or ["None"])[0]


def replaced(text: str) -> str:
    """Return the text of the stub with the part that this script makes."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{stub()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    STUB.write_text(replaced(STUB.read_text()))
