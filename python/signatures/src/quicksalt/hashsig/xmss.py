"""Verification of XMSS and XMSS^MT signatures (RFC 8391), with SP 800-208's parameter sets.

`PublicKey(bytes, multi_tree=False)` expects the encoding of RFC 8391: identifier, root and SEED.
The identifiers of XMSS and XMSS^MT overlap, so the caller selects the scheme.
"""

from __future__ import annotations

from quicksalt._signatures import XmssPublicKey as PublicKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["PublicKey", "verify"]


def verify(
    public_key: Buffer, message: Buffer, signature: Buffer, *, multi_tree: bool = False
) -> None:
    """Verify a signature under an encoded public key that the caller trusts.

    Raises `BadSignatureError` unless the signature is valid, and `ValueError` for an invalid key.
    """
    PublicKey(public_key, multi_tree).verify(message, signature)
