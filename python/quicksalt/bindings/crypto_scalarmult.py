"""Multiplication of points: X25519, and on Ed25519's curve."""

from quicksalt._native import (
    crypto_scalarmult,
    crypto_scalarmult_base,
    crypto_scalarmult_BYTES,
    crypto_scalarmult_ed25519,
    crypto_scalarmult_ed25519_base,
    crypto_scalarmult_ed25519_base_noclamp,
    crypto_scalarmult_ed25519_BYTES,
    crypto_scalarmult_ed25519_noclamp,
    crypto_scalarmult_ed25519_SCALARBYTES,
    crypto_scalarmult_SCALARBYTES,
)

__all__ = [
    "crypto_scalarmult",
    "crypto_scalarmult_BYTES",
    "crypto_scalarmult_SCALARBYTES",
    "crypto_scalarmult_base",
    "crypto_scalarmult_ed25519",
    "crypto_scalarmult_ed25519_BYTES",
    "crypto_scalarmult_ed25519_SCALARBYTES",
    "crypto_scalarmult_ed25519_base",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_scalarmult_ed25519_noclamp",
    "has_crypto_scalarmult_ed25519",
]

has_crypto_scalarmult_ed25519 = True
"""PyNaCl may be built without what is below this name; here it is always there."""
