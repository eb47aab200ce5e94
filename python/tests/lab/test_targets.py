"""`quicksalt lab targets`: its children, its figures, and missing tools."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quicksalt import bindings
from quicksalt.lab.targets import chart, find, race
from quicksalt.lab.targets.find import Places, Target
from quicksalt.lab.targets.sizes import sizes
from quicksalt.lab.targets.work import SIZES, Line, Work, all_work, fit
from quicksalt_lab.ruler import schema
from quicksalt_lab.ruler.child import Child, ChildError, start
from quicksalt_lab.ruler.measure import Plan
from quicksalt_lab.ruler.result import Absent, Group, Topic
from tests import command, golden

from ..quicksalt_lab.samples import group

TEXTS = Path(__file__).with_name("refusals.txt")

# Text form: (module (memory (export "memory") 4) ...). malloc returns memory from 1024 on, free
# does nothing, crypto_onetimeauth writes 16 bytes of message xor key, and crypto_hash_sha512
# returns -1. Assembled by wasmtime.wat2wasm.
MODULE = bytes.fromhex(
    "0061736d01000000011f0560027f7f017f60017f017f60017f0060047f7f7e7f017f60037f7f7e017f0225011677"
    "6173695f736e617073686f745f70726576696577310a72616e646f6d5f6765740000030504010203040503010004"
    "0607017f014180080b074405066d656d6f72790200066d616c6c6f630001046672656500021263727970746f5f6f"
    "6e6574696d656175746800031263727970746f5f686173685f73686135313200040a34041100230023002000410f"
    "6a4170716a24000b02000b180020002001fd0004002003fd000400fd51fd0b040041000b0400417f0b"
)
MESSAGE, KEY = bytes(range(16)), bytes([7] * 32)
TASK = ("crypto_onetimeauth", "o16", f"i{MESSAGE.hex()}", "l16", f"i{KEY.hex()}")
EXPECTED = b"\0" + bytes(byte ^ 7 for byte in MESSAGE)


def laid_out(folder: Path) -> Places:
    """Lay out a folder with only one module."""
    modules = folder / "modules"
    modules.mkdir()
    for kind in ("base", "wide"):
        (modules / f"quicksalt-full.{kind}.wasm").write_bytes(MODULE)
    return Places(modules, folder / "npm", folder / "none.so")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return laid_out(tmp_path)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Target | Absent]:
    folder = tmp_path_factory.mktemp("targets")
    return {one.name: one for one in find.find(laid_out(folder), folder)}


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def begun(target: Target | Absent, stack: ExitStack, *, wall: bool = False) -> Child:
    """Start a child; skip if this machine lacks it."""
    if isinstance(target, Absent):
        pytest.skip(f"{target.name}: {target.reason}")
    return stack.enter_context(start(target.name, target.wall_argv if wall else target.argv))


def play_out(child: Child) -> None:
    """Run the tasks that the module supports, and some that it does not."""
    with pytest.raises(ChildError, match="crypto_nothing"):
        child.task("crypto_nothing", "o32")
    child.task("crypto_hash_sha512", "o64", "i00", "l1")
    with pytest.raises(ChildError, match="returns -1"):
        child.run(1)
    child.task(*TASK)
    assert child.run(1000) >= 0
    assert child.output() == EXPECTED


@pytest.mark.parametrize("name", ["wide, wasmtime", "base, wasmtime -O0"])
def test_wasmtime_does_the_tasks(
    name: str, found: dict[str, Target | Absent], stack: ExitStack
) -> None:
    child = begun(found[name], stack)
    play_out(child)
    assert (child.clock, "wasmtime" in child.version) == ("thread-cpu", True)


@pytest.mark.parametrize("wall", [False, True])
def test_node_does_the_tasks(
    wall: bool, found: dict[str, Target | Absent], stack: ExitStack
) -> None:
    child = begun(found["base, Node"], stack, wall=wall)
    assert child.clock == ("wall" if wall else "process-cpu")
    with pytest.raises(ChildError, match="returns -1"):
        child.task("crypto_hash_sha512", "o64", "i00", "l1")
    with pytest.raises(ChildError, match="crypto_nothing"):
        child.task("crypto_nothing", "o32")
    child.task(*TASK)
    assert child.run(100) > 0
    assert child.output() == EXPECTED


@pytest.mark.slow
def test_chromium_does_the_tasks(found: dict[str, Target | Absent], stack: ExitStack) -> None:
    child = begun(found["base, Chromium"], stack, wall=True)
    with pytest.raises(ChildError, match="crypto_nothing"):
        child.task("crypto_nothing", "o32")
    child.task(*TASK)
    assert child.run(100_000) > 0
    assert child.output() == EXPECTED


@pytest.fixture
def sodium(found: dict[str, Target | Absent], stack: ExitStack) -> Child:
    return begun(found[find.LIBSODIUM], stack)


def test_native_libsodium_does_all_of_the_work(sodium: Child) -> None:
    for task in all_work((64,)):
        sodium.task(*task.words)
        assert sodium.run(1) > 0
        written = sum(int(word[1:]) for word in task.words[1:] if word.startswith("o"))
        assert len(sodium.output()) == 1 + written, task.function


def test_the_work_matches_the_functions(sodium: Child) -> None:
    """Python's own functions give the same results on the described inputs."""

    def outcome(function: str) -> tuple[list[bytes], bytes]:
        (task,) = (t for t in all_work((64,)) if t.function == function)
        sodium.task(*task.words)
        sodium.run(1)
        given = [bytes.fromhex(word[1:]) for word in task.words[1:] if word[0] == "i"]
        return given, sodium.output()[1:]

    (message, nonce, key), boxed = outcome("crypto_secretbox_easy")
    assert bindings.crypto_secretbox_easy(message, nonce, key) == boxed
    (secret, point), shared = outcome("crypto_scalarmult")
    assert bindings.crypto_scalarmult(secret, point) == shared
    (message, secret), signature = outcome("crypto_sign_detached")
    assert bindings.crypto_sign(message, secret) == signature + message


