"""The timed tasks of libsodium and quicksalt: all common functions with a relevant cost.

A task is a line for the children: a function with its arguments, as in
`quicksalt.lab.targets.work`, or several separated by `;`. Functions that return a constant,
aliases, and functions that only draw random bytes are omitted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from quicksalt import bindings
from quicksalt.lab.targets.work import Work

SIZES = (64, 16384)
"""Message lengths in bytes."""


def data(label: str, size: int) -> bytes:
    """Return pseudorandom bytes derived from a label."""
    return hashlib.shake_256(label.encode()).digest(size)


def i(value: bytes) -> str:
    """Return an input argument."""
    return "i" + value.hex()


SEED, SCALAR, WIDE = data("seed", 32), data("scalar", 31) + b"\0", data("wide", 64)
KEY, NONCE = data("key", 64), data("nonce", 32)
PUBLIC, SECRET = bindings.crypto_sign_seed_keypair(SEED)
POINT = bindings.crypto_scalarmult_base(data("other", 32))
TAGS = {"hmacsha256": (32, 32), "hmacsha512": (32, 64), "hmacsha512256": (32, 32)}
AEADS = {
    "chacha20poly1305": (32, 8, 16),
    "chacha20poly1305_ietf": (32, 12, 16),
    "xchacha20poly1305_ietf": (32, 24, 16),
    "aegis128l": (16, 16, 32),
    "aegis256": (32, 32, 32),
    "aes256gcm": (32, 12, 16),
}
STREAMS = {
    "crypto_stream": 24,
    "crypto_stream_salsa20": 8,
    "crypto_stream_salsa2012": 8,
    "crypto_stream_salsa208": 8,
    "crypto_stream_chacha20": 8,
    "crypto_stream_chacha20_ietf": 12,
    "crypto_stream_xchacha20": 24,
}

Lines = Iterator[tuple[str, str]]
"""The function that names a task, and the task's line."""


def sealing(size: int) -> Lines:
    """Yield authenticated encryption."""
    m, said = i(data("message", size)), f"l{size}"
    for name, (key, nonce, tag) in AEADS.items():
        n, k = i(NONCE[:nonce]), i(KEY[:key])
        f = f"crypto_aead_{name}"
        yield f"{f}_encrypt", f"o{size + tag} n {m} {said} n l0 n {n} {k}"
        yield f"{f}_encrypt_detached", f"o{size} o{tag} n {m} {said} n l0 n {n} {k}"
    n, k = i(NONCE[:24]), i(KEY[:32])
    for f in ("crypto_secretbox", "crypto_secretbox_xchacha20poly1305"):
        yield f"{f}_easy", f"o{size + 16} {m} {said} {n} {k}"
        yield f"{f}_detached", f"o{size} o16 {m} {said} {n} {k}"
    keys = f"{i(POINT)} {i(SEED)}"
    for f in ("crypto_box", "crypto_box_curve25519xchacha20poly1305"):
        yield f"{f}_easy", f"o{size + 16} {m} {said} {n} {keys}"
        yield f"{f}_easy_afternm", f"o{size + 16} {m} {said} {n} {k}"


def opening(size: int) -> Lines:
    """Yield authenticated decryption; the ciphertexts come from bindings of the same functions."""
    message = data("message", size)
    long = f"l{size + 16}"
    n, k = NONCE[:24], KEY[:32]
    for name, (key, nonce, tag) in AEADS.items():
        seal = getattr(bindings, f"crypto_aead_{name}_encrypt", None)
        if seal is None:
            continue
        sealed = seal(message, None, NONCE[:nonce], KEY[:key])
        rest = f"l{size + tag} n l0 {i(NONCE[:nonce])} {i(KEY[:key])}"
        yield f"crypto_aead_{name}_decrypt", f"o{size} n n {i(sealed)} {rest}"
    boxed = bindings.crypto_secretbox_easy(message, n, k)
    yield "crypto_secretbox_open_easy", f"o{size} {i(boxed)} {long} {i(n)} {i(k)}"
    boxed = bindings.crypto_box_easy(message, n, POINT, SEED)
    keys = f"{i(POINT)} {i(SEED)}"
    yield "crypto_box_open_easy", f"o{size} {i(boxed)} {long} {i(n)} {keys}"
    own = bindings.crypto_scalarmult_base(SEED)
    sealed = bindings.crypto_box_seal(message, own)
    rest = f"l{size + 48} {i(own)} {i(SEED)}"
    yield "crypto_box_seal_open", f"o{size} {i(sealed)} {rest}"


