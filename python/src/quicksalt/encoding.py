"""Encoders: how keys, messages and digests are written down.

Functions take one of the classes below as `encoder`; no instance is ever made. `decode(encode(x))`
is `x`. Decoding what is not well formed raises `binascii.Error`, a `ValueError`.

Encoding and decoding of secrets goes through tables of the standard library: its time may depend
on the bytes.
"""

from __future__ import annotations

import binascii
from abc import ABCMeta, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsBytes

# `base64` loads `re`, which costs more than the rest of this package together; hence it is
# imported where it is used.


class _Encoder(metaclass=ABCMeta):
    """What an encoder offers."""

    @staticmethod
    @abstractmethod
    def encode(data: bytes) -> bytes:
        """Write raw bytes down."""

    @staticmethod
    @abstractmethod
    def decode(data: bytes) -> bytes:
        """Read raw bytes back."""


Encoder = type[_Encoder]


class RawEncoder(_Encoder):
    """The bytes as they are."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return `data` itself."""
        return data

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return `data` itself."""
        return data


class HexEncoder(_Encoder):
    """Lower-case hexadecimal digits; upper case is read too."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return two digits a byte."""
        return binascii.hexlify(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return a byte for every two digits."""
        return binascii.unhexlify(data)


class Base16Encoder(_Encoder):
    """Upper-case hexadecimal digits alone (RFC 4648, section 8)."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return two digits a byte."""
        import base64

        return base64.b16encode(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return a byte for every two digits."""
        import base64

        return base64.b16decode(data)


class Base32Encoder(_Encoder):
    """Base 32 with padding (RFC 4648, section 6)."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return eight characters for every five bytes."""
        import base64

        return base64.b32encode(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return five bytes for every eight characters."""
        import base64

        return base64.b32decode(data)


class Base64Encoder(_Encoder):
    """Base 64 with padding (RFC 4648, section 4)."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return four characters for every three bytes."""
        import base64

        return base64.b64encode(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return three bytes for every four characters."""
        import base64

        return base64.b64decode(data)


class URLSafeBase64Encoder(_Encoder):
    """Base 64 with `-` and `_` in the place of `+` and `/` (RFC 4648, section 5)."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return four characters for every three bytes."""
        import base64

        return base64.urlsafe_b64encode(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return three bytes for every four characters."""
        import base64

        return base64.urlsafe_b64decode(data)


class Encodable:
    """What can be turned into bytes can be written down by an encoder."""

    def encode(self: SupportsBytes, encoder: Encoder = RawEncoder) -> bytes:
        """Return `bytes(self)`, written down by `encoder`."""
        return encoder.encode(bytes(self))