def test_a_library_that_fails_is_an_error(sodium: Child) -> None:
    (task,) = (t for t in all_work((64,)) if t.function == "crypto_sign_verify_detached")
    name, signature, *rest = task.words
    sodium.task(name, f"i{int(signature[1:3], 16) ^ 1:02x}{signature[3:]}", *rest)
    with pytest.raises(ChildError, match="returns -1"):
        sodium.run(1)
    with pytest.raises(ChildError, match="crypto_nothing") as caught:
        sodium.task("crypto_nothing", "o32")
    golden.check_said(TEXTS, "no function", caught.value)
    with pytest.raises(ChildError, match="argument") as caught:
        sodium.task(name, "x7")
    golden.check_said(TEXTS, "no argument", caught.value)
    with pytest.raises(ChildError, match="no task"):
        sodium.run(1)


PEER = """
const { createHash } = require("node:crypto");
const made = name => async () => {
  let hash;
  return { init() { hash = createHash(name); return this; },
           update(data) { hash.update(data); return this; },
           digest: () => new Uint8Array(hash.digest()) };
};
exports.createSHA256 = made("sha256");
exports.createSHA512 = made("sha512");
exports.createBLAKE2b = made("blake2s256");
"""


def test_an_npm_peer_is_found_and_runs_its_functions(
    places: Places, tmp_path: Path, stack: ExitStack
) -> None:
    folder = places.npm / "node_modules" / "hash-wasm"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"name": "hash-wasm", "version": "7.8.9"}')
    (folder / "index.js").write_text(PEER)
    targets = {one.name: one for one in find.find(places, tmp_path)}
    missing = targets["noble"]
    if isinstance(missing, Absent) and "Node" not in missing.reason:
        assert missing.reason.startswith("npm install --prefix")
    child = begun(targets["hash-wasm"], stack)
    assert child.version.endswith(", 7.8.9")
    tasks = {task.function: task for task in all_work((64,))}
    child.task(*tasks["crypto_hash_sha256"].words)
    child.run(1)
    message = bytes.fromhex(tasks["crypto_hash_sha256"].words[2][1:])
    assert child.output() == b"\0" + bindings.crypto_hash_sha256(message)
    with pytest.raises(ChildError, match="crypto_pwhash"):
        child.task(*tasks["crypto_pwhash"].words)


def test_targets_without_a_function_are_left_out(
    found: dict[str, Target | Absent], stack: ExitStack
) -> None:
    targets = [found[find.LIBSODIUM], found["base, Node"]]
    if any(isinstance(target, Absent) for target in targets):
        pytest.skip("needs a C compiler, libsodium and Node")
    field = race.line_up([one for one in targets if isinstance(one, Target)], stack)
    # None of these competitors needs the wall clock.
    assert (len(field.by_processor), len(field.by_wall), field.absent) == (2, 0, [])
    tasks = [task for task in all_work((64,)) if task.function in TASK[0] + "crypto_hash_sha256"]
    groups = {g.topic.name: g for g in race.play(field, tasks, Plan(rounds=3, batch_ns=50_000))}
    assert [s.name for s in groups["crypto_hash_sha256"].series] == [find.LIBSODIUM]
    # The module does not compute Poly1305.
    (refused,) = groups["crypto_onetimeauth"].refused
    assert (refused.name, refused.reason) == ("base, Node", "wrong output")


def test_a_child_that_does_not_start_is_absent(stack: ExitStack) -> None:
    field = race.line_up([Target("gone", ("/nonexistent/program",))], stack)
    assert field.by_processor == []
    assert "does not start" in field.absent[0].reason


