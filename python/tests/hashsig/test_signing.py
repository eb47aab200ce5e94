"""Signing keys from Python: in files, on stores of all kinds, with threads and forks."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from quicksalt import exceptions as exc
from quicksalt.hashsig import (
    Ahead,
    FileStore,
    HssCertificate,
    HssPublicKey,
    KeySpace,
    Params,
    SigningKey,
    verify,
)
from quicksalt.hashsig import exceptions as own
from tests.hashsig.small import QUIET, SMALL, STACK, Counter, create, index_of


def test_a_key_in_a_file_never_reuses_an_index(path: Path) -> None:
    with create(path, ahead=QUIET) as key:
        public = key.public_key
        assert [index_of(key.sign(b"message")) for _ in range(5)] == [0, 1, 2, 3, 4]
        # There were two reservations of four indices each; the rest of the second is lost.
        assert key.remaining() == 32 - 5
        assert key.material is None
        assert repr(key) == "<SigningKey 5/8>"
    with pytest.raises(own.StateError):
        key.sign(b"message")
    with SigningKey.open(path, ahead=QUIET) as key:
        assert (key.public_key, key.cache) == (public, "used")
        assert key.remaining() == 24
        assert index_of(key.sign(b"message")) == 8
    assert path.with_name("key.cache").exists()


def test_the_trees_that_sign_next_lie_beside_the_file(path: Path) -> None:
    """This also applies to signing with a part of the key, as the command does."""
    cache = path.with_name("key.cache")
    create(path, 2).close()
    top = cache.read_bytes()
    seen = []
    for _ in range(2):
        with (
            FileStore.open(path) as store,
            SigningKey.open(KeySpace(store).line(""), ahead=QUIET) as key,
        ):
            assert key.cache == "used"
            key.sign(b"message")
        seen.append(cache.read_bytes())
    assert len(seen[0]) > len(top)
    assert seen[0] == seen[1]


@pytest.mark.parametrize("background", [False, True])
def test_a_key_is_exhausted_after_its_last_signature(path: Path, background: bool) -> None:
    ahead = Ahead(reservation=5, background=background)
    with create(path, ahead=ahead) as key:
        signatures = key.sign_many([b"a"] * 30)
        indices = [index_of(signature) for signature in signatures]
        assert [key.public_key.index(b"a", signature) for signature in signatures] == indices
        with pytest.raises(exc.BadSignatureError):
            key.public_key.index(b"b", signatures[0])
        pieces = iter([b"a", b""])
        assert key.public_key.index_pieces(lambda: next(pieces), signatures[7]) == indices[7]
        indices += [index_of(key.sign(b"b")), index_of(key.sign(b"c"))]
        assert indices == list(range(32))
        assert key.remaining() == 0
        for call in (lambda: key.sign(b"d"), lambda: key.sign_many([b"d"]), lambda: key.reserve(1)):
            with pytest.raises(own.ExhaustedError):
                call()


def test_many_are_signed_with_one_reservation_or_none(path: Path) -> None:
    with create(path, 2, ahead=QUIET) as key:
        assert key.sign_many([]) == []
        assert len(set(key.sign_many([bytes([n]) for n in range(40)]))) == 40
        with pytest.raises(own.ExhaustedError):
            key.sign_many([b""] * (1024 - 39))
        assert key.remaining() == 1024 - 40
        with pytest.raises(TypeError, match="messages"):
            key.sign_many([b"", "text"])  # type: ignore[list-item]


def test_work_ahead_in_slices(path: Path) -> None:
    with create(path, 2, ahead=QUIET) as key:
        assert key.progress().reserved == 0
        key.reserve(8)
        key.prepare(2)
        while key.step(1):
            pass
        assert key.progress() == (1.0, 8, None)
        for wrong in (-1, 2**63):
            with pytest.raises(exc.ValueError, match="count"):
                key.reserve(wrong)
        for wrong in (0, 17):
            with pytest.raises(exc.ValueError, match="ahead"):
                key.prepare(wrong)
        for budget in (-1.0, float("nan"), float("inf")):
            with pytest.raises(exc.ValueError, match="ms"):
                key.step(budget)


def test_signing_from_coroutines_and_threads(path: Path) -> None:
    async def sign_all(key: SigningKey) -> list[bytes]:
        return await asyncio.gather(*(key.sign_async(bytearray(b"x")) for _ in range(10)))

    with create(path) as key:
        indices = [index_of(signature) for signature in asyncio.run(sign_all(key))]
        threads = [
            threading.Thread(target=lambda: indices.append(index_of(key.sign(b"y"))))
            for _ in range(10)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(indices) == list(range(20))


def test_a_forked_child_cannot_sign(path: Path) -> None:
    key = create(path)
    key.sign(b"parent")
    child = os.fork()
    if child == 0:
        try:
            key.sign(b"child")
        except own.StateError as error:
            os._exit(0 if "before this process was forked" in str(error) else 2)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert index_of(key.sign(b"parent")) == 1
    key.close()


def test_a_passphrase_guards_the_key(path: Path) -> None:
    create(path, passphrase="word", cost=(16 << 10, 1, 1)).close()
    with pytest.raises(exc.InvalidkeyError):
        SigningKey.open(path)
    with pytest.raises(exc.InvalidkeyError):
        SigningKey.open(path, passphrase="wrong")
    with SigningKey.open(path, passphrase="word", min_index=7) as key:
        assert index_of(key.sign(b"message")) == 7
    with pytest.raises(FileExistsError):
        create(path)


def test_a_store_that_holds_no_key_is_refused(path: Path) -> None:
    FileStore.create(path, 32, b"something else").close()
    with pytest.raises(exc.ValueError, match="HSS"):
        SigningKey.open(path)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        SigningKey.open(path)


def test_parts_of_a_key_sign_for_themselves(path: Path) -> None:
    create(path).close()
    with FileStore.open(path) as store:
        space = KeySpace(store)
        space.allocate("mail", 4)
        with SigningKey.open(space.line("mail"), ahead=QUIET) as mail:
            assert [index_of(mail.sign(b"m")) for _ in range(4)] == [0, 1, 2, 3]
            with pytest.raises(own.ExhaustedError, match="mail"):
                mail.sign(b"m")
            with SigningKey.open(store, ahead=QUIET) as whole:
                assert index_of(whole.sign(b"o")) == 4
                assert whole.public_key == mail.public_key
        assert space.remaining() == {"": 24, "mail": 0}


NO_PARAMS = [
    ("", "height/width"),
    ("10", "height/width"),
    ("10/8,", "height/width"),
    ("a/b", "height/width"),
    ("10/3", "10/3"),
    ("11/8", "11/8"),
    ("SHA-1:10/8", "hash"),
    (",".join(["5/8"] * 9), "9"),
    ("25/8,25/8,15/8", "63"),
]


@pytest.mark.parametrize("levels", ["10/8", (10, 8), ((10, 8), (10,))])
def test_levels_are_pairs(levels: Any) -> None:
    with pytest.raises(exc.TypeError, match="levels"):
        Params(levels)


def test_parameters_of_another_type_are_named(path: Path) -> None:
    wrong: Any = 5
    with pytest.raises(exc.TypeError, match="params"):
        SigningKey.create(path, wrong)
    assert not path.exists()
    SigningKey.create(path, "5/8").close()
    with pytest.raises(exc.TypeError, match="params"):
        SigningKey.open(path, params=wrong)
    SigningKey.open(path).close()


@pytest.mark.parametrize("text", ["5/1", "10/8,10/4", "SHA-256/192:5/8", "SHAKE256:5/2,5/4"])
def test_parameters_have_one_name(text: str, path: Path) -> None:
    params = Params.parse(text)
    assert str(params) == text
    assert Params.of_identifiers(params.identifiers) == params
    done: list[float] = []
    with SigningKey.create(path, params, progress=done.append, ahead=QUIET) as key:
        assert (key.params, key.remaining()) == (params, params.capacity)
    assert done[-1] == 1.0
    assert done == sorted(done)


def test_a_key_of_other_parameters_is_refused(path: Path) -> None:
    with SigningKey.create(path, SMALL) as key:
        assert key.params == SMALL
    with pytest.raises(exc.ValueError, match=r"5/8.* 10/8"):
        SigningKey.open(path, "10/8")
    SigningKey.open(path, "5/8").close()


def test_arguments_that_do_not_belong_together(path: Path) -> None:
    store = Counter(32)
    with pytest.raises(exc.ValueError, match="passphrase"):
        SigningKey.create(store, SMALL, passphrase="x")
    with pytest.raises(exc.ValueError):
        SigningKey.open(store, material=b"x", min_index=5)
    with pytest.raises(exc.ValueError, match="HSS"):
        SigningKey.open(store, material=b"x")
    with pytest.raises(exc.ValueError, match="seed"):
        SigningKey.create(path, SMALL, seed=b"x")
    for wrong in (Ahead, {"reservation": 0}), (Ahead, {"trees": 17}):
        with pytest.raises(exc.ValueError, match="must be"):
            wrong[0](**wrong[1])
    assert not path.exists()


def test_only_signed_messages_verify(path: Path) -> None:
    with SigningKey.create(path, STACK, ahead=QUIET) as key:
        # Across a boundary between two lower trees.
        signatures = key.sign_many([bytes([n]) for n in range(40)])
        public = HssPublicKey(bytes(key.public_key))
        assert public == key.public_key
        assert hash(public) == hash(key.public_key)
        assert (public.levels, public.top) == (2, STACK.identifiers[0])
        assert eval(repr(public)) == public
    for n, signature in enumerate(signatures):
        verify(public, bytes([n]), signature)
    signature = bytearray(signatures[0])
    for at in range(0, len(signature), 97):
        signature[at] ^= 1
        with pytest.raises(exc.BadSignatureError):
            verify(public, b"\0", signature)
        signature[at] ^= 1
    for wrong in (signature[:-1], signature + b"\0", b""):
        with pytest.raises(exc.BadSignatureError):
            verify(public, b"\0", wrong)
    for wrong in (b"", bytes(60), bytes(public)[:-1], bytes(public) + b"\0"):
        with pytest.raises(exc.ValueError):
            HssPublicKey(wrong)


def test_a_sub_key_signs_for_a_part(tmp_path: Path) -> None:
    parent = tmp_path / "parent"
    SigningKey.create(parent, STACK).close()
    with FileStore.open(parent) as store:
        space = KeySpace(store)
        for name in ("mail", "code"):
            space.allocate(name, 40)
        with SigningKey.open(store, ahead=QUIET) as key:
            public = key.public_key
            mail = key.delegate(space, "mail", "5/8")
            code = key.delegate(space, "code", "5/8")
            with pytest.raises(own.ExhaustedError, match=r"32 .*mail"):
                key.delegate(space, "mail", "5/8")
            with pytest.raises(exc.ValueError, match="none"):
                key.delegate(space, "none", "5/8")
        assert space.remaining() == {"": 1024 - 80 - 4, "mail": 0, "code": 0}
    assert mail.seed != code.seed
    with SigningKey.create(tmp_path / "mail", mail.params, seed=mail.seed) as sub:
        signature = sub.sign(b"message")
    certificate = HssCertificate(bytes(mail.certificate))
    assert (certificate.name, certificate.indices) == ("mail", range(40))
    verify(certificate.verify(public), b"message", signature)
    with pytest.raises(exc.BadSignatureError):
        verify(code.certificate.verify(public), b"message", signature)
    with pytest.raises(exc.BadSignatureError):
        certificate.verify(code.certificate.verify(public))
    with pytest.raises(exc.ValueError, match="sub-key"):
        HssCertificate(bytes(mail.certificate)[:50])
