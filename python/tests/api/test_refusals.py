"""Arguments of a wrong type or length raise PyNaCl's exceptions, or clear ones of our own."""

from __future__ import annotations

import inspect
from typing import Any

import nacl.bindings as theirs
import pytest

import quicksalt.bindings as ours

from .peer import assert_same, both, outcome

PUBLIC, SECRET = theirs.crypto_sign_seed_keypair(b"s" * 32)
POINT, SCALAR = theirs.crypto_box_seed_keypair(b"s" * 32)
KEY, NONCE, SEED = b"k" * 32, b"n" * 24, b"s" * 32
BOX = theirs.crypto_secretbox(b"message", NONCE, KEY)
PAIR_BOX = theirs.crypto_box(b"message", NONCE, POINT, SCALAR)
POINTS = tuple(theirs.crypto_core_ed25519_from_uniform(uniform) for uniform in (KEY, SEED))
SALT = b"s" * 16

VALID: dict[str, tuple[Any, ...]] = {
    "crypto_box": (b"m", NONCE, POINT, SCALAR),
    "crypto_box_afternm": (b"m", NONCE, KEY),
    "crypto_box_beforenm": (POINT, SCALAR),
    "crypto_box_easy": (b"m", NONCE, POINT, SCALAR),
    "crypto_box_easy_afternm": (b"m", NONCE, KEY),
    "crypto_box_open": (PAIR_BOX, NONCE, POINT, SCALAR),
    "crypto_box_open_afternm": (BOX, NONCE, KEY),
    "crypto_box_open_easy": (PAIR_BOX, NONCE, POINT, SCALAR),
    "crypto_box_open_easy_afternm": (BOX, NONCE, KEY),
    "crypto_box_seal": (b"m", POINT),
    "crypto_box_seal_open": (theirs.crypto_box_seal(b"m", POINT), POINT, SCALAR),
    "crypto_box_seed_keypair": (KEY,),
    "crypto_generichash_blake2b_salt_personal": (b"m", 32, KEY, b"salt", b"person"),
    "crypto_hash": (b"m",),
    "crypto_hash_sha256": (b"m",),
    "crypto_hash_sha512": (b"m",),
    "crypto_kx_client_session_keys": (POINT, SCALAR, POINT),
    "crypto_kx_seed_keypair": (KEY,),
    "crypto_kx_server_session_keys": (POINT, SCALAR, POINT),
    "crypto_scalarmult": (SCALAR, POINT),
    "crypto_scalarmult_base": (SCALAR,),
    "crypto_secretbox": (b"m", NONCE, KEY),
    "crypto_secretbox_easy": (b"m", NONCE, KEY),
    "crypto_secretbox_open": (BOX, NONCE, KEY),
    "crypto_secretbox_open_easy": (BOX, NONCE, KEY),
    "crypto_sign": (b"m", SECRET),
    "crypto_sign_ed25519_pk_to_curve25519": (PUBLIC,),
    "crypto_sign_ed25519_sk_to_curve25519": (SECRET,),
    "crypto_sign_ed25519_sk_to_pk": (SECRET,),
    "crypto_sign_ed25519_sk_to_seed": (SECRET,),
    "crypto_sign_open": (theirs.crypto_sign(b"m", SECRET), PUBLIC),
    "crypto_sign_seed_keypair": (KEY,),
    "randombytes": (3,),
    "randombytes_buf_deterministic": (3, KEY),
    "sodium_add": (b"ab", b"cd"),
    "sodium_increment": (b"ab",),
    "sodium_memcmp": (b"ab", b"cd"),
    "sodium_pad": (b"ab", 4),
    "sodium_unpad": (b"ab\x80\0", 4),
}

