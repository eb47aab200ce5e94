"""Calls that must fail for lack of memory; run as a program, which limits its own memory."""

from __future__ import annotations

import ast
import mmap
import os
import resource
import sys
import tempfile
from array import array
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quicksalt import _native, _signatures, bindings, hashsig
from quicksalt.hashsig import slhdsa
from quicksalt.lab.growth import certificates
from quicksalt.signing import SigningKey

from .samples import KEY, SAMPLES, SAMPLES_OF, SIZES, receiver

LARGE = 64 << 20
"""Size of a large argument, in bytes. It exceeds the memory left after its allocation."""
LEFT = 40 << 20
HUGE = 40 << 30

IN_A_TUPLE = {"hss_seed_from_credentials.published"}
"""Arguments with a buffer inside another object; the tests call them explicitly."""


@dataclass
class Place:
    """A buffer argument: its function, its name, and whether it takes several buffers."""

    owner: str | None
    function: str
    required: list[str]
    argument: str
    several: bool

    def __str__(self) -> str:
        """Return the name that the samples use for the argument."""
        return ".".join(filter(None, (self.owner, self.function, self.argument)))


def places() -> Iterator[Place]:
    """List the arguments of native functions that the stub declares as buffers."""
    stub = Path(_native.__file__ or "").with_name("_native.pyi")
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield from arguments(None, node)
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield from arguments(node.name, method)


def arguments(owner: str | None, node: ast.FunctionDef) -> Iterator[Place]:
    """List the buffer arguments of one function."""
    plain = [argument for argument in node.args.args if argument.arg not in ("self", "cls")]
    required = [a.arg for a in plain[: len(plain) - len(node.args.defaults)]]
    required += [
        a.arg
        for a, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if default is None
    ]
    for argument in [*plain, *node.args.kwonlyargs]:
        kind = ast.unparse(argument.annotation) if argument.annotation else ""
        if "Buffer" in kind and not kind.startswith("Callable"):
            several = kind.startswith(("Iterable[", "list["))
            yield Place(owner, node.name, required, argument.arg, several)


class Calls:
    """Calls native functions with sample values, with its own temporary folder."""

    def __init__(self, folder: Path) -> None:
        """Create one object of each class with methods to call."""
        signer = hashsig.SigningKey.create(folder / "key", hashsig.Params.parse("5/8"))
        store = hashsig.FileStore.create(folder / "store", 100)
        self.paths = {"path": os.fspath(folder / "other")}
        self.store = store
        self.keygen = _signatures.HssKeygen([(5, 4)])
        stateless = slhdsa.SigningKey.generate("SLH-DSA-SHA2-128f")
        self.objects: dict[str, Callable[[], Any]] = {
            "Czd0LevelKey": lambda: _signatures.Czd0LevelKey(KEY, 0, SIZES, "linux", "level-key"),
            "Czd0LevelSignature": lambda: _signatures.Czd0LevelVerifier(*SIZES).signature(level()),
            "Czd0LevelVerifier": lambda: _signatures.Czd0LevelVerifier(*SIZES),
            "Czd0OneTimeKey": lambda: _signatures.Czd0OneTimeKey(16, 4, bytes(16), KEY, 0, "linux"),
            "Czd0OneTimeVerifier": lambda: _signatures.Czd0OneTimeVerifier(
                16, 4, bytes(16), bytes(16)
            ),
            "Hasher": _native.Hasher.sha256,
            "HashsigSigningKey": lambda: signer._native,
            "HssPublicKey": lambda: signer.public_key,
            "KeySpace": lambda: hashsig.KeySpace(store),
            "Mac": lambda: _native.Mac.auth(KEY),
            "MinisignSecretKey": _native.MinisignSecretKey.generate,
            "RevocationLists": _signatures.RevocationLists,
            "SigningKey": lambda: _native.SigningKey(KEY),
            "SlhDsaPublicKey": lambda: stateless.public_key,
            "SlhDsaSigningKey": lambda: stateless,
            "TrustStore": _signatures.TrustStore,
            "Xof": _native.Xof.shake128,
            "crypto_secretstream_xchacha20poly1305_state": receiver,
            "XmssPublicKey": lambda: _signatures.XmssPublicKey(bytes([0, 0, 0, 1]) + bytes(64)),
        }

    def call(self, place: Place, value: object) -> object:
        """Call the function of `place` with `value` for that argument."""
        others = [name for name in place.required if name != place.argument]
        given = {name: self.sample(place, name) for name in others}
        given[place.argument] = [value] if place.several else value
        if place.owner is None:
            function = getattr(_native, place.function)
        elif place.function == "__init__":
            function = getattr(_native, place.owner)
        elif place.owner in self.objects:
            function = getattr(self.objects[place.owner](), place.function)
        else:
            function = getattr(getattr(_native, place.owner), place.function)
        return function(**given)

    def sample(self, place: Place, name: str) -> object:
        """Return a sample value for another argument of the same function."""
        own = ".".join(filter(None, (place.owner, place.function, name)))
        if own in SAMPLES_OF:
            return SAMPLES_OF[own]
        by_hand = {**self.paths, "store": self.store, "keygen": self.keygen}
        return by_hand[name] if name in by_hand else SAMPLES[name]


