"""HKDF (RFC 5869): derives any number of keys for separate purposes from one secret.

The secret must have enough entropy; for passphrases use `quicksalt.pwhash` or
`quicksalt.kdf.pbkdf2`.
"""

from __future__ import annotations

from quicksalt import _native
from quicksalt import exceptions as exc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Buffer

    Hash = Literal["sha256", "sha512"]

__all__ = ["derive", "expand", "extract"]


def derive(
    ikm: Buffer, length: int, *, salt: Buffer = b"", info: Buffer = b"", hash_name: Hash = "sha256"
) -> bytes:
    """Return `length` bytes derived from the secret `ikm` for the purpose `info`.

    The salt need not be secret. `length` is at most 8160, or 16320 with `sha512`.
    """
    return expand(extract(salt, ikm, hash_name=hash_name), length, info=info, hash_name=hash_name)


def extract(salt: Buffer, ikm: Buffer, *, hash_name: Hash = "sha256") -> bytes:
    """Extract a uniform secret from key material whose entropy is unevenly distributed.

    The secret has 32 bytes, or 64 with `sha512`.
    """
    if _is_longer(hash_name):
        return _native.crypto_kdf_hkdf_sha512_extract(salt, ikm)
    return _native.crypto_kdf_hkdf_sha256_extract(salt, ikm)


def expand(prk: Buffer, length: int, *, info: Buffer = b"", hash_name: Hash = "sha256") -> bytes:
    """Return `length` bytes for the purpose `info`, derived from an extracted or random secret.

    `prk` has at least 32 bytes, or 64 with `sha512`.
    """
    if _is_longer(hash_name):
        return _native.crypto_kdf_hkdf_sha512_expand(length, info, prk)
    return _native.crypto_kdf_hkdf_sha256_expand(length, info, prk)


def _is_longer(hash_name: str) -> bool:
    if hash_name not in ("sha256", "sha512"):
        msg = f"hash_name must be 'sha256' or 'sha512', not {hash_name!r}"
        raise exc.ValueError(msg)
    return hash_name == "sha512"