AEADS = (
    "aegis128l",
    "aegis256",
    "aes256gcm",
    "chacha20poly1305",
    "chacha20poly1305_ietf",
    "xchacha20poly1305_ietf",
)
for _name in AEADS:
    _seal, _open = (f"crypto_aead_{_name}_{_verb}" for _verb in ("encrypt", "decrypt"))
    _rest = (
        b"a",
        SEED[: getattr(theirs, f"crypto_aead_{_name}_NPUBBYTES")],
        KEY[: getattr(theirs, f"crypto_aead_{_name}_KEYBYTES")],
    )
    VALID |= {_seal: (b"m", *_rest), _open: (getattr(theirs, _seal)(b"m", *_rest), *_rest)}

VALID |= {
    f"crypto_core_ed25519_{_name}": arguments
    for _name, arguments in {
        "add": POINTS,
        "from_uniform": (KEY,),
        "is_valid_point": (KEY,),
        "scalar_add": (KEY, SEED),
        "scalar_complement": (KEY,),
        "scalar_invert": (KEY,),
        "scalar_mul": (KEY, SEED),
        "scalar_negate": (KEY,),
        "scalar_reduce": (KEY + SEED,),
        "scalar_sub": (KEY, SEED),
        "sub": POINTS,
    }.items()
}
VALID |= {
    "crypto_scalarmult_ed25519": (KEY, POINTS[0]),
    "crypto_scalarmult_ed25519_base": (KEY,),
    "crypto_scalarmult_ed25519_base_noclamp": (KEY,),
    "crypto_scalarmult_ed25519_noclamp": (KEY, POINTS[0]),
    "crypto_shorthash_siphash24": (b"m", SALT),
    "crypto_shorthash_siphashx24": (b"m", SALT),
}

_TEXT, _SCRYPT_TEXT = (
    theirs.crypto_pwhash_str_alg(b"p", 3, 8192, 2),
    theirs.crypto_pwhash_scryptsalsa208sha256_str(b"p", 32768, 8192),
)
VALID |= {
    "crypto_pwhash_alg": (16, b"p", SALT, 3, 8192, 2),
    "crypto_pwhash_scryptsalsa208sha256_ll": (b"p", b"s", 2, 1, 1, 64, 1 << 25),
    "crypto_pwhash_scryptsalsa208sha256_str": (b"p", 32768, 8192),
    "crypto_pwhash_scryptsalsa208sha256_str_verify": (_SCRYPT_TEXT, b"p"),
    "crypto_pwhash_str_alg": (b"p", 3, 8192, 2),
    "crypto_pwhash_str_verify": (_TEXT, b"p"),
}

ELEMENT = ours.crypto_core_ristretto255_from_hash(KEY + SEED)

XBOX = ours.crypto_secretbox_xchacha20poly1305_easy(b"message", NONCE, KEY)
X_PAIR = "crypto_box_curve25519xchacha20poly1305"
X_PAIR_BOX = ours.crypto_box_curve25519xchacha20poly1305_easy(b"message", NONCE, POINT, SCALAR)
X_SEALED = ours.crypto_box_curve25519xchacha20poly1305_seal(b"m", POINT)

