"""Words of the plain form run without click, and nobody can tell the difference."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from quicksalt.hashsig import FileStore, HssPublicKey, KeySpace, SigningKey

from .processes import DEADLINE

# Runs the command in a child for each of the command lines, in the folder it stands with.
DRIVER = """
import json, os, sys

from quicksalt.cli import by_click, plain, process
from quicksalt.cli.hashsig import common, sign, verify


if sys.argv[1] == "click":
    plain.PLACES.clear()
for folder, words in json.load(sys.stdin):
    if os.fork() == 0:
        os.chdir(folder)
        for number, name in enumerate(("in", "out", "err")):
            how = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            os.dup2(os.open(f"../{os.path.basename(folder)}.{name}", how), number)
        sys.argv = ["quicksalt", *words]
        process.run()
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""

CASES = [
    "sign key f",
    "sign key f g",
    "sign --name mail key f",
    "sign key f --name mail g",
    "sign key --no-passphrase f",
    "sign --passphrase-file word key f",
    "sign --passphrase-file word sealed f",
    "sign --passphrase-file empty sealed f",
    "sign --passphrase-file latin sealed f",
    "sign --passphrase-file wrong sealed f",
    "sign --passphrase-file word --no-passphrase sealed f",
    "sign --passphrase-fd 0 sealed f",
    "sign --passphrase-fd 9 sealed f",
    "sign --passphrase-fd 1048577 sealed f",
    "sign --passphrase-fd 00000000000000000000 sealed f",
    "sign --passphrase-fd -1 sealed f",
    "sign --passphrase-fd x sealed f",
    "sign --passphrase-fd 0 --no-passphrase sealed f",
    "sign --passphrase-fd 0 --passphrase-file word sealed f",
    "sign --passphrase-fd 0 --output - sealed -",
    "sign sealed f",
    "sign --no-passphrase sealed f",
    "sign",
    "sign key",
    "sign key none",
    "sign none f",
    "sign key f f",
    "sign key f ./f",
    "sign key ./f",
    "sign key folder",
    "sign folder f",
    "sign key ''",
    "sign --name= key f",
    "sign --name '' key f",
    "sign --name=mail key f",
    "sign --name none key f",
    "sign --name -x key f",
    "sign --nam mail key f",
    "sign --name mail --name '' key f",
    "sign --no-passphrase --no-passphrase key f",
    "sign key f --name",
    "sign -h",
    "sign key f --help",
    "sign key f --json out.json",
    "sign key f --json -",
    "sign key f --json none/out.json",
    "sign -- key f",
    "sign key -- f",
    "sign -n key f",
    "sign f f",
    "sign key.pub f",
    "sign copy f",
    "sign spent f",
    "sign key signed",
    "sign key certificate f",
    "sign key f\udcff",
    "verify key.pub signed",
    "verify key.pub signed changed",
    "verify key.pub changed",
    "verify --signature signed.sig key.pub changed",
    "verify --signature signed.sig key.pub signed",
    "verify --signature signed.sig key.pub signed signed",
    "verify --signature none key.pub signed",
    "verify --signature",
    "verify key.pub f",
    "verify key signed",
    "verify key.pub signed --json out.json",
    "verify f signed",
    "verify key.pub",
    "verify",
    "verify key.pub signed --no-passphrase",
    "",
    "sig key f",
]


