"""`quicksalt trust`."""

from __future__ import annotations

import json
import os
import re
import socket
import ssl
from functools import partial
from pathlib import Path
from select import select
from time import monotonic

import pytest

from tests import command
from tests.trust import tls
from tests.trust.authority import Authority, root

from .processes import interrupted

run = partial(command.run, "trust")

PATIENCE = 10.0
"""Seconds to wait for a server."""


@pytest.fixture(scope="module")
def roots() -> list[Authority]:
    return [root("first"), root("second")]


@pytest.fixture
def bundle(roots: list[Authority], tmp_path: Path) -> Path:
    path = tmp_path / "bundle.pem"
    path.write_text("".join(one.pem for one in roots))
    return path


@pytest.fixture
def chain(roots: list[Authority], tmp_path: Path) -> Path:
    middle = roots[1].authority("middle")
    path = tmp_path / "chain.pem"
    path.write_text(ssl.DER_cert_to_PEM_cert(middle.leaf("host.example")[0]) + middle.pem)
    return path


def test_load(bundle: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pem"
    bad.write_text("-----BEGIN CERTIFICATE-----\n")
    shown = run("load", bundle, bad, "--json", tmp_path / "out.json")
    assert shown.output.startswith("2 ")
    assert f"{bad}, byte 0: " in shown.output
    report = json.loads((tmp_path / "out.json").read_text())
    assert (report["loaded"], report["skipped"][0]["code"]) == (2, "truncated")
    assert "END" in run("load", "--strict", bundle, bad, code=1).output
    run("load", bad, code=1)
    run("load", "--missing-ok", tmp_path / "absent", code=1)
    assert "absent" in run("load", bundle, tmp_path / "absent", code=2).stderr


def test_list_and_show(bundle: Path, tmp_path: Path) -> None:
    listed = run("list", bundle, "--json", tmp_path / "out.json")
    assert "O=quicksalt, CN=first" in listed.output
    first, second = json.loads((tmp_path / "out.json").read_text())["certificates"]
    assert (first["subject"], second["key"]) == ("O=quicksalt, CN=first", "EC P-256")
    assert "CN=first" not in run("list", bundle, "--match", "SECOND").output
    run("list", bundle, "--expired", code=1)
    shown = run("show", bundle, "--pem", "--match", second["fingerprint"][:8])
    assert "CN=second" in shown.output
    assert re.search(
        r"^ +trusted for  all purposes\n +rejected for  none$", shown.output, re.MULTILINE
    )
    assert not re.search(r"True|False|None|\(\)", shown.output)
    assert "BEGIN CERTIFICATE" in shown.output
    run("show", bundle, "--match", "nobody", code=1)


def test_verify(bundle: Path, chain: Path, tmp_path: Path) -> None:
    at = ("--at", "2026-01-01")
    assert (
        "O=quicksalt, CN=second"
        in run("verify", "--chain", chain, "--host", "host.example", *at, bundle).output
    )
    out = tmp_path / "out.json"
    assert (
        "host.example"
        in run(
            "verify", "--chain", chain, "--host", "b.example", *at, bundle, "--json", out, code=1
        ).output
    )
    assert json.loads(out.read_text())["chains"][0]["code"] == "host"
    run("verify", "--chain", chain, "--client", *at, bundle, code=1)
    run("verify", "--connect", "b.example:" + "1" * 5000, bundle, code=2)


def test_skipped_certificates_are_always_reported(
    bundle: Path, chain: Path, tmp_path: Path
) -> None:
    absent = tmp_path / "absent"
    expected = f"{absent}: "
    for asked in (
        ("list",),
        ("show", "--match", "first"),
        ("export",),
        ("verify", "--client", "--chain", chain),
    ):
        code = 1 if asked[0] == "verify" else 0
        shown = run(*asked, bundle, absent, "--missing-ok", code=code)
        assert expected in shown.stderr
        assert expected not in shown.stdout
    cut = tmp_path / "cut.pem"
    cut.write_text(chain.read_text() + "-----BEGIN CERTIFICATE-----\n")
    assert (
        f"left out: {cut}, byte"
        in run(
            "verify", "--chain", cut, "--host", "host.example", "--at", "2026-01-01", bundle
        ).stderr
    )
    assert f"left out: {cut}, byte" in run("diff", cut, bundle, code=1).stderr


def test_names_of_files_do_not_steer_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    for name in (b"\x1b[31m\n.pem", b"\xff.pem"):
        Path(os.fsdecode(bytes(folder) + b"/" + name)).write_text("nothing")
    shown = run("load", folder, code=1)
    assert f"{folder}/\\x1b[31m\\n.pem: " in shown.output
    assert f"{folder}/\\udcff.pem: " in shown.output


def test_letters_missing_in_the_terminals_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "\u00fc.pem").write_text("nothing")
    monkeypatch.setenv("LC_ALL", "en_US.ISO-8859-1")
    assert "/\\xfc.pem: " in run("load", tmp_path, code=1).output


