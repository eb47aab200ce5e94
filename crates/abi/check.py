"""Tries the native library of the C interface: python crates/abi/check.py PREFIX [LIBSODIUM].

PREFIX is where `make abi` installed it. The headers compile as C and C++ without a warning; every
function that they declare is a symbol of the library, and the library has no other of libsodium's
names; constants are what functions tell; programs that misuse the library are ended. LIBSODIUM is a
tree of its sources, whose own test programs are then built against the library, unchanged, and give
what they should.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import headers

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]

# Test programs that cannot pass, and why.
KNOWN = {
    "box8": "compares bytes of a buffer that it never wrote",
    "kem": "asks for X-Wing, which is not offered yet",
    "kem_mlkem768": "asks for ML-KEM, which is not offered yet",
    "kem_xwing": "asks for X-Wing, which is not offered yet",
    "ipcrypt": "asks for encryption of addresses, which is not offered yet",
    "sodium_utils2": "does not write what it printed when it is ended on purpose",
    "sodium_utils3": "does not write what it printed when it is ended on purpose",
}

# A program each that is ended, by a mistake that libsodium calls misuse.
MISUSES = {
    "a message that is too long": (
        "crypto_aead_chacha20poly1305_ietf_encrypt(b, NULL, b, 1ULL << 40, NULL, 0, NULL, b, b);"
    ),
    "NULL with a length": "(void) crypto_secretbox_easy(b, NULL, 5, b, b);",
    "no room for a text": "char t[4]; sodium_bin2hex(t, sizeof t, b, 8);",
    "no such variant of base64": "(void) sodium_base64_encoded_len(5, 2);",
    "a byte behind guarded memory": "((volatile char *) sodium_malloc(9))[9] = 1;",
    "a byte in front of it": "char *p = sodium_malloc(9); p[-1] ^= 1; sodium_free(p);",
    "protected memory": "char *p = sodium_malloc(9); sodium_mprotect_noaccess(p); *p = 1;",
}


class DoesNotCompileError(Exception):
    """What the compiler says about a program."""


class Library:
    """The installed library: how programs are compiled against it and run."""

    def __init__(self, prefix: Path, work: Path) -> None:
        """Take the library below a prefix; programs go to a folder."""
        self.prefix, self.work = prefix, work

    def compile(self, name: str, text: str, *options: str, compiler: str = "cc") -> Path:
        """Compile a program and return its path."""
        source = self.work / f"{name}.c"
        source.write_text(text)
        return self.build(name, source, *options, compiler=compiler)

    def build(self, name: str, source: Path, *options: str, compiler: str = "cc") -> Path:
        """Compile a source and return the program's path."""
        path = os.environ | {"PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        query = ["pkg-config", "--cflags", "--libs", "quicksalt"]
        flags = subprocess.run(query, env=path, check=True, capture_output=True, text=True).stdout
        program = self.work / name
        language = ["-x", "c++"] if compiler == "c++" else []
        command = [compiler, *language, *options, str(source), "-x", "none", "-o", str(program)]
        run = subprocess.run(
            [*command, *flags.split()], check=False, capture_output=True, text=True
        )
        if run.returncode:
            raise DoesNotCompileError(f"{name}: {run.stderr[-600:]}")
        return program

    def run(self, program: Path) -> subprocess.CompletedProcess[bytes]:
        """Run a program with the library in its folder."""
        environment = os.environ | {"LD_LIBRARY_PATH": str(self.prefix / "lib")}
        return subprocess.run(
            [str(program)], env=environment, capture_output=True, check=False, cwd=self.work
        )

    def symbols(self) -> set[str]:
        """Return the names that the library exports."""
        command = ["nm", "-D", "--defined-only", str(self.prefix / "lib/libquicksalt.so")]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {line.split()[-1] for line in output.splitlines()}


def constants(tables: list[headers.Header]) -> Iterator[tuple[str, str]]:
    """Yield each function that tells a constant, with its macro."""
    for table in tables:
        names = {name.lower(): name for name, _ in reversed(table.constants)}
        for function in table.functions:
            if not function.arguments and function.name in names:
                yield function.name, names[function.name]


def program_of_constants(tables: list[headers.Header]) -> str:
    """Return a program that fails unless each function tells the constant of its macro."""
    texts = {f.name for t in tables for f in t.functions if f.result == "*const c_char"}
    lines = ["#include <sodium.h>", "#include <stdio.h>", "#include <string.h>", "int main(void)"]
    lines += ["{", "    int wrong = 0;"]
    for function, macro in constants(tables):
        same = (
            f"strcmp({function}(), {macro}) == 0"
            if function in texts
            else (f"(unsigned long long) {function}() == (unsigned long long) {macro}")
        )
        lines.append(f'    if (!({same})) {{ puts("{macro}"); wrong++; }}')
    return "\n".join([*lines, "    return wrong != 0;", "}", ""])


def check_symbols(library: Library, tables: list[headers.Header]) -> Iterator[str]:
    """Find functions that the library lacks, and such as the headers do not declare."""
    exported = library.symbols()
    declared = {function.name for table in tables for function in table.functions}
    declared |= {f for t in tables for line in t.lines for f in re.findall(r"(\w+)[;(]", line)}
    yield from (
        f"{name} is declared and not exported" for name in declared_only(declared) - exported
    )
    ours = {n for n in exported if re.match(r"(crypto|sodium|randombytes)", n)}
    yield from (f"{name} is exported and not declared" for name in ours - declared)


def declared_only(names: set[str]) -> set[str]:
    """Leave out what is in the text of a declaration and no function of the library."""
    return {
        name for name in names if re.match(r"(crypto_\w+|sodium_\w+|randombytes\w*)$", name)
    } - {
        "crypto_secretstream_xchacha20poly1305_state",
        "randombytes_implementation",
        "sodium_base64_ENCODED_LEN",
    }


def check_programs(library: Library, tables: list[headers.Header]) -> Iterator[str]:
    """Compile and run programs of our own."""
    empty = "#include <sodium.h>\nint main(void) { return sodium_init() < 0; }\n"
    for compiler, standard in (("cc", "-std=c99"), ("c++", "-std=c++11")):
        if library.run(
            library.compile("empty", empty, standard, *WARNINGS, compiler=compiler)
        ).returncode:
            yield f"{compiler}: sodium_init fails"
    program = library.compile("constants", program_of_constants(tables), *WARNINGS)
    if (run := library.run(program)).returncode:
        yield f"constants that are not what functions tell: {run.stdout.decode().split()}"
    for number, (what, line) in enumerate(MISUSES.items()):
        body = f"unsigned char b[64] = {{0}}; (void) b; {line} return 0;"
        text = f"#include <sodium.h>\nint main(void) {{ {body} }}\n"
        if library.run(library.compile(f"misuse{number}", text)).returncode >= 0:
            yield f"{what} does not end the program"


def check_libsodium(library: Library, tree: Path) -> Iterator[str]:
    """Build libsodium's own tests and compare what they print."""
    tests = tree / "test/default"
    passed = 0
    for source in sorted(tests.glob("*.c")):
        name = source.stem
        verdict = own_test(library, tests, source)
        if verdict is None:
            passed += 1
        elif name in KNOWN:
            print(f"{name}: not counted, it {KNOWN[name]}")
        else:
            yield f"{name}: {verdict}"
    print(f"{passed} of libsodium's test programs give what they should")


def own_test(library: Library, tests: Path, source: Path) -> str | None:
    """Build and run one of libsodium's tests; say what is wrong, if anything."""
    include = [f"-I{tests}", f"-I{tests.parent / 'quirks'}", f'-DTEST_SRCDIR="{tests}"']
    try:
        program = library.build(source.stem, source, *include, "-w")
    except DoesNotCompileError as error:
        return f"does not compile: {error}"
    run = library.run(program)
    found = library.work / f"{source.stem}.res"
    wanted = source.with_suffix(".exp").read_bytes()
    if run.returncode != 0:
        return f"ends with {run.returncode}: {(run.stdout + run.stderr)[-300:]!r}"
    if not found.is_file() or found.read_bytes() != wanted:
        return "prints something else"
    return None


def main() -> int:
    """Print what is wrong."""
    lacking = [tool for tool in ("cc", "c++", "nm", "pkg-config") if shutil.which(tool) is None]
    if lacking:
        print(f"no {', '.join(lacking)}: apt-get install gcc g++ binutils pkg-config")
        return 3
    prefix, *trees = map(Path, sys.argv[1:])
    tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
    with tempfile.TemporaryDirectory() as folder:
        library = Library(prefix.resolve(), Path(folder))
        found = [*check_symbols(library, tables), *check_programs(library, tables)]
        for tree in trees:
            found += check_libsodium(library, tree.resolve())
    for problem in found:
        print(problem)
    count = sum(len(table.functions) for table in tables)
    missing = sum(len(table.missing) for table in tables)
    print(f"{count} functions of libsodium's headers, {missing} not offered; {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
