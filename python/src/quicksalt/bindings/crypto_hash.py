"""SHA-512, which is NaCl's `crypto_hash`, and SHA-256."""

from quicksalt._native import (
    crypto_hash as crypto_hash,
    crypto_hash_BYTES as crypto_hash_BYTES,
    crypto_hash_sha256 as crypto_hash_sha256,
    crypto_hash_sha256_BYTES as crypto_hash_sha256_BYTES,
    crypto_hash_sha512 as crypto_hash_sha512,
    crypto_hash_sha512_BYTES as crypto_hash_sha512_BYTES,
)
