"""Trust stores derived from other trust stores: slices, unions, removals, files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from quicksalt.trust import RejectedError, TrustStore
from tests.trust.authority import root, trusting

ROOTS = [root(text) for text in "ABCD"]


def subjects(made: TrustStore) -> str:
    return "".join(one.subject[-1] for one in made)


def test_slices() -> None:
    all_four = trusting(*ROOTS)
    assert [subjects(all_four[part]) for part in (slice(1, 3), slice(None, None, -2))] == [
        "BC",
        "DB",
    ]
    assert (subjects(all_four), len(all_four[9:])) == ("ABCD", 0)


def test_removal() -> None:
    made = trusting(*ROOTS)
    held = made[2]
    made.remove(made[1], -1)
    assert (subjects(made), held.subject[-1], held.der in made) == ("AC", "C", True)
    assert made.by_fingerprint(ROOTS[1].certificate.fingerprint(_sha256())) is None
    for wrong, error in (([0, 7], IndexError), ([made[0], trusting(ROOTS[3])[0]], ValueError)):
        with pytest.raises(error):
            made.remove(*wrong)  # type: ignore[arg-type]
        assert subjects(made) == "AC"


def _sha256() -> Any:
    from cryptography.hazmat.primitives.hashes import SHA256

    return SHA256()


def test_unions() -> None:
    one, two = trusting(*ROOTS[:2]), trusting(*ROOTS[1:3])
    assert [subjects(one | two), subjects(one), subjects(two | one)] == ["ABC", "AB", "BCA"]
    same = one
    one |= two
    one.merge(one)
    assert (subjects(one), same is one) == ("ABC", True)
    with pytest.raises(TypeError):
        one | [ROOTS[3].der]  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"TrustStore.* list"):
        one.merge([])  # type: ignore[arg-type]


def test_two_stores_merged_into_each_other_by_threads() -> None:
    one, two = trusting(*ROOTS[:2]), trusting(*ROOTS[2:])

    def work(into: TrustStore, other: TrustStore) -> None:
        for _ in range(200):
            into.merge(other)

    threads = [Thread(target=work, args=pair) for pair in ((one, two), (two, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {*subjects(one)} == {*subjects(two)} == {*"ABCD"}


def test_nothing_is_lost_between_removals_and_additions() -> None:
    made = trusting(ROOTS[0])

    def add() -> None:
        for one in ROOTS[1:]:
            made.add(one.der)

    def remove() -> None:
        for _ in range(100):
            made.remove()

    threads = [Thread(target=work) for work in (add, remove)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert subjects(made) == "ABCD"


def test_files(tmp_path: Path) -> None:
    made = trusting(*ROOTS[:2])
    made.write(tmp_path / "all.pem")
    assert (tmp_path / "all.pem").read_text() == made.to_pem() == ROOTS[0].pem + ROOTS[1].pem
    (tmp_path / "each").mkdir()
    written = made.write_each(tmp_path / "each", "der")
    assert [one.read_bytes() for one in written] == [one.der for one in made]
    assert written[0].name == f"{made[0].fingerprint.hex()}.der"
    assert [one.read_text() for one in made.write_each(tmp_path / "each")] == [
        one.to_pem() for one in made
    ]
    assert len(TrustStore.load(tmp_path / "each", strict=True)) == 2
    with pytest.raises(ValueError, match="'text'"):
        made.write_each(tmp_path, "text")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        made.write(tmp_path / "none" / "all.pem")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the command openssl")
def test_openssl_trusted_certificates(tmp_path: Path) -> None:
    """Read a file of `openssl x509 -trustout`; openssl reads a file that we write."""
    plain, marked = tmp_path / "plain.pem", tmp_path / "marked.pem"
    plain.write_text(ROOTS[0].pem)

    def openssl(*arguments: object) -> str:
        command = ["openssl", "x509", *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    purposes = ("-addtrust", "emailProtection", "-addreject", "serverAuth", "-setalias", "old")
    openssl("-in", plain, "-trustout", *purposes, "-out", marked)
    made = TrustStore.load(marked, strict=True)
    assert (made[0].trusted_for, made[0].rejected_for) == (("emailProtection",), ("serverAuth",))
    assert made.to_pem() == marked.read_text() == made[:].to_pem() == (made | made).to_pem()
    with pytest.raises(RejectedError) as caught:
        made.verify([ROOTS[0].leaf("host.example")[0]], "host.example")
    assert (caught.value.code, caught.value.place) == ("distrusted", "anchor")
    again = trusting(ROOTS[0])
    again.merge(made)
    again.write(tmp_path / "again.pem")
    shown = openssl("-in", tmp_path / "again.pem", "-noout", "-text", "-trustout")
    assert "Rejected Uses:\n  TLS Web Server Authentication" in shown
    with pytest.raises(ValueError, match="DER"):
        made.write_each(tmp_path, "der")
    context = TrustStore().ssl_context()
    context.load_verify_locations(marked)
    context.load_verify_locations(cadata=ROOTS[1].pem)
    assert context.store[0].rejected_for == ("serverAuth",)
