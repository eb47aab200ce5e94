"""Keys in the file formats of other programs: PEM and OpenSSH.

>>> from quicksalt import keys >>> from quicksalt.signing import SigningKey, VerifyKey >>> key =
SigningKey.generate() >>> keys.from_pem(keys.to_pem(key), SigningKey) == key True >>> line =
keys.to_openssh(key.verify_key, comment="me@example.org") >>> keys.from_openssh(line, VerifyKey) ==
key.verify_key True

PEM files contain PKCS #8 private keys or SubjectPublicKeyInfo public keys (RFC 8410). Ed25519 keys
become `SigningKey` and `VerifyKey`; X25519 keys become `PrivateKey` and `PublicKey`. OpenSSH files
hold Ed25519 only. Any deviation from the format raises a `ValueError` that names it; encrypted keys
are not supported. `bytes(key)` gives the raw bytes of a key.
"""

from __future__ import annotations

from quicksalt import exceptions as exc
from quicksalt._native import (
    public_key_from_openssh,
    public_key_from_pem,
    public_key_to_openssh,
    public_key_to_pem,
    secret_key_from_openssh,
    secret_key_from_pem,
    secret_key_to_openssh,
    secret_key_to_pem,
)
from quicksalt.public import PrivateKey, PublicKey
from quicksalt.signing import SigningKey, VerifyKey
from quicksalt.utils import as_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from typing_extensions import Buffer

    _Key = TypeVar("_Key", SigningKey, VerifyKey, PrivateKey, PublicKey)
    _SigningKey = TypeVar("_SigningKey", SigningKey, VerifyKey)

_SECRET = {"ed25519": SigningKey, "x25519": PrivateKey}
_PUBLIC = {"ed25519": VerifyKey, "x25519": PublicKey}


def to_pem(key: SigningKey | VerifyKey | PrivateKey | PublicKey) -> bytes:
    """Encode a key as PEM; a private key is not encrypted."""
    for algorithm, kind in _SECRET.items():
        if isinstance(key, kind):
            return secret_key_to_pem(algorithm, bytes(key))
    for algorithm, public_kind in _PUBLIC.items():
        if isinstance(key, public_kind):
            return public_key_to_pem(algorithm, bytes(key))
    raise _no_key(key)


def from_pem(pem: Buffer | str, kind: type[_Key]) -> _Key:
    """Decode a key of the class `kind` from a text with one PEM block."""
    content = _content(pem, "pem")
    if kind in _SECRET.values():
        algorithm, key = secret_key_from_pem(content)
        found: type = _SECRET[algorithm]
    elif kind in _PUBLIC.values():
        algorithm, key = public_key_from_pem(content)
        found = _PUBLIC[algorithm]
    else:
        raise exc.TypeError("kind must be SigningKey, VerifyKey, PrivateKey or PublicKey")
    if found is not kind:
        raise exc.ValueError(f"the {algorithm} key is a {found.__name__}, not a {kind.__name__}")
    return kind(key)


def to_openssh(key: SigningKey | VerifyKey, comment: str = "") -> bytes:
    """Encode a key in the format of `ssh-keygen`; a private key is not encrypted.

    Returns a private key file for a `SigningKey`, and a public key line for a `VerifyKey`.
    """
    if isinstance(key, SigningKey):
        return secret_key_to_openssh(bytes(key), comment)
    if isinstance(key, VerifyKey):
        return public_key_to_openssh(bytes(key), comment)
    raise _no_key(key)


def from_openssh(text: Buffer | str, kind: type[_SigningKey]) -> _SigningKey:
    """Decode a key of the class `kind` from a file of `ssh-keygen`; the comment is ignored."""
    content = _content(text, "text")
    if kind is SigningKey:
        return kind(secret_key_from_openssh(content)[0])
    if kind is VerifyKey:
        return kind(public_key_from_openssh(content)[0])
    raise exc.TypeError("kind must be SigningKey or VerifyKey")


def _content(text: Buffer | str, name: str) -> bytes:
    """Return the bytes of a text."""
    content = text.encode() if isinstance(text, str) else as_bytes(text)
    if not isinstance(content, bytes):
        found = type(text).__name__
        raise exc.TypeError(f"{name} must be a str or a bytes-like object, not {found}")
    return content


def _no_key(key: object) -> Exception:
    return exc.TypeError(
        f"key must be of a class that the format supports, not {type(key).__name__}"
    )
