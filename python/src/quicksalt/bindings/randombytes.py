"""Random bytes, and bytes generated from a seed."""

from quicksalt._native import (
    randombytes as randombytes,
    randombytes_buf_deterministic as randombytes_buf_deterministic,
    randombytes_SEEDBYTES as randombytes_SEEDBYTES,
)
