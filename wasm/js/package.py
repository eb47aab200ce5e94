"""Build the npm package: python wasm/js/package.py MODULES FOLDER.

MODULES is the folder with the modules of `make wasm`. This script generates all functions and
their TypeScript declarations; it copies all other files.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

from shapes import Shapes, Written, exported, imports
from signatures import Reader, Signature

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# Characters from `A` on represent names, except the backslash, which would need escaping.
FIRST, ESCAPE = "A", "\\"
# Longer phrases save no more than shorter ones.
LONGEST_PHRASE = 20
AT_ONCE = 4
# Constants that are useless in JavaScript, because they describe function forms and states that
# only C has.
UNWANTED = ("_ZEROBYTES", "_BOXZEROBYTES", "sodium_base64_", "randombytes_")


def has_into(made: Signature) -> bool:
    """Return whether the function has a form that writes into the caller's buffer."""
    return [kind for _, kind in made.results] == ["Uint8Array"] and made.kind in ("", "v")


def functions(all_written: list[Written]) -> list[str]:
    """Return the exports of functions, each with its own code.

    A short call is 10 % faster with separate code than with code shared by functions of the same
    shape, since an engine optimizes it for this function's arguments and calls. Bundles do not
    become larger.
    """
    text = "\n".join(written.function(number) for number, written in enumerate(all_written))
    return [imports(text), *text.split("\n")]


def in_table(shapes: Shapes, written: Written) -> str:
    """Return the description from which `libsodium.js` builds a function."""
    number = shapes.number(written)
    return " ".join([str(number), written.keys, *(value.strip('"') for value in written.values)])


def grouped(pairs: list[tuple[str, object]]) -> list[str]:
    """Return one line per value, which lists the constants with that value."""
    groups: dict[object, list[str]] = {}
    for name, value in pairs:
        groups.setdefault(value, []).append(name)
    return [",".join(names) for names in groups.values()]


def small(name: str) -> str:
    """Return a constant's name in lowercase; a mark replaces the start of the capitals."""
    return re.sub(r"[A-Z].*", lambda end: f"^{end[0].lower()}", name)


def saving(text: str, phrase: str) -> int:
    """Return how many characters are saved if one character represents a phrase."""
    return text.count(phrase) * (len(phrase) - 1) - len(phrase) - 2


def best(text: str) -> list[str]:
    """Return phrases that save characters, the best first."""
    counts = Counter(
        text[at : at + length]
        for length in range(2, LONGEST_PHRASE)
        for at in range(len(text) - length + 1)
    )
    likely = heapq.nlargest(50, counts, key=lambda p: counts[p] * (len(p) - 1) * (";" not in p))
    saved = {phrase: saving(text, phrase) for phrase in likely}
    return sorted((p for p in likely if saved[p] > 0), key=lambda p: -saved[p])


def packed(lines: list[str]) -> str:
    """Return lines compressed for `libsodium.js`: single characters represent phrases."""
    text = ";".join(lines)
    free = [c for c in map(chr, range(0x21, 0x7F)) if c not in text and c not in "\"'`$" + ESCAPE]
    separator, *free = free
    phrases: list[str] = []
    while len(phrases) < len(free) and (found := best(text)):
        # Replace several phrases per search, which is slow.
        for phrase in found[: min(AT_ONCE, len(free) - len(phrases))]:
            if saving(text, phrase) > 0:
                text = text.replace(phrase, free[len(phrases)])
                phrases.append(phrase)
    return separator + separator.join(["".join(free[: len(phrases)]), *phrases, text])


def table(signatures: dict[str, str], constants: dict[str, int | str]) -> list[str]:
    """Return the data for `libsodium.js`: each name, function and value occurs once."""
    texts = list(dict.fromkeys(signatures.values()))
    values = grouped([(small(name), value) for name, value in constants.items()])
    numbers = list(dict.fromkeys(constants.values()))
    names = grouped(list(signatures.items()))
    names += [f"{line} {value}" for value, line in zip(numbers, values, strict=True)]
    return [
        f"export const FUNCTIONS = {json.dumps(packed(texts))};",
        f"export const NAMES = {json.dumps(packed(names))};",
    ]


