"""Encoders for keys, messages and digests.

Functions accept one of the classes below as `encoder`; encoders are never instantiated.
`decode(encode(x))` equals `x`. Malformed input to `decode` raises `binascii.Error`, a `ValueError`.

The encoders use the standard library's table lookups, so that their time may depend on secrets.
"""

from __future__ import annotations

import binascii
from abc import ABCMeta, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import SupportsBytes

# Import `base64` only when needed: it imports `re`, and importing `re` takes longer than importing
# the rest of this package.


class _Encoder(metaclass=ABCMeta):
    """The interface of an encoder."""

    @staticmethod
    @abstractmethod
    def encode(data: bytes) -> bytes:
        """Encode raw bytes."""

    @staticmethod
    @abstractmethod
    def decode(data: bytes) -> bytes:
        """Decode to raw bytes."""


Encoder = type[_Encoder]


class RawEncoder(_Encoder):
    """The raw bytes, unchanged."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return `data` itself."""
        return data

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return `data` itself."""
        return data


class HexEncoder(_Encoder):
    """Lowercase hexadecimal digits; `decode` also accepts uppercase."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return two digits per byte."""
        return binascii.hexlify(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return one byte per two digits."""
        return binascii.unhexlify(data)


class Base16Encoder(_Encoder):
    """Uppercase hexadecimal digits only (RFC 4648, section 8)."""

    @staticmethod
    def encode(data: bytes) -> bytes:
        """Return two digits per byte."""
        import base64

        return base64.b16encode(data)

    @staticmethod
    def decode(data: bytes) -> bytes:
        """Return one byte per two digits."""
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
    """Base 64 with `-` and `_` instead of `+` and `/` (RFC 4648, section 5)."""

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
    """The base class of objects that an encoder can encode, through `bytes(self)`."""

    def encode(self: SupportsBytes, encoder: Encoder = RawEncoder) -> bytes:
        """Return `bytes(self)`, encoded by `encoder`."""
        return encoder.encode(bytes(self))
