"""Writes LICENSE-THIRD-PARTY and SBOMs: what each binary artefact links, from `cargo tree`.

python scripts/notices.py                writes LICENSE-THIRD-PARTY
python scripts/notices.py --check        exits 1 if LICENSE-THIRD-PARTY is out of date
python scripts/notices.py --sbom FOLDER  writes one CycloneDX 1.6 file per artefact

Build dependencies and procedural macros are excluded: they are not linked. A crate with an
unlisted licence stops the script.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOTICES = ROOT / "LICENSE-THIRD-PARTY"
NATIVE = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
ARTEFACTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "quicksalt (Python)": (NATIVE, ("quicksalt-module",)),
    "quicksalt-signatures (Python)": (NATIVE, ("quicksalt-signatures-module",)),
    "quicksalt (command)": (NATIVE, ("quicksalt-cli", "--features=program")),
    "libquicksalt (C)": (NATIVE, ("quicksalt-abi",)),
    "quicksalt (npm)": (("wasm32-unknown-unknown",), ("quicksalt-wasm",)),
    "quicksalt-module (Emacs)": (NATIVE, ("quicksalt-emacs",)),
}
"""The targets, the crate and the options of cargo of each artefact."""

PREFERRED = ("MIT-0", "MIT", "ISC", "BSD-3-Clause", "Zlib", "Unicode-3.0", "Apache-2.0")
"""The permitted licences; the first that a crate offers is used."""

HEADER = """\
Third-party software in the binary artefacts of quicksalt

Source distributions and crates contain none of this software. `python scripts/notices.py` writes
this file. Every binary artefact except the npm package also contains parts of the Rust standard
library (MIT OR Apache-2.0), and the npm package contains `core` and `alloc` from it.
"""


def linked(target: str, package: str, *options: str) -> set[tuple[str, str]]:
    """Return the names and versions of the crates from a registry that a package links."""
    edges = ["--edges=normal,no-proc-macro", "--prefix=none", "--format={p}"]
    command = ["cargo", "tree", "--locked", "--package", package, "--target", target]
    output = subprocess.check_output([*command, *edges, *options], cwd=ROOT, text=True)
    found = set()
    for line in output.splitlines():
        name, version, *rest = line.removesuffix(" (*)").split()
        if not any(place.startswith("(/") or ":" in place for place in rest):
            found.add((name, version.removeprefix("v")))
    return found


def packages() -> dict[tuple[str, str], dict[str, str]]:
    """Return cargo's metadata of all locked packages."""
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    found = json.loads(subprocess.check_output(command, cwd=ROOT, text=True))["packages"]
    for package in found:
        package["license"] = (package["license"] or "").replace("/", " OR ")
    return {(package["name"], package["version"]): package for package in found}


def chosen(package: dict[str, str]) -> list[str]:
    """Return the licences under which a crate is used: one of each alternative."""
    expression = package["license"].replace("(", "").replace(")", "")
    found = []
    for part in expression.split(" AND "):
        offered = [licence for licence in PREFERRED if licence in part.split(" OR ")]
        if not offered:
            sys.exit(f"{package['name']} {package['version']}: licence {part} is not permitted")
        found.append(offered[0])
    return found


def text(package: dict[str, str], licence: str) -> str:
    """Return the text of a licence with the copyright notices of a crate."""
    folder = Path(package["manifest_path"]).parent
    suffix = {"Unicode-3.0": "UNICODE", "MIT-0": "MIT0"}.get(licence, licence.split("-")[0])
    for pattern in (f"LICENSE-{suffix.upper()}*", "LICENSE", "LICENSE.txt"):
        for file in sorted(folder.glob(pattern)):
            return file.read_text(encoding="utf-8").strip()
    if licence in {"Apache-2.0", "MIT-0"}:
        return f"{licence}: the crate has no notice of its own" + (
            "; see LICENSE-APACHE." if licence == "Apache-2.0" else "."
        )
    ours = (ROOT / f"LICENSE-{suffix}").read_text(encoding="utf-8").strip()
    authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
    return re.sub(r"(?m)^Copyright .*$", f"Copyright (c) {authors}", ours, count=1)


def notices() -> str:
    """Return the content of LICENSE-THIRD-PARTY."""
    known = packages()
    users: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, set[str]] = defaultdict(set)
    contents = []
    for artefact, (targets, command) in ARTEFACTS.items():
        crates = sorted(set().union(*(linked(target, *command) for target in targets)))
        contents.append(f"{artefact}: " + ", ".join(" ".join(crate) for crate in crates))
        for crate in crates:
            for licence in chosen(known[crate]):
                users[text(known[crate], licence)].add(" ".join(crate))
                texts[text(known[crate], licence)].add(licence)
    sections = [
        f"{' and '.join(sorted(texts[body]))}: {', '.join(sorted(crates))}\n\n{body}\n"
        for body, crates in sorted(users.items(), key=lambda item: sorted(item[1]))
    ]
    rule = "\n" + "-" * 80 + "\n"
    return rule.join([HEADER + "\n" + "\n\n".join(contents) + "\n", *sections])


def sboms() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the file name and the CycloneDX document of each artefact and target."""
    known = packages()
    for artefact, (targets, (package, *options)) in ARTEFACTS.items():
        for target in targets:
            version = next(v for name, v in known if name == package)
            components = [
                {
                    "type": "library",
                    "bom-ref": f"pkg:cargo/{name}@{number}",
                    "name": name,
                    "version": number,
                    "purl": f"pkg:cargo/{name}@{number}",
                    "licenses": [
                        {"expression": known[name, number]["license"].replace("/", " OR ")}
                    ],
                }
                for name, number in sorted(linked(target, package, *options))
            ]
            subject = {"type": "library", "bom-ref": artefact, "name": artefact, "version": version}
            yield (
                f"{package}-{target}.cdx.json",
                {
                    "bomFormat": "CycloneDX",
                    "specVersion": "1.6",
                    "version": 1,
                    "metadata": {"component": subject},
                    "components": components,
                },
            )


def main() -> None:
    """Run the command."""
    if sys.argv[1:2] == ["--sbom"]:
        folder = Path(sys.argv[2])
        folder.mkdir(parents=True, exist_ok=True)
        for name, document in sboms():
            (folder / name).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        return
    wanted = notices()
    if "--check" not in sys.argv[1:]:
        NOTICES.write_text(wanted, encoding="utf-8")
    elif not NOTICES.exists() or NOTICES.read_text(encoding="utf-8") != wanted:
        sys.exit(f"{NOTICES.name} is out of date: python scripts/notices.py")


if __name__ == "__main__":
    main()
