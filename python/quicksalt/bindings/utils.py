"""Padding, comparison in constant time, and arithmetic with little-endian numbers."""

from quicksalt._native import (
    sodium_add,
    sodium_increment,
    sodium_memcmp,
    sodium_pad,
    sodium_unpad,
)

__all__ = [
    "sodium_add",
    "sodium_increment",
    "sodium_memcmp",
    "sodium_pad",
    "sodium_unpad",
]
