"""Encryption with a shared key: XSalsa20 and Poly1305."""

from quicksalt._native import (
    crypto_secretbox as crypto_secretbox,
    crypto_secretbox_BOXZEROBYTES as crypto_secretbox_BOXZEROBYTES,
    crypto_secretbox_easy as crypto_secretbox_easy,
    crypto_secretbox_KEYBYTES as crypto_secretbox_KEYBYTES,
    crypto_secretbox_MACBYTES as crypto_secretbox_MACBYTES,
    crypto_secretbox_MESSAGEBYTES_MAX as crypto_secretbox_MESSAGEBYTES_MAX,
    crypto_secretbox_NONCEBYTES as crypto_secretbox_NONCEBYTES,
    crypto_secretbox_open as crypto_secretbox_open,
    crypto_secretbox_open_easy as crypto_secretbox_open_easy,
    crypto_secretbox_ZEROBYTES as crypto_secretbox_ZEROBYTES,
)