def parameters(made: Signature) -> str:
    """Return the TypeScript parameters of a function."""
    lines = []
    for at, (name, kind, is_optional) in enumerate(made.arguments):
        text = "null | undefined" if kind == "ignored" else kind
        if is_optional and kind != "ignored":
            text += " | null"
            if all(optional for _, _, optional in made.arguments[at:]):
                lines.append(f"{name}?: {text}")
                continue
        lines.append(f"{name}: {text}")
    return ", ".join(lines)


def result(made: Signature, of_bytes: str) -> str:
    """Return the TypeScript return type of a function."""
    kinds = [(name, of_bytes if kind == "Uint8Array" else kind) for name, kind in made.results]
    if made.kind in ("?", "="):
        return "boolean"
    if made.kind == "#":
        return "number"
    if made.kind == "$":
        return "string"
    if not kinds:
        return "void"
    if len(kinds) == 1:
        return kinds[0][1]
    pairs = [f"{name}: {kind}" for name, kind in kinds]
    pairs += [f'keyType: "{made.key_type}"'] if made.key_type else []
    whole = f"{{ {'; '.join(pairs)} }}"
    return f"{whole} | false" if made.kind == "!" else whole


def declared(name: str, arguments: str, kind: str) -> str:
    """Return the declaration of a function."""
    return f"export function {name}({arguments}): {kind};"


def types(made: Signature) -> list[str]:
    """Return the declarations of a function."""
    head = parameters(made)
    comma = ", " if head else ""
    lines = [f"/** libsodium's `{made.name}`. */"]
    plain = result(made, "Uint8Array")
    if not any(kind == "Uint8Array" for _, kind in made.results):
        any_format = f"{head}{comma}outputFormat?: Format | null"
        return [*lines, declared(made.name, any_format, plain)]
    required = head.replace("?: ", ": ").replace(" | null", " | null | undefined")
    as_bytes = f"{head}{comma}outputFormat?: Uint8ArrayFormat | null"
    as_text = f"{required}{comma}outputFormat: TextFormat"
    return [
        *lines,
        declared(made.name, as_bytes, plain),
        declared(made.name, as_text, result(made, "string")),
    ]


def into_types(made: Signature) -> list[str]:
    """Return the declaration of the function form that writes into a buffer."""
    arguments = ["output: Uint8Array", *([parameters(made)] if made.arguments else [])]
    return [
        f"/** `{made.name}` to the start of `output`; returns the part that was written. */",
        declared(f"{made.name}Into", ", ".join(arguments), "Uint8Array"),
    ]


def described(made: Signature) -> dict[str, object]:
    """Return the data that tests need to call a function."""
    items = [what for what, _ in map(made.split, made.tokens) if what[0] in "fFmMbBptsdnwxlL"]
    if made.is_turned:
        items[1:3] = items[2:0:-1]
    arguments = [
        {"name": name, "item": item}
        for (name, _, _), item in zip(made.arguments, items, strict=True)
    ]
    results = [name for name, _ in made.results]
    return {"name": made.name, "kind": made.kind, "arguments": arguments, "results": results}


def spelled_out(match: re.Match[str]) -> str:
    """Return `export * from "./file.js";` with explicit names."""
    return f'export {{ {", ".join(sorted(exported(match[1])))} }} from "./{match[1]}";'


def common(text: str) -> str:
    """Convert a module of the package to CommonJS, for Jest and Node before 20.19.

    `require` returns only the default export, if there is one.
    """
    names, whole = [], ""

    def listed(match: re.Match[str]) -> str:
        """Collect the names of `export { a, b as c };`, with or without `from "./file.js"`."""
        nonlocal whole
        for item in filter(None, map(str.strip, match[1].split(","))):
            name, _, other = item.partition(" as ")
            if other == "default":
                whole = name
            else:
                names.append(f"{other}: {name}" if other else name)
        return f"const {{{match[1]}}} = require({match[2]});" if match[2] else ""

    def declared_here(match: re.Match[str]) -> str:
        """Collect the names of `export function a` and of `export const { a, b }`."""
        names.append(match[2].strip("{ }"))
        return match[1]

    def all_of(match: re.Match[str]) -> str:
        """Collect `export * from "./file.js";`."""
        names.append(f"...require({match[1]})")
        return ""

    if " as default" in text:
        # If a module exports one object, Node finds its names only in a list.
        text = re.sub(r'(?m)^export \* from "\./(.*)";$', spelled_out, text)
    text = re.sub(r"(?m)^export \{([^}]*)\}(?: from (.*))?;$", listed, text)
    text = re.sub(
        r"(?m)^export ((?:async )?(?:const|function|class) (\w+|\{.*?\}))", declared_here, text
    )
    text = re.sub(r"(?m)^export \* from (.*);$", all_of, text)
    text = re.sub(r"(?m)^import (?:\* as )?([^;\"]*) from (.*);$", r"const \1 = require(\2);", text)
    text = text.replace(", import.meta.url)", ', require("node:url").pathToFileURL(__filename))')
    text = text.replace("globalThis.process?.getBuiltinModule?.(name)", "require(name)")
    # Node finds importable names in the first of these lines.
    ends = [f"module.exports = {{ {', '.join(names)} }};"]
    ends += [f"module.exports = {whole};"] if whole else []
    text = "\n".join(['"use strict";', text, *ends, ""])
    return re.sub(r'require\("(\./\w+)\.js"\)', r'require("\1.cjs")', text)


