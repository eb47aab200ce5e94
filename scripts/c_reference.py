"""The reference page of the C interface: printed by this script, and on the site.

It is generated from the tables in `crates/abi/table/`, the names in the Python package, and the
signatures of the npm package. `PYTHON_LACKS` and `wasm/js/conventions.py` give the reason for each
function that Python or JavaScript lacks; a test compares both lists with the tables.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "crates/abi"), str(ROOT / "wasm/js")]

import conventions  # type: ignore[import-not-found, unused-ignore] # noqa: E402
import headers as headers  # type: ignore[import-not-found, unused-ignore] # noqa: E402
import signatures  # type: ignore[import-not-found, unused-ignore] # noqa: E402

PAGE = "reference/c.md"

WIDTH = 80
"""Columns of a declaration, for which a page has room on a small screen."""

PYTHON_LACKS = {
    r"\w+_statebytes": "a state is an object",
    r"crypto_box_curve25519xsalsa20poly1305\w*|crypto_secretbox_xsalsa20poly1305\w*"
    r"|crypto_onetimeauth_poly1305\w*|crypto_scalarmult_curve25519\w*|crypto_sign_ed25519(?!ph)\w+"
    r"|crypto_sign_ed25519|crypto_kdf_blake2b_derive_from_key|crypto_generichash(_init|_update|_final)?"
    r"|crypto_generichash_blake2b(_keygen|_init_salt_personal)?|crypto_shorthash": "an alias",
    r"crypto_core_ristretto255_scalar_\w+": "scalars are those of Ed25519's group",
    r"crypto_aead_aes256gcm_(is_available|beforenm|\w+_afternm)": "AES is always available, and "
    "expanded keys are not supported",
    r"crypto_(box|secretbox)\w*_detached\w*": "the tag is a slice of the box",
    r"crypto_sign_(\w+_)?detached|crypto_sign_(init|update|final_\w+)"
    r"|crypto_sign_ed25519ph_init": "see `quicksalt.signing`",
    r"crypto_(ipcrypt|kem)\w*": "not included in the wheel",
    r"crypto_pwhash\w*": "see `crypto_pwhash_alg`, `crypto_pwhash_str_alg` and `quicksalt.pwhash`",
    r"crypto_verify_\d+|sodium_(compare|is_zero|sub)": "see `sodium_memcmp` and `int`",
    r"crypto_xof_\w+_init_with_domain": "`crypto_xof_turboshake*_init` takes the domain",
    r"quicksalt_\w+": "see `quicksalt.choice`",
    r"randombytes_\w+": "see `randombytes`; Python has `secrets`",
    r"sodium_(bin2|hex2|base64|ip2)\w+": "see `bytes.hex`, `base64` and `ipaddress`",
    r"sodium_(malloc|allocarray|free|mlock|munlock|mprotect\w+|memzero|stackzero|misuse|runtime\w+"
    r"|library_minimal)": "only for manual memory management",
}
"""C functions missing in the Python package under the same name, with the reason."""


@cache
def python_names() -> frozenset[str]:
    """Return the names in the bindings, with constants also in lower case as in C."""
    package = ROOT / "python/src/quicksalt"
    stub = (package / "_native.pyi").read_text()
    names = set(re.findall(r"^(?:def )?(\w+)[(:]", stub, re.MULTILINE))
    for path in (package / "bindings").glob("[!_]*.py"):
        names |= set(re.findall(r"^(?:def )?(\w+)(?:\(|\b.* = )", path.read_text(), re.MULTILINE))
    return frozenset(names | {name.lower() for name in names})


@cache
def script() -> tuple[frozenset[str], frozenset[str]]:
    """Return the functions of the npm package, and its constants under their names in C."""
    reader = signatures.Reader()
    made = frozenset(signature.name for signature in reader.signatures())
    return made, frozenset(reader.numbers)


def lacking(name: str, lists: dict[str, str]) -> str | None:
    """Return the reason for a missing function."""
    return next((why for rule, why in lists.items() if re.fullmatch(rule, name)), None)


def in_python(name: str) -> bool:
    """Return whether Python has a function, or the function returns a constant of the headers."""
    return name in python_names() or name in script()[1]


def in_javascript(name: str) -> bool:
    """Return whether JavaScript has a function, or the function returns a header constant."""
    return any(name in names for names in script())


def page() -> str:
    """Return the page."""
    tables = [headers.read(path) for path in sorted(headers.TABLE.glob("*.rs"))]
    lines = [
        "# The C interface",
        "Generated from the tables of the headers. `sodium.h` includes all headers except",
        "`quicksalt.h`. [Packagers and C](../start/packager.md) explains how to compile programs.",
        "",
    ]
    for table in tables:
        lines += ["", f"## {table.name}", f"{table.title}", *section(table)]
    return "\n".join([*lines, ""])


def section(table: headers.Header) -> Iterator[str]:
    """Yield a header's declarations, and the failures of each function."""
    yield from ["", "```c"]
    yield from (f"#define {name} {value}" for name, value in table.constants)
    for function in table.functions:
        line = headers.declaration(function).replace("SODIUM_EXPORT ", "").rpartition("*/\n")[2]
        yield from broken(line)
    yield from ["```", ""]
    told = [f for f in table.functions if f.arguments]
    if told:
        yield "| function | returns | secret | Python | JavaScript |"
        yield "| --- | --- | --- | --- | --- |"
    for function in told:
        secrets = [name for name, kind in function.arguments if "secret" in kind]
        yield (
            f"| `{function.name}` | {headers.RETURNS.get(function.result or '', '')} "
            f"| {', '.join(f'`{name}`' for name in secrets)} "
            f"| {cell(function.name, in_python(function.name), PYTHON_LACKS)} "
            f"| {cell(function.name, in_javascript(function.name), conventions.LACKS)} |"
        )
    for function in table.functions:
        if function.text:
            yield f"\n`{function.name}`: {function.text}"
    for name, reason in table.missing.items():
        yield f"\n`{name}` is not offered: {reason}."


def broken(declaration: str) -> list[str]:
    """Break a declaration behind commas into lines of at most `WIDTH` columns."""
    whole = re.sub("(?<!,) ", "\0", declaration)
    lines = textwrap.wrap(whole, WIDTH, subsequent_indent="\0" * 4, break_long_words=False)
    return [line.replace("\0", " ") for line in lines]


def cell(name: str, is_there: bool, lists: dict[str, str]) -> str:
    """Return the table cell of a language."""
    return "yes" if is_there else lacking(name, lists) or ""


if __name__ == "__main__":
    print(page())