OWN: dict[str, tuple[Any, ...]] = {
    f"{X_PAIR}_beforenm": (POINT, SCALAR),
    f"{X_PAIR}_easy": (b"m", NONCE, POINT, SCALAR),
    f"{X_PAIR}_easy_afternm": (b"m", NONCE, KEY),
    f"{X_PAIR}_open_easy": (X_PAIR_BOX, NONCE, POINT, SCALAR),
    f"{X_PAIR}_open_easy_afternm": (XBOX, NONCE, KEY),
    f"{X_PAIR}_seal": (b"m", POINT),
    f"{X_PAIR}_seal_open": (X_SEALED, POINT, SCALAR),
    "crypto_secretbox_xchacha20poly1305_easy": (b"m", NONCE, KEY),
    "crypto_secretbox_xchacha20poly1305_open_easy": (XBOX, NONCE, KEY),
    "crypto_auth": (b"m", KEY),
    "crypto_auth_hmacsha256": (b"m", KEY),
    "crypto_auth_hmacsha256_verify": (ours.crypto_auth_hmacsha256(b"m", KEY), b"m", KEY),
    "crypto_auth_hmacsha512": (b"m", KEY),
    "crypto_auth_hmacsha512_verify": (ours.crypto_auth_hmacsha512(b"m", KEY), b"m", KEY),
    "crypto_auth_verify": (ours.crypto_auth(b"m", KEY), b"m", KEY),
    "crypto_hash_sha3256": (b"m",),
    "crypto_hash_sha3512": (b"m",),
    "crypto_kdf_derive_from_key": (32, 1, b"contexts", KEY),
    "crypto_kdf_hkdf_sha256_expand": (32, b"m", KEY),
    "crypto_kdf_hkdf_sha256_extract": (b"salt", b"m"),
    "crypto_kdf_hkdf_sha512_expand": (32, b"m", KEY + SEED),
    "crypto_kdf_hkdf_sha512_extract": (b"salt", b"m"),
    "crypto_core_ed25519_from_hash": (KEY + SEED,),
    "crypto_core_ed25519_from_string": (b"context", b"m", 2),
    "crypto_core_ed25519_from_string_nu": (b"context", b"m", 2),
    "crypto_core_ed25519_from_string_ro": (b"context", b"m", 2),
    "crypto_core_ed25519_scalar_from_string": (b"context", b"m", 2),
    "crypto_core_ed25519_scalar_is_canonical": (KEY,),
    "crypto_core_ristretto255_add": (ELEMENT, ELEMENT),
    "crypto_core_ristretto255_from_hash": (KEY + SEED,),
    "crypto_core_ristretto255_from_string": (b"context", b"m", 2),
    "crypto_core_ristretto255_is_valid_point": (ELEMENT,),
    "crypto_core_ristretto255_scalar_from_string": (b"context", b"m", 2),
    "crypto_core_ristretto255_scalar_is_canonical": (KEY,),
    "crypto_core_ristretto255_sub": (ELEMENT, ELEMENT),
    "crypto_onetimeauth": (b"m", KEY),
    "crypto_onetimeauth_verify": (ours.crypto_onetimeauth(b"m", KEY), b"m", KEY),
    "crypto_scalarmult_ristretto255": (KEY[:31] + b"\0", ELEMENT),
    "crypto_scalarmult_ristretto255_base": (KEY[:31] + b"\0",),
    "crypto_stream": (10, NONCE, KEY),
    "crypto_stream_xor": (b"m", NONCE, KEY),
    "crypto_xof_shake128": (b"m", 32),
    "crypto_xof_shake256": (b"m", 32),
    "crypto_xof_turboshake128": (b"m", 32),
    "crypto_xof_turboshake256": (b"m", 32),
    "nacl_bindings_pick_scrypt_params": (32768, 8192),
}
for _name, _length in {
    "chacha20": 8,
    "chacha20_ietf": 12,
    "salsa20": 8,
    "salsa2012": 8,
    "salsa208": 8,
    "xchacha20": 24,
    "xsalsa20": 24,
}.items():
    _stream, _nonce = f"crypto_stream_{_name}", NONCE[:_length]
    OWN |= {_stream: (10, _nonce, KEY), f"{_stream}_xor": (b"m", _nonce, KEY)}
    if hasattr(ours, f"{_stream}_xor_ic"):
        OWN[f"{_stream}_xor_ic"] = (b"m", _nonce, 1, KEY)
"""Functions that PyNaCl lacks, or that accept non-integer numbers there."""

LIKE = {
    name: name.replace("box_curve25519xchacha20poly1305", "box").replace("_xchacha20poly1305", "")
    for name in OWN
    if "xchacha20poly1305" in name and "secretstream" not in name
} | {"crypto_core_ed25519_scalar_is_canonical": "crypto_core_ed25519_scalar_negate"}
"""Our functions, each with the PyNaCl function that raises the same errors."""

