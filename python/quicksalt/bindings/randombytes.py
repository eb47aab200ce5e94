"""Random bytes, and those drawn out of a seed."""

from quicksalt._native import (
    randombytes,
    randombytes_buf_deterministic,
    randombytes_SEEDBYTES,
)

__all__ = [
    "randombytes",
    "randombytes_SEEDBYTES",
    "randombytes_buf_deterministic",
]