def common_types(text: str) -> str:
    """Return the package's declarations for CommonJS."""
    text = re.sub(r'"(\./\w+)\.js"', r'"\1.cjs"', text)
    # The object for the whole library contains the names that are listed after it.
    head, mark, _ = text.partition("/** The names of all functions and constants. */\ndeclare")
    return f"{head}export = sodium;\n" if mark else text


def write(folder: Path, modules: Path) -> None:
    """Write the package."""
    reader = Reader()
    signatures = reader.signatures()
    names = sorted({name for made in signatures for name in made.names})
    names.insert(ord(ESCAPE) - ord(FIRST), "")
    letters = {name: chr(ord(FIRST) + at) for at, name in enumerate(names)}
    shapes = Shapes()
    plain = [Written(made, letters, into=False) for made in signatures]
    into = [Written(made, letters, into=True) for made in signatures if has_into(made)]
    encoded = {written.made.name: in_table(shapes, written) for written in plain}
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in [*sorted((HERE / "src").iterdir()), HERE / "README.md", HERE / "package.json"]:
        shutil.copy(path, folder)
    for path in [*ROOT.glob("LICENSE-*"), *sorted(modules.glob("*.wasm"))]:
        shutil.copyfile(path, folder / path.name)
    constants = {
        name: value
        for name, value in reader.constants.items()
        if not any(part in name for part in UNWANTED)
    }
    # `instance.js` compares the modules that it loads with these hashes.
    hashes = {
        path.stem.removeprefix("quicksalt-"): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(modules.glob("*.wasm"))
    }
    texts = {
        "hashes.js": [f"export const HASHES = {json.dumps(hashes)};"],
        "names.js": [f'export const NAMES = {json.dumps(" ".join(names))}.split(" ");'],
        "functions.js": functions(plain),
        "into.js": functions(into),
        "shapes.js": shapes.lines(),
        "table.js": table(encoded, constants),
        "constants.js": [f"export const {n} = {json.dumps(v)};" for n, v in constants.items()],
        "functions.d.ts": [
            'import type { Format, State, TextFormat, Uint8ArrayFormat } from "./types.js";',
            *(line for made in signatures for line in types(made)),
        ],
        "into.d.ts": [
            'import type { State } from "./types.js";',
            *(line for made in signatures if has_into(made) for line in into_types(made)),
        ],
        "constants.d.ts": [f"export const {n}: {json.dumps(v)};" for n, v in constants.items()],
    }
    (folder.parent / "signatures.json").write_text(json.dumps([described(m) for m in signatures]))
    for name, lines in texts.items():
        note = "// Made of the tables of the C interface by wasm/js/package.py."
        (folder / name).write_text("\n".join([note, *lines, ""]))
    for path in sorted(folder.glob("*.ts")):
        path.with_suffix(".cts").write_text(common_types(path.read_text()))
    for path in sorted(folder.glob("*.js")):
        path.with_suffix(".cjs").write_text(common(path.read_text()))
    # In Node before 20.19, `import` loads this file and gets the same instance as `require`.
    (folder / "index.mjs").write_text('export * from "./index.cjs";\n')
    (folder / "libsodium.mjs").write_text(
        'export * from "./libsodium.cjs";\nexport { default } from "./libsodium.cjs";\n'
    )
    # Node loads this file if `require` accepts ES modules, for the same instance as `import`.
    (folder / "required.cjs").write_text('module.exports = require("./libsodium.js").default;\n')


if __name__ == "__main__":
    write(Path(sys.argv[2]), Path(sys.argv[1]))