CORES = tuple(f"crypto_core_{name}" for name in ("hchacha20", "hsalsa20", "keccak", "salsa20"))

WRONG_TYPES = (None, 3.5, "text", "k" * 32, "n" * 24, object())

DRAWING = {
    f"{X_PAIR}_seal",
    "crypto_box_seal",
    "crypto_pwhash_scryptsalsa208sha256_str",
    "crypto_pwhash_str_alg",
}
"""Functions with random results."""

OUT_OF_BOUNDS = {("crypto_scalarmult", 0), ("crypto_scalarmult", 1), ("crypto_scalarmult_base", 0)}
OUT_OF_BOUNDS |= {("crypto_sign", 1), ("crypto_sign_open", 1)}
"""Arguments of unchecked length in PyNaCl, which reads past their end. Not called."""


def places(calls: dict[str, tuple[Any, ...]]) -> list[tuple[str, int]]:
    """List every argument of every function."""
    return [(name, at) for name, arguments in calls.items() for at in range(len(arguments))]


def with_argument(arguments: tuple[Any, ...], at: int, value: object) -> tuple[Any, ...]:
    """Return `arguments` with the argument at index `at` replaced."""
    return (*arguments[:at], value, *arguments[at + 1 :])


def test_every_function_is_tested() -> None:
    functions = {name for name in ours.__all__ if callable(getattr(ours, name))}
    alone = {n for n in functions if not inspect.signature(getattr(ours, n)).parameters}
    written = "quicksalt.bindings."  # written in Python around a state; tested in test_pieces.py
    states = {n for n in functions if (getattr(ours, n).__module__ or "").startswith(written)}
    streams = {n for n in functions if n.startswith("crypto_secretstream")}  # test_secretstream
    batches = {n for n in functions if n.endswith("_many")}  # in test_batches.py
    others = {n for n in functions if getattr(ours, n).__name__ != n}  # aliases
    detached = {n for n in functions if n.endswith("_detached")}  # in test_streams.py
    cores = {n for n in functions if n.startswith(CORES)}  # in test_streams.py
    looked_at = VALID.keys() | OWN.keys() | alone | states | streams | batches
    looked_at |= others | detached | cores
    assert functions == looked_at
    for name, arguments in (VALID | OWN).items():
        assert outcome(getattr(ours, name), *arguments).raised is None, name


@pytest.mark.parametrize(
    ("name", "at", "wrong"),
    [
        (name, at, wrong)
        for name, at in places(VALID)
        for wrong in WRONG_TYPES
        # Associated data may be None.
        if not (wrong is None and name.startswith("crypto_aead_") and at == 1)
    ],
)
def test_wrong_types_raise_what_pynacl_raises(name: str, at: int, wrong: object) -> None:
    arguments = with_argument(VALID[name], at, wrong)
    own, peer = (outcome(function, *arguments) for function in both(name))
    assert own.raised is not None
    if own.raised == "exceptions.TypeError" and peer.raised == "builtins.TypeError":
        # For a number that is not an int, cffi raises the builtin exception.
        assert isinstance(VALID[name][at], int)
    else:
        assert_same(own, peer)


@pytest.mark.parametrize(("name", "at"), [p for p in places(VALID) if p not in OUT_OF_BOUNDS])
def test_wrong_lengths_raise_what_pynacl_raises(name: str, at: int) -> None:
    valid = VALID[name][at]
    if isinstance(valid, int):
        return
    for wrong in (b"", valid[:-1], valid + b"x", valid * 3):
        arguments = with_argument(VALID[name], at, wrong)
        own, peer = (outcome(function, *arguments) for function in both(name))
        if peer.text == "negative array length":
            assert own.raised == "exceptions.CryptoError"
        elif name not in DRAWING:
            assert_same(own, peer)
        else:
            assert own.raised == peer.raised