def hashing(size: int) -> Lines:
    """Yield hashes and tags, one-shot and incremental."""
    message = data("message", size)
    m, said = i(message), f"l{size}"
    for name, digest in (("sha256", 32), ("sha512", 64), ("sha3256", 32), ("sha3512", 64)):
        f = f"crypto_hash_{name}"
        yield f, f"o{digest} {m} {said}"
        yield f"{f}_final", f"{f}_init s ; {f}_update s {m} {said} ; {f}_final s o{digest}"
    yield "crypto_generichash", f"o32 z32 {m} {said} n z0"
    f = "crypto_generichash"
    yield f"{f}_final", f"{f}_init s n z0 z32 ; {f}_update s {m} {said} ; {f}_final s o32 z32"
    for name in ("shake128", "shake256", "turboshake128", "turboshake256"):
        yield f"crypto_xof_{name}", f"o32 z32 {m} {said}"
    for name, (key, tag) in TAGS.items():
        f, k = f"crypto_auth_{name}", i(KEY[:key])
        yield f, f"o{tag} {m} {said} {k}"
        steps = f"{f}_init s {k} z{key} ; {f}_update s {m} {said} ; {f}_final s o{tag}"
        yield f"{f}_final", steps
    f, k = "crypto_onetimeauth", i(KEY[:32])
    genuine = bindings.crypto_onetimeauth(message, KEY[:32])
    yield f, f"o16 {m} {said} {k}"
    yield f"{f}_verify", f"{i(genuine)} {m} {said} {k}"
    yield f"{f}_final", f"{f}_init s {k} ; {f}_update s {m} {said} ; {f}_final s o16"
    yield "crypto_shorthash", f"o8 {m} {said} {i(KEY[:16])}"
    yield "crypto_shorthash_siphashx24", f"o16 {m} {said} {i(KEY[:16])}"


def streaming(size: int) -> Lines:
    """Yield keystreams, and secretstream, which starts from the same state each time."""
    m, said, k = i(data("message", size)), f"l{size}", i(KEY[:32])
    for f, nonce in STREAMS.items():
        n = i(NONCE[:nonce])
        yield f, f"o{size} {said} {n} {k}"
        yield f"{f}_xor", f"o{size} {m} {said} {n} {k}"
    f = "crypto_secretstream_xchacha20poly1305"
    begin = f"{f}_init_pull s {i(NONCE[:24])} {k}"
    yield f"{f}_push", f"{begin} ; {f}_push s o{size + 17} n {m} {said} n l0 z0"


def signing(size: int) -> Lines:
    """Yield signatures."""
    message = data("message", size)
    m, said, pk, sk = i(message), f"l{size}", i(PUBLIC), i(SECRET)
    signed = bindings.crypto_sign(message, SECRET)
    yield "crypto_sign", f"o{size + 64} n {m} {said} {sk}"
    yield "crypto_sign_open", f"o{size} n {i(signed)} l{size + 64} {pk}"
    yield "crypto_sign_detached", f"o64 n {m} {said} {sk}"
    yield "crypto_sign_verify_detached", f"{i(signed[:64])} {m} {said} {pk}"
    f = "crypto_sign"
    yield (
        f"{f}_final_create",
        f"{f}_init s ; {f}_update s {m} {said} ; {f}_final_create s o64 n {sk}",
    )


