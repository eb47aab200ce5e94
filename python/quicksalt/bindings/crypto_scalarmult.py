"""Multiplication of points: X25519, and on Ed25519's curve."""

from quicksalt._native import (
    crypto_scalarmult,
    crypto_scalarmult_base,
    crypto_scalarmult_BYTES,
    crypto_scalarmult_SCALARBYTES,
)

__all__ = [
    "crypto_scalarmult",
    "crypto_scalarmult_BYTES",
    "crypto_scalarmult_SCALARBYTES",
    "crypto_scalarmult_base",
]
