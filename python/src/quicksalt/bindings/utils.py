"""Padding, comparison in constant time, and arithmetic with little-endian numbers."""

from quicksalt._native import (
    sodium_add as sodium_add,
    sodium_increment as sodium_increment,
    sodium_memcmp as sodium_memcmp,
    sodium_pad as sodium_pad,
    sodium_unpad as sodium_unpad,
)
