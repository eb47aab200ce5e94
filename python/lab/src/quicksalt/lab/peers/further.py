"""Functions common to quicksalt and its peers, beyond the 18 of the 2012 table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quicksalt import bindings
from quicksalt.lab.calls import Call, Inputs, binding, flipped, sample_bytes
from quicksalt_lab.ruler.loops import flat

AAD = b"a header of 20 bytes"

AEADS = {
    "aegis128l": (16, 16),
    "aegis256": (32, 32),
    "aes256gcm": (12, 32),
    "chacha20poly1305": (8, 32),
    "chacha20poly1305_ietf": (12, 32),
    "xchacha20poly1305_ietf": (24, 32),
}
"""Lengths of nonce and key in bytes."""

POINTS = tuple(sample_bytes(name, 32) for name in ("first point", "second point"))
"""Inputs that map to points of Ed25519's curve."""
SCALARS = tuple(sample_bytes(name, 32)[:31] + b"\0" for name in ("first scalar", "second scalar"))
"""Scalars below the group order."""

SALT = sample_bytes("salt", 16)
MEMORY = 8 << 20
"""Memory of Argon2id and scrypt in bytes: larger than the caches, but fast enough to repeat."""


def _aead(name: str) -> Iterator[Call]:
    nonce_size, key_size = AEADS[name]
    nonce, key = sample_bytes("nonce", nonce_size), sample_bytes("key", key_size)
    seal, open_ = (f"crypto_aead_{name}_{verb}" for verb in ("encrypt", "decrypt"))

    def sealed(inputs: Inputs) -> bytes:
        return bytes(binding(seal)(inputs.message, AAD, nonce, key))

    yield Call(seal, (), lambda i: (i.message, AAD, nonce, key))
    yield Call(
        open_,
        (),
        lambda i: (sealed(i), AAD, nonce, key),
        lambda i: (flipped(sealed(i)), AAD, nonce, key),
    )


def _points() -> tuple[bytes, ...]:
    return tuple(binding("crypto_core_ed25519_from_uniform")(uniform) for uniform in POINTS)


def _length(result: object) -> bytes:
    """Return the length, for comparing random results."""
    return str(len(flat(result))).encode()


def _pair(result: tuple[bytes, ...]) -> bytes:
    """Return the two keys; libnacl also returns a status."""
    return flat(result[:2])


Arguments = Callable[[Inputs], tuple[Any, ...]]

SIMPLE: dict[str, Arguments] = {
    "crypto_box_beforenm": lambda i: (i.point, i.scalar),
    "crypto_box_easy_afternm": lambda i: (i.message, i.nonce, i.key),
    "crypto_core_ed25519_add": lambda _: _points(),
    "crypto_core_ed25519_from_uniform": lambda _: POINTS[:1],
    "crypto_core_ed25519_is_valid_point": lambda _: _points()[:1],
    "crypto_core_ed25519_scalar_add": lambda _: SCALARS,
    "crypto_core_ed25519_scalar_invert": lambda _: SCALARS[:1],
    "crypto_core_ed25519_scalar_mul": lambda _: SCALARS,
    "crypto_core_ed25519_scalar_reduce": lambda _: (sample_bytes("wide scalar", 64),),
    "crypto_generichash_blake2b_salt_personal": lambda i: (i.message,),
    "crypto_kx_seed_keypair": lambda i: (i.seed,),
    "crypto_scalarmult_ed25519": lambda _: (SCALARS[0], _points()[0]),
    "crypto_scalarmult_ed25519_base": lambda _: SCALARS[:1],
    "crypto_scalarmult_ed25519_base_noclamp": lambda _: SCALARS[:1],
    "crypto_scalarmult_ed25519_noclamp": lambda _: (SCALARS[0], _points()[0]),
    "crypto_secretbox_easy": lambda i: (i.message, i.nonce, i.key),
    "crypto_shorthash_siphash24": lambda i: (i.message, SALT),
    "crypto_shorthash_siphashx24": lambda i: (i.message, SALT),
    "crypto_sign_ed25519_pk_to_curve25519": lambda i: i.signer[:1],
    "crypto_sign_ed25519_sk_to_curve25519": lambda i: i.signer[1:],
    "randombytes_buf_deterministic": lambda i: (i.size, i.seed),
    "sodium_add": lambda i: (i.key, i.seed),
    "sodium_increment": lambda i: (i.nonce,),
    "sodium_memcmp": lambda i: (i.key, i.seed),
    "sodium_pad": lambda i: (i.message, 512),
    "sodium_unpad": lambda i: (bindings.sodium_pad(i.message, 512), 512),
}

FURTHER = (
    *(call for name in AEADS for call in _aead(name)),
    *(Call(name, (), arguments) for name, arguments in SIMPLE.items()),
    Call("randombytes", (), lambda i: (i.size,), outcome=_length),
    *(
        Call(
            f"crypto_kx_{side}_session_keys",
            (),
            lambda i: (i.point, i.scalar, i.point),
            None,
            _pair,
        )
        for side in ("client", "server")
    ),
    # Argon2id and scrypt.
    Call("crypto_pwhash_alg", (), lambda i: (32, i.key, SALT, 1, MEMORY, 2)),
    Call(
        "crypto_pwhash_scryptsalsa208sha256_ll",
        (),
        lambda i: (i.key, SALT, MEMORY // 1024, 8, 1),
    ),
)
"""Calls of `nacl.bindings` that at least one peer has too."""
