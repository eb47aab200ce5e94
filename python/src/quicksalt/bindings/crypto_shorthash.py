"""SipHash-2-4, a keyed hash for short messages, with outputs of 8 or 16 bytes."""

from quicksalt._native import (
    crypto_shorthash_siphash24,
    crypto_shorthash_siphashx24,
    has_crypto_shorthash_siphashx24,
)
from quicksalt._native import crypto_shorthash_siphash24_BYTES as BYTES
from quicksalt._native import crypto_shorthash_siphash24_KEYBYTES as KEYBYTES
from quicksalt._native import crypto_shorthash_siphashx24_BYTES as XBYTES
from quicksalt._native import crypto_shorthash_siphashx24_KEYBYTES as XKEYBYTES

__all__ = [
    "BYTES",
    "KEYBYTES",
    "XBYTES",
    "XKEYBYTES",
    "crypto_shorthash_siphash24",
    "crypto_shorthash_siphashx24",
    "has_crypto_shorthash_siphashx24",
]
