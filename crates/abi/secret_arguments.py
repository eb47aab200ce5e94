"""Checks the secret arguments of each C function under memcheck.

The tables mark secret arguments. The program makes each secret undefined, calls the function, and
counts the jumps and indices that memcheck reports as dependent on the secret. `VERDICTS` limits the
jumps that depend on the result returned to the caller.

    python crates/abi/secret_arguments.py PREFIX

runs the program against the library that `make abi PREFIX=...` installed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import headers
from check import Library

VERDICTS = {"opened": 8, "agreed": 2, "verdict": 1, "checked": 1}
"""For each result type, the permitted number of jumps that depend on the result."""

LENGTHS = {
    "variant": 1,
    "alg": 1,
    "memlimit": 8192,
    "opslimit": 3,
    "N": 16,
    "r": 1,
    "p": 1,
    "hex_maxlen": 8192,
    "b64_maxlen": 8192,
    "max_buflen": 8192,
    "subkey_len": 32,
}
"""The values of numeric arguments; other numeric arguments are 64."""

SIZE = 1 << 14
"""The size of each argument in bytes."""


def program(functions: Iterable[headers.Function]) -> str:
    """Return a program that prints the number of memcheck errors for each function."""
    return "\n".join(
        [
            "#include <sodium.h>",
            "#include <stdio.h>",
            "#include <valgrind/memcheck.h>",
            f"static unsigned char b[16][{SIZE}] __attribute__((aligned(64)));",
            "int main(void) {",
            "    if (sodium_init() < 0) return 2;",
            *_calls(functions),
            "    return 0;",
            "}",
            "",
        ]
    )


def _calls(functions: Iterable[headers.Function]) -> Iterator[str]:
    for function in functions:
        secrets = function.secrets
        if (
            not secrets
            or function.varies
            or any("_state" in kind for _, kind in function.arguments)
        ):
            continue
        words = [
            f"(void *) b[{at}]" if "*" in kind else str(LENGTHS.get(name, 64))
            for at, (name, kind) in enumerate(function.arguments)
        ]
        # The first call runs the self-tests of the candidates, so its secrets are defined.
        yield f"    randombytes_buf(b, sizeof b); (void) {function.name}({', '.join(words)});"
        yield "    randombytes_buf(b, sizeof b);"
        yield from (f"    VALGRIND_MAKE_MEM_UNDEFINED(b[{at}], 128);" for at in secrets)
        yield "    { unsigned before = VALGRIND_COUNT_ERRORS;"
        yield f"      (void) {function.name}({', '.join(words)});"
        yield (
            f'      printf("{function.name} %u\\n", (unsigned) VALGRIND_COUNT_ERRORS - before); }}'
        )
        yield "    VALGRIND_MAKE_MEM_DEFINED(b, sizeof b);"


def faults(library: Library, functions: list[headers.Function]) -> Iterator[str]:
    """Yield the functions with more secret-dependent jumps than their verdict permits."""
    path = library.compile("secrets", program(functions), "-w", "-O1", "-Wl,-z,now")
    valgrind = ["valgrind", "--quiet", "--error-limit=no", "--log-file=/dev/null", str(path)]
    run = library.run(*valgrind)
    counts = dict(line.rsplit(" ", 1) for line in run.stdout.decode().splitlines())
    if run.returncode or not counts:
        yield f"the program ended with {run.returncode} after {len(counts)} functions"
    results = {function.name: function.result or "" for function in functions}
    for name, count in counts.items():
        allowed = VERDICTS.get(results[name], 0)
        if int(count) > allowed:
            yield f"{name}: {count} jumps or indices depend on a secret, {allowed} may"
    print(f"{len(counts)} functions with secret arguments under memcheck")


def main() -> int:
    """Print the failures."""
    if lacking := [tool for tool in ("cc", "pkg-config", "valgrind") if not shutil.which(tool)]:
        print(f"no {', '.join(lacking)}: apt-get install gcc pkg-config valgrind")
        return 3
    tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
    functions = list({f.name: f for table in tables for f in table.functions}.values())
    with tempfile.TemporaryDirectory() as folder:
        found = list(faults(Library(Path(sys.argv[1]).resolve(), Path(folder)), functions))
    print("\n".join([*found, f"{len(found)} faults"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