def test_a_host_without_a_server(bundle: Path) -> None:
    assert "127.0.0.1:1" in run("verify", "--connect", "127.0.0.1:1", bundle, code=4).output


def test_an_interrupt_ends_the_wait_for_a_server(bundle: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        begun = monotonic()
        ended, was_over = interrupted(
            ["trust", "verify", "--connect", address, bundle],
            tmp_path,
            0.1,
            ready=lambda: bool(select([silent], [], [], 0)[0]),
        )
    assert (ended.code, ended.out, ended.err, was_over) == (130, "", "", False)
    assert monotonic() - begun < PATIENCE


def test_the_server_receives_the_host_name(tmp_path: Path) -> None:
    """A server with several names sends the certificate for the requested name."""
    authority = root("names")
    (tmp_path / "roots.pem").write_text(authority.pem)
    made = []
    for host in ("other.example", "host.example"):
        leaf, key = authority.leaf(host)
        made.append(tls.context(tmp_path, key, [leaf]))
    asked: list[str | None] = []

    def choose(connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        asked.append(name)
        connection.context = made[name == "host.example"]

    made[0].sni_callback = choose
    with tls.serve(made[0]) as server:
        address = f"127.0.0.1:{server.port}"
        run("verify", "--connect", address, "--host", "host.example", tmp_path / "roots.pem")
        assert asked == ["host.example"]
        run("verify", "--connect", address, tmp_path / "roots.pem")
        assert asked[1:] == [None]
        for wrong in ("", ".example", "h\u00f6st.example"):
            run("verify", "--connect", address, "--host", wrong, tmp_path / "roots.pem", code=2)


def test_diff(roots: list[Authority], bundle: Path, tmp_path: Path) -> None:
    run("diff", bundle, bundle)
    one = tmp_path / "one.pem"
    one.write_text(roots[0].pem + root("third").pem)
    shown = run("diff", bundle, one, "--json", tmp_path / "out.json", code=1)
    signs = [line[0] + line.rpartition("=")[2] for line in shown.output.splitlines()[:2]]
    assert signs == ["-second", "+third"]
    found = json.loads((tmp_path / "out.json").read_text())
    assert [len(found[side]) for side in ("only_old", "only_new")] == [1, 1]
    run("diff", bundle, tmp_path / "absent", code=4)
    # The store has the same certificates, but one with fewer trusted purposes.
    third = root("third")
    one.write_text(third.pem)
    limited = tmp_path / "limited.pem"
    limited.write_text(third.for_servers)
    assert "serverAuth" in run("diff", one, limited, "--json", tmp_path / "out.json", code=1).output
    (changed,) = json.loads((tmp_path / "out.json").read_text())["trusted_otherwise"]
    assert changed["new"]["trusted_for"] == ["serverAuth"]


def test_without_certifi(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "certifi.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}", prepend=os.pathsep)
    for asked in (("load", "--certifi"), ("diff", bundle, "certifi")):
        assert "certifi" in run(*asked, code=3).stderr


def test_export_to_a_file_each(roots: list[Authority], bundle: Path, tmp_path: Path) -> None:
    folder = tmp_path / "each"
    folder.mkdir()
    run("export", bundle, "--each", folder, "--der", "--without", "second")
    (written,) = folder.iterdir()
    assert (written.suffix, written.read_bytes()) == (".der", roots[0].der)
    for wrong in (("--der",), ("--each", folder, "--out", tmp_path / "x"), ("--each", "absent")):
        run("export", bundle, *wrong, code=2)


def test_export(roots: list[Authority], bundle: Path, chain: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pem"
    run("export", bundle, "--out", out)
    assert out.read_text() == bundle.read_text()
    assert run("export", bundle, "--match", "first").output == roots[0].pem
    assert run("export", bundle, "--chain", chain).output == roots[1].pem
    run("export", bundle, "--match", "first", "--chain", chain, code=1)
    run("export", bundle, "--match", "nobody", code=1)
    run("export", bundle, "--out", tmp_path / "none" / "out.pem", code=4)