def words(case: str) -> list[str]:
    """Split a command line as a shell does."""
    return ["hashsig", *("" if word == "''" else word for word in case.split())]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make what all command lines find, but for the keys that sign."""
    folder = tmp_path_factory.mktemp("made")
    with SigningKey.create(folder / "made.key", "5/4", seed=SEED) as key:
        (folder / "key.pub").write_bytes(bytes(key.public_key))
        (folder / "signed").write_bytes(b"attack at dawn")
        signature = key.sign(b"attack at dawn")
    (folder / "signed.sig").write_bytes(signature)
    (folder / "changed.sig").write_bytes(signature)
    shutil.copy(folder / "made.key", folder / "copy")
    (folder / "made.key").unlink()
    texts = {"f": b"file", "g": b"", "changed": b"attack at dusk", "word": b"correct horse\n"}
    texts |= {"empty": b"", "latin": b"\xff\n", "wrong": b"correct house\n"}
    texts |= {"certificate": b"quicksalt-sub-2\n", "f\udcff": b"name"}
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    (folder / "folder").mkdir()
    return folder


SEED = bytes(range(32))


def prepare(made: Path, folder: Path, case: str) -> None:
    """Make a folder for a command line, with the key that it names."""
    shutil.copytree(made, folder)
    (folder.parent / f"{folder.name}.in").write_bytes(b"correct horse\n")
    if " spent " in case:
        SigningKey.create(folder / "spent", "5/4", seed=SEED).close()
        with FileStore.open(folder / "spent") as store:
            store.reserve(store.remaining())
    elif " sealed " in case:
        word, cost = "correct horse", (19 * 1024, 2, 1)
        path = folder / "sealed"
        SigningKey.create(path, "5/4", seed=SEED, passphrase=word, cost=cost).close()
    elif " key " in case:
        SigningKey.create(folder / "key", "5/4", seed=SEED).close()
        with FileStore.open(folder / "key") as store:
            KeySpace(store).allocate("mail", 2)


def run(way: str, lines: list[tuple[str, list[str]]]) -> list[int]:
    """Run command lines one way and return their exit codes."""
    ended = subprocess.run(
        [sys.executable, "-c", DRIVER, way],
        input=json.dumps(lines),
        check=False,
        capture_output=True,
        text=True,
        timeout=10 * DEADLINE,
    )
    assert ended.returncode == 0, ended.stderr
    return [int(line) for line in ended.stdout.split()]


def outcome(folder: Path) -> dict[str, object]:
    """Return what a command line wrote: its two outputs, its files, and how far the keys are."""
    said = {name: Path(f"{folder}.{name}").read_bytes() for name in ("out", "err")}
    here = os.fsencode(folder)
    found: dict[str, object] = {name: text.replace(here, b"") for name, text in said.items()}
    public = HssPublicKey((folder / "key.pub").read_bytes())
    for path in folder.iterdir():
        content = b"" if path.is_dir() else path.read_bytes()
        if path.suffix == ".sig":
            public.verify(signed_by(path), content)
            # Behind the index stands a random number.
            content = content[:8]
        is_state = path.suffix == ".cache" or path.name in {"key", "sealed", "spent"}
        found[path.name] = None if is_state else content
    for name in ("key", "spent"):
        if (folder / name).exists():
            with FileStore.open(folder / name) as store:
                found[name] = store.watermark(), KeySpace(store).remaining()
    return found


def signed_by(path: Path) -> bytes:
    """Return the message of a signature."""
    name = "signed" if path.stem == "changed" else path.stem
    return path.with_name(name).read_bytes()


def both_ways(
    cases: Mapping[str, list[str]],
    folder: Path,
    prepare: Callable[[Path, str], None],
    outcome: Callable[[Path], dict[str, object]],
) -> dict[str, int]:
    """Return the exit codes of command lines, which are the same both ways, as the outcomes are."""
    codes, outcomes = {}, {}
    for way in ("plain", "click"):
        (folder / way).mkdir()
        places = [folder / way / str(number) for number in range(len(cases))]
        for place, case in zip(places, cases, strict=True):
            prepare(place, case)
        codes[way] = run(way, list(zip(map(str, places), cases.values(), strict=True)))
        outcomes[way] = list(map(outcome, places))
    for number, case in enumerate(cases):
        assert codes["plain"][number] == codes["click"][number], case
        assert outcomes["plain"][number] == outcomes["click"][number], case
    return dict(zip(cases, codes["plain"], strict=True))


def test_both_ways_do_the_same(made: Path, tmp_path: Path) -> None:
    cases = {case: words(case) for case in CASES}
    codes = both_ways(cases, tmp_path, partial(prepare, made), outcome)
    assert {0, 1, 2, 4} == set(codes.values())
    for case, code in (("sign key f", 0), ("verify key.pub changed", 1), ("sign spent f", 4)):
        assert codes[case] == code


# What a command of the plain form has loaded when it ends.
LOADED = """
import os, sys
from quicksalt.__main__ import main
try:
    main()
except SystemExit:
    heavy = {"click", "rich", "typing", "dataclasses", "inspect", "pathlib", "json", "contextlib"}
    print(*sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


def loaded(folder: Path, line: list[str]) -> str:
    """Return which slow modules a command line has loaded when it ends."""
    # Without `site`, which may load what it likes.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [sys.executable, "-S", "-c", LOADED, *line],
        cwd=folder,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("case", "is_plain"),
    [
        ("sign key f", True),
        ("sign --no-passphrase --name mail key f", True),
        ("verify key.pub signed", True),
        ("sign --name=mail key f", False),
    ],
)
def test_the_plain_form_loads_nothing_that_is_slow(
    case: str, is_plain: bool, made: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    prepare(made, folder, case)
    assert (loaded(folder, words(case)) == "") is is_plain
