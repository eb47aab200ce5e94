"""Build the test page: python wasm/page/build.py PACKAGE FOLDER.

PACKAGE is the npm package from `wasm/js/package.py`. libsodium.js comes from target/js-tools,
where `make test-js` puts it; without it the page omits the comparison.
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PEERS = ROOT / "target" / "js-tools" / "node_modules"


def copy_peer(folder: Path) -> None:
    """Copy libsodium.js, rewriting its one import, which has no import map here."""
    wrappers = PEERS / "libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs"
    library = PEERS / "libsodium-sumo/dist/modules-sumo-esm/libsodium-sumo.mjs"
    if not wrappers.exists():
        return
    folder.mkdir()
    text = wrappers.read_text()
    (folder / wrappers.name).write_text(text.replace('"libsodium-sumo"', '"./libsodium-sumo.mjs"'))
    shutil.copyfile(library, folder / library.name)


def build(package: Path, folder: Path) -> None:
    """Rebuild the page's folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("index.html", "style.css", "page.js", "start.js"):
        shutil.copyfile(HERE / name, folder / name)
    shutil.copytree(package, folder / "quicksalt")
    shutil.copytree(ROOT / "wasm/js/test/cases", folder / "cases")
    shutil.copyfile(package.parent / "signatures.json", folder / "signatures.json")
    (folder / "vectors").mkdir()
    for path in (ROOT / "vectors").glob("*.json"):
        shutil.copyfile(path, folder / "vectors" / path.name)
    copy_peer(folder / "peer")


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