@pytest.mark.parametrize(("name", "at"), sorted(OUT_OF_BOUNDS))
def test_short_keys_are_refused_where_pynacl_reads_past_them(name: str, at: int) -> None:
    valid = VALID[name][at]
    for wrong in (b"", valid[:5], valid[:-1], valid + b"x"):
        refusal = outcome(getattr(ours, name), *with_argument(VALID[name], at, wrong))
        assert refusal.raised == "exceptions.ValueError"
        assert {str(len(valid)), str(len(wrong))} <= {*refusal.text.split()}


@pytest.mark.parametrize("name", LIKE)
def test_xchacha20_errors_match_pynacls_xsalsa20_errors(name: str) -> None:
    like = LIKE[name]
    for at, valid in enumerate(OWN[name]):
        for wrong in (*WRONG_TYPES, b"", valid[:-1], valid + b"x", valid * 3):
            own = outcome(getattr(ours, name), *with_argument(OWN[name], at, wrong))
            peer = outcome(getattr(theirs, like), *with_argument(VALID[like], at, wrong))
            if own.raised is None:
                assert peer.raised is None, (at, wrong)
            else:
                assert_same(own, peer)


@pytest.mark.parametrize("name", [name for name in OWN if name not in LIKE])
def test_wrong_arguments_of_our_own_are_named(name: str) -> None:
    arguments = list(inspect.signature(getattr(ours, name)).parameters)
    for at, argument in enumerate(arguments):
        for wrong in WRONG_TYPES:
            refusal = outcome(getattr(ours, name), *with_argument(OWN[name], at, wrong))
            assert refusal.raised in ("builtins.TypeError", "exceptions.TypeError")
            assert refusal.text.startswith(f"{argument} "), (argument, wrong)
        valid = OWN[name][at]
        for wrong in (valid[:-1], valid + b"x") if argument in ("key", "nonce", "token") else ():
            refusal = outcome(getattr(ours, name), *with_argument(OWN[name], at, wrong))
            assert refusal.raised == "exceptions.ValueError"
            assert {argument, str(len(valid)), str(len(wrong))} <= {*refusal.text.split()}


def test_invalid_lengths_are_rejected() -> None:
    for function, rest in ((ours.crypto_stream, (NONCE, KEY)), (ours.randombytes, ())):
        for wrong in (-1, -(2**70), 2**70):
            refusal = outcome(function, wrong, *rest)
            assert refusal.raised == "exceptions.ValueError", wrong
    for blocksize in (-1, 2**70):
        assert outcome(ours.sodium_pad, b"m", blocksize).raised == "exceptions.ValueError"
        assert outcome(ours.sodium_unpad, b"m", blocksize).raised == "exceptions.ValueError"


@pytest.mark.parametrize(("name", "at"), places(VALID | OWN))
def test_lists_of_ints_are_not_buffers(name: str, at: int) -> None:
    """Some PyNaCl functions accept lists, because cffi does."""
    arguments = (VALID | OWN)[name]
    if isinstance(arguments[at], bytes):
        for made in (list, tuple):
            given = with_argument(arguments, at, made(arguments[at]))
            refusal = outcome(getattr(ours, name), *given)
            assert refusal.raised in ("builtins.TypeError", "exceptions.TypeError")


def test_numbers_of_different_lengths_are_not_added() -> None:
    own, peer = (outcome(function, b"a", b"ab") for function in both("sodium_add"))
    assert_same(own, peer)


def test_arguments_can_be_given_by_name() -> None:
    assert ours.crypto_secretbox(message=b"m", nonce=NONCE, key=KEY) == theirs.crypto_secretbox(
        message=b"m", nonce=NONCE, key=KEY
    )
    with pytest.raises(TypeError, match="message"):
        ours.crypto_hash_sha256()  # type: ignore[call-arg]
