"""Scalar multiplication: X25519, and points of Ed25519's curve."""

from quicksalt._native import (
    crypto_scalarmult as crypto_scalarmult,
    crypto_scalarmult_base as crypto_scalarmult_base,
    crypto_scalarmult_BYTES as crypto_scalarmult_BYTES,
    crypto_scalarmult_ed25519 as crypto_scalarmult_ed25519,
    crypto_scalarmult_ed25519_base as crypto_scalarmult_ed25519_base,
    crypto_scalarmult_ed25519_base_noclamp as crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_BYTES as crypto_scalarmult_ed25519_BYTES,
    crypto_scalarmult_ed25519_noclamp as crypto_scalarmult_ed25519_noclamp,
    crypto_scalarmult_ed25519_SCALARBYTES as crypto_scalarmult_ed25519_SCALARBYTES,
    crypto_scalarmult_SCALARBYTES as crypto_scalarmult_SCALARBYTES,
)

has_crypto_scalarmult_ed25519 = True
"""True; PyNaCl can be built without the functions of this prefix."""