def level() -> bytes:
    """Return bytes with the layout of a level key signature for these sizes."""
    hashlen, otsbits, height = SIZES
    chains = -(-8 * hashlen // otsbits)
    return bytes(2 + hashlen * (2 + height + 2 * chains))


def limit(left: int) -> None:
    """Limit the address space of this process to `left` more bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * mmap.PAGESIZE + left
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """Make all calls; any outcome other than `MemoryError` or success is a failure."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as sparse:
        sparse.truncate(HUGE)
        mapped = mmap.mmap(sparse.fileno(), HUGE, prot=mmap.PROT_READ)
        content = bytes(LARGE)
        lines = (b"A" * 64 + b"\n") * (LARGE // 65)
        block = b"-----BEGIN CERTIFICATE-----\n" + lines + b"-----END CERTIFICATE-----\n"
        del lines
        store = crowd(LEFT)
        many = [b"m"] * (LARGE // 8)
        buffers = [mapped, memoryview(mapped)[1:], bytearray(LARGE), array("I", content)]
        calls = Calls(Path(folder))
        limit(LEFT)
        for place in places():
            if str(place) in IN_A_TUPLE:
                continue
            for value in buffers:
                with pytest.raises(MemoryError):
                    calls.call(place, value)
            # Functions read `content` in place; their results may raise an exception but not panic.
            with suppress(Exception):
                calls.call(place, content)
        view = memoryview(content)
        digest = bindings.crypto_hash_sha256(content)
        for part in (view, view.cast("I"), memoryview(view).cast("B", (2, LARGE // 2))):
            assert bindings.crypto_hash_sha256(part) == digest
        assert bindings.crypto_hash_sha256(view[3:]) != digest
        results(content)
        results(view)
        bundles(content, block)
        counts(calls, many)
        for copy in (store.pem, lambda: store.subset(list(range(store.count())))):
            with pytest.raises(MemoryError):
                copy()
        assert store.by_subject(store.describe(0)["subject_der"]) == [
            *reversed(range(store.count()))
        ]
    print("no memory, no harm")


def results(content: bytes | memoryview) -> None:
    """Request results as large as `content`, and larger ones."""
    calls: list[Callable[[], object]] = [
        lambda: bindings.crypto_secretbox(content, SAMPLES["nonce"], KEY),
        lambda: bindings.crypto_secretbox_open(content, SAMPLES["nonce"], KEY),
        lambda: bindings.crypto_box_seal(content, bindings.crypto_box_keypair()[0]),
        lambda: bindings.crypto_sign(content, bindings.crypto_sign_keypair()[1]),
        lambda: bindings.crypto_stream_xor(content, SAMPLES["nonce"], KEY),
        lambda: bindings.sodium_increment(content),
        lambda: bindings.sodium_pad(content, 16),
        lambda: bindings.sodium_unpad(bytes(content[:-1]) + b"\x80", 16),
    ]
    for size in (LARGE, HUGE, sys.maxsize):
        calls += [
            lambda size=size: bindings.randombytes(size),  # type: ignore[misc]
            lambda size=size: bindings.randombytes_buf_deterministic(size, KEY),  # type: ignore[misc]
            lambda size=size: bindings.crypto_stream(size, SAMPLES["nonce"], KEY),  # type: ignore[misc]
            lambda size=size: bindings.sodium_pad(b"m", size),  # type: ignore[misc]
        ]
    for call in calls:
        with pytest.raises(MemoryError):
            call()


def bundles(content: bytes, block: bytes) -> None:
    """Load data that is not a certificate, and a PEM block larger than the remaining memory."""
    for data, code in ((content, "no-certificate"), (block, "out-of-memory")):
        outcome = _signatures.TrustStore().load_bytes("large", data)
        assert [skipped[2] for skipped in outcome[5]] == [code]


def counts(calls: Calls, many: list[bytes]) -> None:
    """Pass all existing items, then fewer, for which the memory may suffice."""
    signer, public = calls.objects["HashsigSigningKey"](), calls.objects["HssPublicKey"]()
    store = _signatures.TrustStore()
    given: list[Callable[[list[bytes]], object]] = [
        signer.sign_many,
        lambda items: public.verify_many(items, items),
        lambda items: _native.crypto_sign_many(items, bytes(64)),
        lambda items: _native.crypto_sign_open_many(items, items),
        lambda items: _native.crypto_secretbox_many(items, items, KEY),
        lambda items: _native.crypto_secretbox_open_many(items, items, KEY),
        lambda items: store.verify(items, None, 0, False, True, 6, None, "usual"),
        lambda items: store.subset([0] * len(items)),
    ]
    for call in given:
        with pytest.raises(MemoryError):
            call(many)
        for parts in (4, 8, 16):
            # Any other exception is fine.
            with suppress(Exception):
                call(many[: len(many) // parts])


def crowd(size: int) -> _signatures.TrustStore:
    """Return a trust store of at least `size` bytes."""
    begin, end = b"-----BEGIN CERTIFICATE-----\n", b"\n-----END CERTIFICATE-----\n"
    first = certificates.certificate(0, SigningKey(KEY))
    serials = ((1 << 62 | i).to_bytes(8) for i in range(size // len(first) + 1))
    ders = (first.replace((1 << 62).to_bytes(8), serial, 1) for serial in serials)
    store = _signatures.TrustStore()
    store.load_bytes("crowd", b"".join(begin + b64encode(der) + end for der in ders))
    return store


if __name__ == "__main__":
    main()
