"""The subcommands and options of `quicksalt hashsig`, each case in its own folder.

`hashsig.txt` holds the exit code, output and files of each case. `QUICKSALT_PROGRAM` selects the
program under test, see `tests.command`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from quicksalt.exceptions import BadSignatureError
from quicksalt.hashsig import FileStore, HssPublicKey, KeySpace, Params, SigningKey
from tests import golden
from tests.command import DEADLINE, PROGRAM

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
    "sign --passphrase-fd 1 sealed f",
    "sign --passphrase-fd 5 sealed f",
    "sign --passphrase-file none --passphrase-file word sealed f",
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
    "sign key f -o folder",
    "sign key f -f -o folder",
    "sign key f -o none/out",
    "sign key f -o key -f",
    "sign key f -o key.pub -f",
    "sign key f -o f -f",
    "sign key f g -o out",
    "sign key signed -f",
    "sign key - -o out",
    "sign key -",
    "verify --signature word key.pub signed",
    "verify key.pub -",
    "verify --signature signed.sig key.pub -",
    "verify folder signed",
    "verify key.pub folder",
    "info key",
    "info key --json out.json",
    "info key.pub",
    "info key.pub --json out.json",
    "info sealed",
    "info --no-passphrase sealed",
    "info --passphrase-file wrong sealed",
    "info copy",
    "info spent",
    "info f",
    "info none",
    "info",
    "reserve key 3",
    "reserve key 3 --json out.json",
    "reserve --name new key 3 --json out.json",
    "reserve --name new --source mail key 1",
    "reserve --source mail key 3",
    "reserve --source none key 1",
    "reserve --name mail key 1",
    "reserve --name '' key 1",
    "reserve --name \udcff key 1",
    "reserve key 31",
    "reserve key 0",
    "reserve key -1",
    "reserve key 1.5",
    "reserve key 99999999999999999999",
    "reserve key",
    "reserve key 1 2",
    "reserve copy 1",
    "keygen --params 5/4 --no-passphrase new",
    "keygen --params SHAKE256/192:5/4,5/2 --no-passphrase --json out.json new",
    "keygen --params 5/4 --passphrase-file word --public other new",
    "keygen --params 5/4 --passphrase-fd 0 new",
    "keygen --params 5/4 --no-passphrase --public new new",
    "keygen --params 5/4 --no-passphrase --public f new",
    "keygen --params 5/4 --no-passphrase f",
    "keygen --params 5/4 --no-passphrase folder",
    "keygen --params 5/4 --no-passphrase none/new",
    "keygen --params 5/4 --passphrase-file folder new",
    "keygen --params '' new",
    "keygen --params 5 new",
    "keygen --params 5/3 new",
    "keygen --params SHA-1:5/4 new",
    "keygen --params 25/8,25/8,25/8 new",
    "keygen --params=5/4 --no-passphrase new",
    "keygen --parms 5/4 new",
    "keygen --account alice new",
    "keygen --account '' --role r new",
    "keygen --account-passphrase-file word new",
    "keygen --account alice --role r --account-passphrase-file latin new",
    "keygen",
    "keygen new newer",
    "recover copy",
    "recover --yes copy",
    "recover --yes --skip 1024 copy --json out.json",
    "recover --yes --skip 3 copy",
    "recover --yes --skip 3 spare",
    "recover --yes --skip 0 copy",
    "recover --yes --seen signed.sig copy",
    "recover --yes --public key.pub --seen signed.sig copy",
    "recover --yes --public key.pub --seen changed.sig copy",
    "recover --yes --public key.pub --seen f copy",
    "recover --yes none",
    "recover --yes --otsbits 4 copy",
    "recover --yes --height 4 copy",
    "recover --yes --wif QRK copy",
    "recover --burn 8 copy",
    "recover --account a --skip 9 new",
    "recover --account a --public key.pub new",
    "recover --account a --role r new",
    "recover --account a --role r --published key.pub new",
    "recover --account a --published key.pub --watermark 1 new",
    "recover --account a --role r --published f --watermark 1 new",
    "recover --account a --role r --published key.pub --watermark 1 key",
    "recover --account a --role r --published key.pub --seen f new",
    "recover --account a --role r --published key.pub --seen 99999999999999999999 new",
    "recover --account a --role r --published key.pub --seen 1 --watermark 1 new",
    "recover --account a --role r --wif QRK --published key.pub new",
    "recover --account a --role r --wif QRK --account-passphrase-file word new",
    "recover --account a --wif QRK new",
    "recover --account a --role r --wif QRK --seen x new",
    "recover --account a --role r --height 3 --published key.pub new",
    "recover -h",
    "info key --json key",
    "reserve --json key key 1",
    "sign key f --json f.sig",
    "keygen --params 5/4 --no-passphrase --json new new",
    "keygen --params 5/4 --no-passphrase --json new.pub new",
    "",
    "sig key f",
    "--nope",
    "-h",
]

SEED = bytes(range(32))
WORD = "correct horse"


def words(case: str) -> list[str]:
    """Split a command line like a shell."""
    return ["hashsig", *("" if word == "''" else word for word in case.split())]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the files that all command lines need, except the signing keys."""
    folder = tmp_path_factory.mktemp("made")
    with SigningKey.create(folder / "made.key", "5/4", seed=SEED) as key:
        (folder / "key.pub").write_bytes(bytes(key.public_key))
        (folder / "signed").write_bytes(b"attack at dawn")
        signature = key.sign(b"attack at dawn")
    shutil.copy(folder / "made.key", folder / "copy")
    for name in ("made.key", "made.key.cache"):
        (folder / name).unlink()
    (folder / "signed.sig").write_bytes(signature)
    (folder / "changed.sig").write_bytes(signature)
    texts = {"f": b"file", "g": b"", "changed": b"attack at dusk", "word": b"correct horse\n"}
    texts |= {"empty": b"", "latin": b"\xff\n", "wrong": b"correct house\n"}
    texts |= {"certificate": b"quicksalt-sub-2\n", "f\udcff": b"name"}
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    (folder / "folder").mkdir()
    return folder