@pytest.mark.parametrize("call_ns", [0.0, 80.0, 3000.0])
def test_the_fit_parts_a_call_from_a_byte(call_ns: float) -> None:
    times = [call_ns + 1.5 * size for size in SIZES]
    assert fit(SIZES, times) == Line(pytest.approx(call_ns, abs=1e-6), pytest.approx(1.5))
    # A point that is far off does not move the fit.
    disturbed = [*times[:2], 2 * times[2], times[3]]
    assert fit(SIZES, disturbed) == Line(pytest.approx(call_ns, abs=1e-6), pytest.approx(1.5))


def test_two_points_are_not_fitted() -> None:
    assert fit([1, 2], [1.0, 2.0]) is None


def test_the_work_is_the_same_every_time_and_of_every_size() -> None:
    tasks = list(all_work())
    assert tasks == list(all_work())
    assert len({(task.function, task.size) for task in tasks}) == len(tasks)
    lengths = {task.size for task in tasks if task.function == "crypto_hash_sha512"}
    assert lengths == set(SIZES)


def timed(function: str, size: int, **times: float) -> Group:
    return group(times, topic=Topic(function, size, "bytes" if size else "none"))


GROUPS = [
    timed("crypto_scalarmult", 0, libsodium=100, quicksalt=50, **{"base, Node": 400}),
    timed("crypto_hash_sha256", 64, libsodium=10, quicksalt=90),
    timed("crypto_hash_sha256", 16384, libsodium=100, quicksalt=50, **{"base, Node": 100}),
]


def test_standings_are_means_over_the_largest_sizes() -> None:
    found = race.standings(GROUPS, "libsodium")
    assert found["quicksalt"].mean == pytest.approx(0.5)
    assert found["base, Node"].mean == pytest.approx(2)
    assert (found["base, Node"].worst, found["base, Node"].worst_at) == (4, "crypto_scalarmult")


def test_the_chart_is_normalised() -> None:
    svg = chart.draw(GROUPS, list(all_work()), "libsodium")
    root = ElementTree.fromstring(svg)
    texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"X25519", "SHA-256", "16 KiB", "0.50", "4.00", "1.00"} <= set(texts)
    assert chart.draw([], [], "libsodium") == ""


def test_sizes_of_modules_and_peers_are_measured(places: Places, tmp_path: Path) -> None:
    esm = places.npm / "node_modules" / "libsodium-sumo" / "dist" / "modules-sumo-esm"
    assert [size.name for size in sizes(places, tmp_path)] == [
        "quicksalt for Python, native module",
        "quicksalt-full.base.wasm",
        "quicksalt-full.wide.wasm",
    ]
    esm.mkdir(parents=True)
    _, first, _ = sizes(places, tmp_path)
    assert first.raw == len(MODULE)
    assert 0 < first.gzip < first.raw


run = partial(command.run, "lab", "targets")


def test_without_targets_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr(find, "find_library", lambda _name: None)
    monkeypatch.setattr(find.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.chdir(tmp_path)
    result = run(code=3)
    for words in ("nodejs npm", "wasmtime>=50", "chromium"):
        assert words in result.output
    assert "gcc" in result.output
    golden.check(TEXTS.with_name("nothing.txt"), re.sub(" +\n", "\n", result.output))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the command find GROUPS instead of measuring."""
    child = Target("libsodium", ("true",))
    monkeypatch.setattr("quicksalt.cli.targets.find", lambda *_: [child, Absent("noble", "npm x")])
    field = race.Field([None], [], [])  # type: ignore[list-item]
    monkeypatch.setattr(race.Field, "versions", {"libsodium": "1.0.18"})
    monkeypatch.setattr(race, "line_up", lambda *_: field)
    monkeypatch.setattr(race, "play", lambda *_: iter(GROUPS))


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("columns", ["60", "80", "140"])
def test_the_verdict_comes_last(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    result = run()
    said = " ".join(result.output.split())
    assert "base, Node: 2.00 " in said
    assert said.endswith("4.00 (crypto_scalarmult).")
    assert "noble: npm x" in said
    assert max(map(len, result.output.splitlines())) <= int(columns)


@pytest.mark.usefixtures("measured")
def test_the_report_and_the_chart_are_kept(tmp_path: Path) -> None:
    report, svg = tmp_path / "targets.json", tmp_path / "targets.svg"
    run("--json", str(report), "--svg", str(svg), "--details")
    found = schema.load_file(report)
    assert found.groups == tuple(GROUPS)
    assert found.detail["base"] == "libsodium"
    assert found.detail["absent"] == {"noble": "npm x"}
    assert found.detail["standings"]["quicksalt"]["mean"] == pytest.approx(0.5)
    assert json.loads(report.read_text())["kind"] == "lab targets"
    assert ElementTree.fromstring(svg.read_text()).tag.endswith("svg")


def test_work_knows_its_topic() -> None:
    assert Work("f", "F", 0, ()).topic == Topic("f", 0, "none")
    assert Work("f", "F", 64, ()).topic == Topic("f", 64, "bytes")
