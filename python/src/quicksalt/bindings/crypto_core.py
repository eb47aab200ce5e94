"""Arithmetic with points of Ed25519's curve and with scalars modulo its order."""

from quicksalt._native import (
    crypto_core_ed25519_add as crypto_core_ed25519_add,
    crypto_core_ed25519_BYTES as crypto_core_ed25519_BYTES,
    crypto_core_ed25519_from_uniform as crypto_core_ed25519_from_uniform,
    crypto_core_ed25519_is_valid_point as crypto_core_ed25519_is_valid_point,
    crypto_core_ed25519_NONREDUCEDSCALARBYTES as crypto_core_ed25519_NONREDUCEDSCALARBYTES,
    crypto_core_ed25519_scalar_add as crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_complement as crypto_core_ed25519_scalar_complement,
    crypto_core_ed25519_scalar_invert as crypto_core_ed25519_scalar_invert,
    crypto_core_ed25519_scalar_mul as crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_negate as crypto_core_ed25519_scalar_negate,
    crypto_core_ed25519_scalar_reduce as crypto_core_ed25519_scalar_reduce,
    crypto_core_ed25519_scalar_sub as crypto_core_ed25519_scalar_sub,
    crypto_core_ed25519_SCALARBYTES as crypto_core_ed25519_SCALARBYTES,
    crypto_core_ed25519_sub as crypto_core_ed25519_sub,
)

has_crypto_core_ed25519 = True
"""True; PyNaCl can be built without the functions of this prefix."""
