"""Bundles of CA certificates, each with its own name and key identifier."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from hashlib import sha256
from textwrap import wrap

from quicksalt.signing import SigningKey

SEED = sha256(b"quicksalt lab growth").digest()
ED25519 = bytes.fromhex("300506032b6570")
"""AlgorithmIdentifier of Ed25519 (RFC 8410)."""

GOLDEN = 0x9E3779B1
"""2^32 over the golden ratio, odd: its multiples are spread evenly (Knuth, 6.4)."""


def der(tag: int, *parts: bytes) -> bytes:
    """Encode an element in DER."""
    content = b"".join(parts)
    if len(content) < 0x80:
        return bytes([tag, len(content)]) + content
    length = len(content).to_bytes((len(content).bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(length)]) + length + content


def name(number: int) -> bytes:
    """Encode a Name with an organisation and a common name (X.520).

    The names are not in the order of the numbers, so that a store that sorts has work to do.
    """
    organisation = f"Organisation {number * GOLDEN % 2**32:08x}"
    parts = ((b"\x55\x04\x0a", organisation), (b"\x55\x04\x03", f"Authority {number:08}"))
    attributes = (der(0x30, der(0x06, oid), der(0x0C, value.encode())) for oid, value in parts)
    return der(0x30, *(der(0x31, attribute) for attribute in attributes))


def extension(oid: bytes, value: bytes, *, critical: bool) -> bytes:
    """Encode an extension (RFC 5280 section 4.1)."""
    flag = b"\x01\x01\xff" if critical else b""
    return der(0x30, der(0x06, oid), flag, der(0x04, value))


def certificate(number: int, key: SigningKey) -> bytes:
    """Create a self-signed CA certificate."""
    own = name(number)
    extensions = (
        extension(b"\x55\x1d\x13", der(0x30, b"\x01\x01\xff"), critical=True),
        extension(b"\x55\x1d\x0f", b"\x03\x02\x01\x06", critical=True),
        extension(b"\x55\x1d\x0e", der(0x04, sha256(own).digest()[:20]), critical=False),
    )
    signed = der(
        0x30,
        b"\xa0\x03\x02\x01\x02",
        der(0x02, (1 << 62 | number).to_bytes(8)),
        ED25519,
        own,
        der(0x30, der(0x17, b"250101000000Z"), der(0x17, b"450101000000Z")),
        own,
        der(0x30, ED25519, der(0x03, b"\0", bytes(key.verify_key))),
        der(0xA3, der(0x30, *extensions)),
    )
    signature = key.sign(signed).signature
    return der(0x30, signed, ED25519, der(0x03, b"\0", signature))


def blocks(count: int) -> Iterator[str]:
    """Yield `count` certificates in PEM."""
    key = SigningKey(SEED)
    return (_pem("CERTIFICATE", certificate(number, key)) for number in range(count))


def settings(count: int) -> Iterator[str]:
    """Yield the same certificate `count` times; each block rejects a different purpose."""
    own = certificate(0, SigningKey(SEED))
    for number in range(count):
        # An arc below 1.3.6.1.4.1.0, because 0 is not assigned to an enterprise.
        oid = b"\x2b\x06\x01\x04\x01\x00" + _arc(number)
        yield _pem("TRUSTED CERTIFICATE", own + der(0x30, der(0xA0, der(0x06, oid))))


def _arc(number: int) -> bytes:
    """Encode an arc of an object identifier (X.690 section 8.19.2)."""
    high = _arc(number >> 7) if number >> 7 else b""
    return bytes(byte | 0x80 for byte in high) + bytes([number & 0x7F])


def _pem(label: str, content: bytes) -> str:
    body = "\n".join(wrap(base64.b64encode(content).decode(), 64))
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----\n"
