"""Tests the native library of the C interface: python crates/abi/check.py PREFIX [LIBSODIUM].

PREFIX is the prefix of `make abi`. Checks that the headers compile as C and C++ without warnings, that
the library exports exactly the declared functions, that constants equal the values that functions
return, and that programs that misuse the library are aborted. LIBSODIUM is a tree of libsodium's
sources: its test programs are built unchanged against the library, and their output is compared.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import headers

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]

# Test programs that the library must abort: their signal handler exits successfully without comparing
# the output, and every other end is a failure.
ENDED = {"misuse", "sodium_utils2", "sodium_utils3"}

# Macros that libsodium's configure defines on systems with signals.
SIGNALS = ["-DHAVE_CATCHABLE_ABRT", "-DHAVE_CATCHABLE_SEGV"]

# Programs that must abort with a message, because libsodium defines their bug as misuse.
MISUSES = {
    "a message that is too long": (
        "crypto_aead_chacha20poly1305_ietf_encrypt(b, NULL, b, 1ULL << 40, NULL, 0, NULL, b, b);"
    ),
    "a keystream past its counter": (
        "crypto_stream_chacha20_ietf_xor_ic(b, b, 192, b, 0xfffffffe, b);"
    ),
    "a keystream of one block past its counter": (
        "crypto_stream_chacha20_ietf_xor_ic(b, b, 65, b, 0xffffffff, b);"
    ),
    "a keystream that is too long": "crypto_stream_chacha20_ietf(b, (1ULL << 38) + 1, b, b);",
    "a message for a keystream that is too long": (
        "crypto_stream_chacha20_ietf_xor(b, b, (1ULL << 38) + 1, b, b);"
    ),
    "NULL with a length": "(void) crypto_secretbox_easy(b, NULL, 5, b, b);",
    "no room for a text": "char t[4]; sodium_bin2hex(t, sizeof t, b, 8);",
    "an unknown variant of base64": "(void) sodium_base64_encoded_len(5, 2);",
    "NULL for a key": "(void) crypto_secretbox_easy(b, b, 5, b, NULL);",
    "NULL for a result": "(void) crypto_hash(NULL, b, 5);",
    "NULL for a state": "(void) crypto_hash_sha256_update(NULL, b, 5);",
    "NULL for both session keys": "(void) crypto_kx_client_session_keys(NULL, NULL, b, b, b);",
    "a message in a box that is too long": "(void) crypto_box_easy(b, b, ULLONG_MAX, b, NULL, NULL);",
    "an unknown password hashing algorithm": "(void) crypto_pwhash_str_alg(NULL, NULL, 0, 1, 8192, 9);",
    "a padded message that is too long": "(void) sodium_pad(NULL, b, SIZE_MAX, 16, 1);",
    "a digest of BLAKE2b that is too long": (
        "crypto_generichash_state s; crypto_generichash_init(&s, NULL, 0, 32);"
        "crypto_generichash_final(&s, b, 65);"
    ),
    "a random source that gives nothing": "randombytes_buf(NULL, 5);",
    "a call of sodium_misuse": "sodium_misuse();",
    "a byte before guarded memory": "char *p = sodium_malloc(9); p[-1] ^= 1; sodium_free(p);",
}

# Programs that must be killed because they access protected memory.
GUARDS = {
    "a byte after guarded memory": "((volatile char *) sodium_malloc(9))[9] = 1;",
    "protected memory": "char *p = sodium_malloc(9); sodium_mprotect_noaccess(p); *p = 1;",
    "read-only memory": "char *p = sodium_malloc(9); sodium_mprotect_readonly(p); *p = 1;",
}

# Each entry holds the environment variables, the result of sodium_init, the result of a call that
# makes a box, the number of warnings, and the reason for choosing the box candidate.
FORCED = "xsalsa20poly1305=portable"
ENVIRONMENTS: list[tuple[dict[str, str], int, int, int, str]] = [
    ({"QUICKSALT_USE": FORCED}, 0, 0, 0, "forced"),
    ({"QUICKSALT_USE": f"no such=1,{FORCED},nothing"}, 0, 0, 2, "forced"),
    ({"QUICKSALT_USE": f"no such=1,{FORCED}", "QUICKSALT_STRICT": "1"}, -1, 0, 1, "forced"),
    ({"QUICKSALT_USE": FORCED, "QUICKSALT_STRICT": "1"}, 0, 0, 0, "forced"),
    ({"QUICKSALT_USE": f"no such=1,{FORCED}", "QUICKSALT_STRICT": "0"}, 0, 0, 1, "forced"),
    ({"QUICKSALT_POLICY": "verified"}, 0, -1, 0, "barred"),
    ({"QUICKSALT_POLICY": "verified", "QUICKSALT_USE": FORCED}, 0, -1, 1, "barred"),
    ({"QUICKSALT_POLICY": "no such"}, 0, -1, 1, "barred"),
    ({"QUICKSALT_POLICY": "no such", "QUICKSALT_STRICT": "1"}, -1, -1, 1, "barred"),
    ({"QUICKSALT_POLICY": "", "QUICKSALT_USE": ""}, 0, 0, 0, "rank"),
]

# Functions that the NULL program does not call, because they need special memory or functions, or
# end the program.
UNCALLED = re.compile(
    r"sodium_(free|mprotect_\w+|misuse|set_misuse_handler|mlock|munlock|stackzero)"
    r"|randombytes_set_implementation"
)
NUMBERS = {"variant": 1, "alg": 2, "memlimit": 8192, "opslimit": 1, "N": 16, "r": 1, "p": 1}


class DoesNotCompileError(Exception):
    """The compiler reported an error for a program."""


class Library:
    """The installed library, against which programs are compiled and run."""

    def __init__(self, prefix: Path, work: Path) -> None:
        """Use the library installed under `prefix`; build programs in the folder `work`."""
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

    def run(self, *command: str | Path, **variables: str) -> subprocess.CompletedProcess[bytes]:
        """Run a program in the work folder with the library on its search path."""
        own = {"LD_LIBRARY_PATH": str(self.prefix / "lib")}
        environment = os.environ | own | variables
        return subprocess.run(
            command, env=environment, capture_output=True, check=False, cwd=self.work
        )

    def symbols(self) -> set[str]:
        """Return the names that the library exports."""
        command = ["nm", "-D", "--defined-only", str(self.prefix / "lib/libquicksalt.so")]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {line.split()[-1] for line in output.splitlines()}


def constants(tables: list[headers.Header]) -> Iterator[tuple[str, str]]:
    """Yield each function that returns a constant, with its macro."""
    for table in tables:
        names = {name.lower(): name for name, _ in reversed(table.constants)}
        for function in table.functions:
            if not function.arguments and function.name in names:
                yield function.name, names[function.name]


def program_of_constants(tables: list[headers.Header]) -> str:
    """Return a program that fails unless each function returns the value of its macro."""
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
    """Find functions that are declared but not exported, or exported but not declared."""
    exported = library.symbols()
    declared = {function.name for table in tables for function in table.functions}
    declared |= {f for t in tables for line in t.lines for f in re.findall(r"(\w+)[;(]", line)}
    yield from (
        f"{name} is declared but not exported" for name in declared_only(declared) - exported
    )
    ours = {n for n in exported if re.match(r"(crypto|sodium|randombytes|quicksalt)", n)}
    yield from (f"{name} is exported but not declared" for name in ours - declared)


def declared_only(names: set[str]) -> set[str]:
    """Drop declared names that are not functions of the library."""
    return {
        name
        for name in names
        if re.match(r"(crypto_\w+|sodium_\w+|quicksalt_\w+|randombytes\w*)$", name)
    } - {
        "crypto_secretstream_xchacha20poly1305_state",
        "randombytes_implementation",
        "sodium_base64_ENCODED_LEN",
    }


def check_programs(library: Library, tables: list[headers.Header]) -> Iterator[str]:
    """Compile and run small test programs against the library."""
    empty = "#include <sodium.h>\nint main(void) { return sodium_init() < 0; }\n"
    for compiler, standard in (("cc", "-std=c99"), ("c++", "-std=c++11")):
        if library.run(
            library.compile("empty", empty, standard, *WARNINGS, compiler=compiler)
        ).returncode:
            yield f"{compiler}: sodium_init fails"
    program = library.compile("constants", program_of_constants(tables), *WARNINGS)
    if (run := library.run(program)).returncode:
        yield f"constants that differ from the values of functions: {run.stdout.decode().split()}"
    if (
        run := library.run(library.compile("nothing", program_of_nothing(tables), "-w"))
    ).returncode:
        yield f"NULL with a length of zero: {(run.stdout + run.stderr)[-300:]!r}"
    yield from check_ends(library)
    yield from check_control(library)


def check_ends(library: Library) -> Iterator[str]:
    """Run programs that must abort; their misuse handler must be called first."""
    handler = 'static void handler(void) { fputs("handler, ", stderr); }\n'
    for number, (what, line) in enumerate([*MISUSES.items(), *GUARDS.items()]):
        body = f"sodium_set_misuse_handler(handler); unsigned char b[128] = {{0}}; (void) b; {line}"
        text = f"#include <sodium.h>\n#include <stdio.h>\n{handler}int main(void) {{ {body} return 0; }}\n"
        run = library.run(library.compile(f"end{number}", text, "-w"))
        if what in MISUSES and run.returncode != -signal.SIGABRT:
            yield f"{what} does not abort the program: {run.returncode}"
        elif what in MISUSES and not run.stderr.startswith(b"handler, quicksalt: misuse: "):
            yield f"{what} aborts with {run.stderr[:200]!r}"
        elif what in GUARDS and run.returncode not in (-signal.SIGSEGV, -signal.SIGBUS):
            yield f"{what} can be accessed: {run.returncode}"


def check_control(library: Library) -> Iterator[str]:
    """Test the choice of candidates through calls and through the environment."""
    source = Path(__file__).parent / "tests/control.c"
    program = library.build("control", source, *WARNINGS)
    if (run := library.run(program)).returncode:
        yield f"control: {run.returncode} {run.stdout.decode().split(chr(10))}"
    for number, (variables, begun, sealed, complaints, reason) in enumerate(ENVIRONMENTS):
        run = library.run(program, "told", **variables)
        first, second, text = run.stdout.decode().split("\n", 2)
        operations = {o["operation"]: o for o in json.loads(text)}
        found = operations["xsalsa20poly1305.seal"]["classes"][0]["reason"]
        said = run.stderr.decode().splitlines()
        if (int(first), int(second), len(said), found) != (begun, sealed, complaints, reason):
            yield f"control, environment {number}: {first}, {second}, {said}, {found}"


def program_of_nothing(tables: list[headers.Header]) -> str:
    """Return a program that passes NULL with length 0 to every function with a byte input."""
    lines = [
        "#include <sodium.h>",
        "#include <stdio.h>",
        "static unsigned char b[16][4096] __attribute__((aligned(64)));",
    ]
    lines += ["int main(void) {", "    if (sodium_init() < 0) return 2;"]
    functions = {f.name: f for t in tables for f in t.functions if not UNCALLED.fullmatch(f.name)}
    for name, function in functions.items():
        if not of_nothing(function)[1]:
            continue
        # Printed before the call, to show which call aborted the program.
        lines.append(f'    fputs("{name} ", stdout); fflush(stdout);')
        if name.endswith("_update"):
            first = name.removesuffix("update") + "init"
            lines.append(f"    (void) {first}({', '.join(of_nothing(functions[first])[0])});")
        lines.append(f"    (void) {name}({', '.join(of_nothing(function)[0])});")
    return "\n".join([*lines, "    return 0;", "}", ""])


def of_nothing(function: headers.Function) -> tuple[list[str], bool]:
    """Return the arguments of a call with empty inputs, and whether the call is testable.

    Each input with a length is NULL with length 0. A call is testable if it has such an input and
    does not need an initialised state.
    """
    words: list[str] = []
    is_length = has_nothing = False
    kinds = [kind for _, kind in function.arguments]
    for at, (name, kind) in enumerate(function.arguments):
        other, other_kind = [*function.arguments, ("", "")][at + 1]
        if is_length:
            words.append("0")
            is_length = False
        elif (
            kind.startswith("*const") and "len" in other and "*" not in other_kind and name != "mac"
        ):
            words.append("NULL")
            is_length = has_nothing = True
        else:
            words.append(f"(void *) b[{at}]" if "*" in kind else str(NUMBERS.get(name, 32)))
    has_state = any("_state" in kind for kind in kinds)
    return words, has_nothing and (
        not has_state or bool(re.search("_(init|update)$", function.name))
    )


def check_libsodium(
    library: Library, tree: Path, left_out: Mapping[str, str] = MappingProxyType({}), seen: str = ""
) -> Iterator[str]:
    """Build libsodium's own tests and compare their output.

    `left_out` maps skipped tests to reasons. Programs see the test folder under the path `seen`.
    """
    tests = tree / "test/default"
    passed = 0
    for source in sorted(tests.glob("*.c")):
        name = source.stem
        if name in left_out:
            print(f"{name}: not run, it {left_out[name]}")
            continue
        verdict = own_test(library, tests, source, seen or str(tests))
        if verdict is None:
            passed += 1
        else:
            yield f"{name}: {verdict}"
    print(f"{passed} of libsodium's test programs pass")


def own_test(library: Library, tests: Path, source: Path, seen: str) -> str | None:
    """Build and run one of libsodium's tests; return the failure, if any."""
    include = [f"-I{tests}", f"-I{tests.parent / 'quirks'}", f'-DTEST_SRCDIR="{seen}"']
    try:
        program = library.build(source.stem, source, *include, *SIGNALS, "-w")
    except DoesNotCompileError as error:
        return f"does not compile: {error}"
    run = library.run(program)
    found = library.work / f"{source.stem}.res"
    wanted = source.with_suffix(".exp").read_bytes()
    if run.returncode != 0:
        return f"ends with {run.returncode}: {(run.stdout + run.stderr)[-300:]!r}"
    if source.stem not in ENDED and (not found.is_file() or found.read_bytes() != wanted):
        return "prints other output"
    return None


def main() -> int:
    """Print the failures."""
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
    print(f"{count} functions of libsodium's headers, {missing} not provided; {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
