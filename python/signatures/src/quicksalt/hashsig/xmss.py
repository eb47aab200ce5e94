"""XMSS and XMSS^MT (RFC 8391), with the parameter sets of SP 800-208: verification.

`PublicKey(bytes, multi_tree=False)` is the encoding of RFC 8391: identifier, root and SEED. The
identifiers of XMSS and XMSS^MT overlap, so that the caller says which it is.
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
    """Verify a signature under the encoding of a public key that the caller trusts.

    Raises `BadSignatureError` unless it is genuine, `ValueError` if the key is none.
    """
    PublicKey(public_key, multi_tree).verify(message, signature)