def curves() -> Lines:
    """Yield functions that take points, scalars or seeds, but not a message."""
    seed, scalar, point = i(SEED), i(SCALAR), i(POINT)
    pk, sk = i(PUBLIC), i(SECRET)
    yield "crypto_scalarmult", f"o32 {seed} {point}"
    yield "crypto_scalarmult_base", f"o32 {seed}"
    for f in ("crypto_sign", "crypto_box", "crypto_kx"):
        yield f"{f}_seed_keypair", f"o32 o{64 if f == 'crypto_sign' else 32} {seed}"
    yield "crypto_box_beforenm", f"o32 {point} {seed}"
    yield "crypto_sign_ed25519_pk_to_curve25519", f"o32 {pk}"
    yield "crypto_sign_ed25519_sk_to_curve25519", f"o32 {sk}"
    own = i(bindings.crypto_scalarmult_base(SEED))
    yield "crypto_kx_client_session_keys", f"o32 o32 {own} {seed} {point}"
    yield "crypto_kx_server_session_keys", f"o32 o32 {own} {seed} {point}"
    for group, element in (("ed25519", pk), ("ristretto255", ristretto())):
        core = f"crypto_core_{group}"
        yield f"crypto_scalarmult_{group}", f"o32 {scalar} {element}"
        yield f"crypto_scalarmult_{group}_base", f"o32 {scalar}"
        yield f"{core}_is_valid_point", f"?{core}_is_valid_point {element}"
        yield f"{core}_add", f"o32 {element} {element}"
        yield f"{core}_scalar_reduce", f"!{core}_scalar_reduce o32 {i(WIDE)}"
        yield f"{core}_scalar_mul", f"!{core}_scalar_mul o32 {scalar} {scalar}"
        yield f"{core}_scalar_add", f"!{core}_scalar_add o32 {scalar} {scalar}"
        yield f"{core}_scalar_invert", f"o32 {scalar}"
    yield "crypto_core_ed25519_from_uniform", f"o32 {seed}"
    yield "crypto_core_ristretto255_from_hash", f"o32 {i(WIDE)}"


def ristretto() -> str:
    """Return a point of ristretto255, of RFC 9496."""
    return "ie2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"


def keys() -> Lines:
    """Yield key derivation, and the core functions of stream ciphers."""
    key, wide = i(KEY[:32]), i(KEY)
    name = i(b"contexts")
    yield "crypto_kdf_derive_from_key", f"o32 z32 l7 {name} {key}"
    for size, prk in ((256, key), (512, wide)):
        f = f"crypto_kdf_hkdf_sha{size}"
        yield f"{f}_extract", f"o{size // 8} {i(NONCE[:16])} z16 {key} z32"
        yield f"{f}_expand", f"o64 z64 {name} z8 {prk}"
    for f, size in (("hchacha20", 32), ("hsalsa20", 32), ("salsa20", 64)):
        yield f"crypto_core_{f}", f"o{size} {i(NONCE[:16])} {key} n"


def helpers(size: int) -> Lines:
    """Yield libsodium's helpers."""
    value = data("message", size)
    m, text = i(value), value.hex()
    yield "sodium_memcmp", f"{m} {m} z{size}"
    yield "sodium_compare", f"?sodium_compare {m} {m} z{size}"
    yield "sodium_is_zero", f"?sodium_is_zero {m} z{size}"
    yield "sodium_memzero", f"!sodium_memzero o{size} z{size}"
    yield "sodium_bin2hex", f"!sodium_bin2hex o{2 * size + 1} z{2 * size + 1} {m} z{size}"
    yield "sodium_hex2bin", f"o{size} z{size} {i(text.encode())} z{2 * size} n n n"
    room = (size + 2) // 3 * 4 + 1
    yield "sodium_bin2base64", f"!sodium_bin2base64 o{room} z{room} {m} z{size} z1"
    yield (
        "randombytes_buf_deterministic",
        f"!randombytes_buf_deterministic o{size} z{size} {i(SEED)}",
    )


def compared() -> Lines:
    """Yield comparison of short secrets, and password hashing."""
    for size in (16, 32, 64):
        value = i(data("verified", size))
        yield f"crypto_verify_{size}", f"{value} {value}"
    password, salt = i(b"correct horse"), i(data("salt", 16))
    for alg, name in ((1, "argon2i"), (2, "argon2id")):
        yield f"crypto_pwhash_{name}", f"o32 l32 {password} l13 {salt} l3 z{8 << 20} z{alg}"
    f = "crypto_pwhash_scryptsalsa208sha256_ll"
    yield f, f"{password} z13 {salt} z16 l4096 z8 z1 o32 z32"


def all_tasks() -> Iterator[Work]:
    """Yield all tasks."""
    sized = (sealing, opening, hashing, streaming, signing, helpers)
    for size in SIZES:
        for lines in sized:
            yield from (work(name, line, size) for name, line in lines(size))
    for unsized in (curves, keys, compared):
        yield from (work(name, line, 0) for name, line in unsized())


def work(name: str, line: str, size: int) -> Work:
    """Return a task; its function is prepended unless the line names another function."""
    first = line.split()[0]
    words = (
        line
        if "crypto_" in first or "sodium_" in first or "randombytes" in first
        else f"{name} {line}"
    )
    return Work(name, name, size, tuple(words.split()), is_slow="pwhash" in name)
