"""Keys as text, and keys derived from credentials (coinzdense's `layerzero.wif`)."""

from __future__ import annotations

from enum import Enum

from quicksalt import _signatures
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class Keytype(Enum):
    """The purpose of a key, which its text form contains."""

    QDRECOVERYPUBKEY = 1
    QDRECOVERYPRIVKEY = 2
    COINZDENSEPUBKEY = 3
    COINZDENSEPRIVKEY = 4
    ECDSACOMPRESSEDPUBKEY = 5
    ECDSAPRIVKEY = 6


def binary_to_wif(binkey: Buffer, keytype: Keytype) -> str:
    """Encode a key of 1 to 256 bytes as text."""
    return _signatures.wif_encode(binkey, _typed(keytype, "keytype").name)


def wif_to_binary(wif: str, expectedtype: Keytype) -> bytes:
    """Decode a key from its text form and return its bytes.

    Raises `ValueError` if the text is damaged or the key has another type.
    """
    expected = _typed(expectedtype, "expectedtype")
    keytype, key = parse_wif(wif)
    if keytype is not expected:
        raise exc.ValueError(f"wif is a {keytype.name}, expected a {expected.name}")
    return key


def parse_wif(wif: str) -> tuple[Keytype, bytes]:
    """Decode a key from text into its type and bytes; raise `ValueError` if it is damaged."""
    name, key = _signatures.wif_parse(wif)
    return Keytype[name], key


def key_from_creds(account: str, role: str, password: str) -> bytes:
    """Return the 32 bytes derived from an account, a role and a password.

    The result is the SHA-256 digest of the three strings, encoded in ISO 8859-1 and concatenated
    without separators. This derivation does not slow down password guessing. Raises `ValueError`
    for characters that ISO 8859-1 lacks.
    """
    return _signatures.czd0_key_from_creds(account, role, password)


def _typed(keytype: Keytype, name: str) -> Keytype:
    if not isinstance(keytype, Keytype):
        raise exc.TypeError(f"{name} must be a Keytype, not {type(keytype).__name__}")
    return keytype
