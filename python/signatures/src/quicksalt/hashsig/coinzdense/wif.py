"""Keys as text, and the key of credentials: coinzdense's `layerzero.wif`."""

from __future__ import annotations

from enum import Enum

from quicksalt import _signatures
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class Keytype(Enum):
    """What a key in text is for."""

    QDRECOVERYPUBKEY = 1
    QDRECOVERYPRIVKEY = 2
    COINZDENSEPUBKEY = 3
    COINZDENSEPRIVKEY = 4
    ECDSACOMPRESSEDPUBKEY = 5
    ECDSAPRIVKEY = 6


def binary_to_wif(binkey: Buffer, keytype: Keytype) -> str:
    """Return the text of a key of 1 to 256 bytes."""
    return _signatures.wif_encode(binkey, _typed(keytype, "keytype").name)


def wif_to_binary(wif: str, expectedtype: Keytype) -> bytes:
    """Return the bytes of a key in text.

    Raises `ValueError` if the text is damaged or the key of another type.
    """
    expected = _typed(expectedtype, "expectedtype")
    keytype, key = parse_wif(wif)
    if keytype is not expected:
        raise exc.ValueError(f"wif is a {keytype.name}, expected a {expected.name}")
    return key


def parse_wif(wif: str) -> tuple[Keytype, bytes]:
    """Return the type and the bytes of a key in text, or raise `ValueError` if it is damaged."""
    name, key = _signatures.wif_parse(wif)
    return Keytype[name], key


def key_from_creds(account: str, role: str, password: str) -> bytes:
    """Return the 32 bytes of an account, a role and a password.

    SHA-256 of the three in ISO 8859-1 with nothing between them and nothing that would make
    guessing slow. Raises `ValueError` for characters that the encoding does not have.
    """
    return _signatures.czd0_key_from_creds(account, role, password)


def _typed(keytype: Keytype, name: str) -> Keytype:
    if not isinstance(keytype, Keytype):
        raise exc.TypeError(f"{name} must be a Keytype, not {type(keytype).__name__}")
    return keytype
