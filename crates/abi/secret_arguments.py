"""The secret arguments of the C interface, and a program that runs each under memcheck.

A function of `table/` with an argument of a name in `SECRET` takes a secret. The program marks that
argument as undefined, calls the function, and counts what memcheck reports: a jump or an index that
depends on the secret. `VERDICTS` says how often a function may jump on what it tells its caller.

    python crates/abi/secret_arguments.py PREFIX

runs the program against the library that `make abi PREFIX=...` installed.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import headers
from check import Library

SECRET = frozenset(
    "k sk key seed ikm prk passwd msg client_sk server_sk ed25519_sk bin b1_ b2_ buf".split()
)
"""Names of arguments that are secret wherever they occur."""

OPEN = frozenset(
    "n m in input c pk ad npub nsec mac salt p h sig q ctx sm ct t server_pk client_pk personal ignore primitive candidate policy "
    "ip hex b64 str header bytes ed25519_pk impl s x y r b".split()
)
"""Names of arguments that are public, or messages, unless `SCALARS` says otherwise."""

SCALARS = re.compile(r"crypto_scalarmult\w*|crypto_core_\w+_scalar_\w+")
SCALAR_NAMES = frozenset("n s x y z r".split())
"""Names of arguments that are secret numbers in these functions."""

PUBLIC = {
    "randombytes_buf_deterministic": "its seed is drawn on like a key, by the stream that is checked",
    "sodium_ip2bin": "an address",
    "sodium_bin2ip": "an address",
}
"""Functions whose arguments are not secret, with the reason."""

UNRUN = re.compile(
    r"crypto_pwhash_\w*(argon2id|str)\w*|crypto_pwhash|crypto_pwhash_str\w*"
    r"|crypto_kem_\w*seed_keypair|crypto_kem_\w*keypair|crypto_kem_\w*dec"
    r"|crypto_pwhash_scryptsalsa208sha256\w*"
)
"""Functions whose standards read addresses, or draw matrices, that depend on the secret."""

VERDICTS = (
    (re.compile(r"crypto_\w+_(open|decrypt)\w*|crypto_box_(seal_)?open\w*|crypto_box_open"), 8),
    (re.compile(r"crypto_\w+_verify|sodium_memcmp|sodium_unpad"), 1),
    # Whether the point is zero, which is an error.
    (re.compile(r"crypto_scalarmult\w*|crypto_kx_\w+_session_keys|crypto_box\w*"), 2),
    (re.compile(r"crypto_core_\w+_scalar_invert"), 1),
    # Whether the halves of the key belong together.
    (re.compile(r"crypto_sign(_ed25519)?(_detached)?"), 1),
)
"""How often functions may jump on a verdict that the caller gets anyway."""

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
"""The values of number arguments; others are 64."""

SIZE = 1 << 14
"""Bytes of each argument."""


def secret_arguments(function: headers.Function) -> list[int]:
    """Return the places of a function's secret arguments."""
    if function.name in PUBLIC or UNRUN.fullmatch(function.name):
        return []
    names = SECRET | (SCALAR_NAMES if SCALARS.fullmatch(function.name) else frozenset())
    return [
        at
        for at, (name, kind) in enumerate(function.arguments)
        if name in names and kind.startswith("*const")
    ]


def program(functions: Iterable[headers.Function]) -> str:
    """Return a program that prints for each function how often memcheck complained."""
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
        secrets = secret_arguments(function)
        if not secrets or any("_state" in kind for _, kind in function.arguments):
            continue
        words = [
            f"(void *) b[{at}]" if "*" in kind else str(LENGTHS.get(name, 64))
            for at, (name, kind) in enumerate(function.arguments)
        ]
        # The first call proves candidates, on secrets that are known.
        yield f"    randombytes_buf(b, sizeof b); (void) {function.name}({', '.join(words)});"
        yield "    randombytes_buf(b, sizeof b);"
        yield from (f"    VALGRIND_MAKE_MEM_UNDEFINED(b[{at}], 128);" for at in secrets)
        yield "    { unsigned before = VALGRIND_COUNT_ERRORS;"
        yield f"      (void) {function.name}({', '.join(words)});"
        yield (
            f'      printf("{function.name} %u\\n", (unsigned) VALGRIND_COUNT_ERRORS - before); }}'
        )
        yield "    VALGRIND_MAKE_MEM_DEFINED(b, sizeof b);"


def unclassified(functions: Iterable[headers.Function]) -> Iterator[str]:
    """Yield the arguments of which nobody has said whether they are secret."""
    for function in functions:
        for name, kind in function.arguments:
            if kind.startswith("*const") and "_state" not in kind and name not in SECRET | OPEN:
                yield f"{function.name}: is {name} a secret? name it in SECRET or OPEN"


def faults(library: Library, functions: list[headers.Function]) -> Iterator[str]:
    """Yield the functions that depend on a secret in more than their verdict."""
    yield from unclassified(functions)
    path = library.compile("secrets", program(functions), "-w", "-O1", "-Wl,-z,now")
    valgrind = ["valgrind", "--quiet", "--error-limit=no", "--log-file=/dev/null", str(path)]
    run = library.run(*valgrind)
    counts = dict(line.rsplit(" ", 1) for line in run.stdout.decode().splitlines())
    if run.returncode or not counts:
        yield f"the program ended with {run.returncode} after {len(counts)} functions"
    for name, count in counts.items():
        allowed = max((most for rule, most in VERDICTS if rule.fullmatch(name)), default=0)
        if int(count) > allowed:
            yield f"{name}: {count} jumps or indices depend on a secret, {allowed} may"
    print(f"{len(counts)} functions with secret arguments under memcheck")


def main() -> int:
    """Print what is wrong."""
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