def prepare(made: Path, folder: Path, case: str) -> None:
    """Create a folder for a command line, with the keys that it names."""
    shutil.copytree(made, folder)
    named = case.split()
    if "spent" in named:
        SigningKey.create(folder / "spent", "5/4", seed=SEED).close()
        with FileStore.open(folder / "spent") as store:
            store.reserve(store.remaining())
    if "sealed" in named:
        cost = (19 * 1024, 2, 1)
        SigningKey.create(folder / "sealed", "5/4", seed=SEED, passphrase=WORD, cost=cost).close()
    if "key" in named:
        SigningKey.create(folder / "key", "5/4", seed=SEED).close()
        with FileStore.open(folder / "key") as store:
            KeySpace(store).allocate("mail", 2)


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the file names and a description of each file."""
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield os.fsencode(path.name).decode(errors="backslashreplace"), told(folder, path)


def told(folder: Path, path: Path) -> str:
    """Describe the content of a file, without the parts that vary."""
    content = path.read_bytes()
    guard = "" if path.stat().st_mode & 0o077 else "private: "
    if content.startswith(b"quicksalt-store\n"):
        return guard + state(path)
    if content.startswith(b"quicksalt-cache"):
        return "cache"
    with suppress(ValueError):
        return f"public key of {Params.of_identifiers([HssPublicKey(content).top])}"
    if path.suffix == ".sig" or path.name == "out":
        return guard + signed(folder, path)
    text = repr(content)[2:-1].replace(str(folder), "HERE")
    return guard + re.sub(r"\d{4}-\d\d-\d\dT[\d:]+", "TIME", text)


def state(path: Path) -> str:
    """Describe how far a key is used."""
    sealed = path.read_bytes()[17] == 1
    try:
        with FileStore.open(path, passphrase=WORD if sealed else None) as store:
            parts = KeySpace(store).remaining()
            return f"{store.watermark()} {parts} epoch {store.epoch} sealed {sealed}"
    except Exception as error:
        return type(error).__name__


def signed(folder: Path, path: Path) -> str:
    """Return the index in a signature of one of the messages."""
    public = HssPublicKey((folder / "key.pub").read_bytes())
    messages = ("f", "g", "signed", "f\udcff")
    for name in messages:
        try:
            index = public.index((folder / name).read_bytes(), path.read_bytes())
        except BadSignatureError:
            continue
        return f"signature {index} of {os.fsencode(name).decode(errors='backslashreplace')}"
    return "no signature"


def played(made: Path, folder: Path, case: str) -> str:
    """Run a case in a folder and describe the outcome."""
    prepare(made, folder, case)
    before = dict(contents(folder))
    ended = subprocess.run(
        [os.fsencode(word) for word in [*PROGRAM, *words(case)]],
        cwd=folder,
        input=b"correct horse\n",
        capture_output=True,
        check=False,
        start_new_session=True,
        timeout=DEADLINE,
    )
    lines = [f"[{ended.returncode}] {os.fsencode(case).decode(errors='backslashreplace')}"]
    for said in (ended.stdout, ended.stderr):
        if said.startswith(b"Usage:") and ended.returncode == 0:
            # Other tests cover `--help`.
            said = b"Usage: ...\n"
        said = re.sub(rb"(?s)^Usage: .*?\n\n", b"", said).replace(bytes(folder), b"HERE")
        text = said.decode(errors="backslashreplace")
        lines += [f"  {line}".rstrip() for line in text.splitlines()]
    after = dict(contents(folder))
    lines += [f"    gone: {name}" for name in sorted(before.keys() - after.keys())]
    lines += [f"    {name}: {text}" for name, text in after.items() if before.get(name) != text]
    return "\n".join(lines) + "\n"


def test_exit_code_output_and_files_of_each_case(made: Path, tmp_path: Path) -> None:
    texts = [played(made, tmp_path / str(number), case) for number, case in enumerate(CASES)]
    text = re.sub(r"\b[0-9a-f]{64,}\b", "HEX", "".join(texts))
    golden.check(Path(__file__).with_name("hashsig.txt"), text)


# The modules that Python has loaded at the end of a natively executed command.
LOADED = """
import os, sys
os._exit = sys.exit
from quicksalt.__main__ import main
try:
    main()
except SystemExit:
    heavy = {"click", "rich", "typing", "dataclasses", "inspect", "pathlib", "json", "contextlib"}
    print(*sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize("case", ["sign key f", "verify key.pub signed", "info key", "-h"])
def test_native_commands_import_no_slow_modules(case: str, made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    prepare(made, folder, case)
    # Without `site`, which may import other modules.
    ended = subprocess.run(
        [sys.executable, "-S", "-c", LOADED, *words(case)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.splitlines()[-1] == ""
