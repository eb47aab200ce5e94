"""Batch operations: the implementation of the `..._many` methods of keys and boxes.

Native code processes a whole batch with the GIL released, in several threads if the work is large
enough.
"""

from __future__ import annotations

from collections.abc import Iterable

from quicksalt import _native, bindings, encoding
from quicksalt import exceptions as exc
from quicksalt.utils import EncryptedMessage, _decoded, _joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

    from quicksalt.encoding import Encoder

SHOWN = 10
"""The maximum number of indices in an exception's message; its `indices` has all of them."""

NONCE_SIZE = bindings.crypto_secretbox_NONCEBYTES


def verified(signed: list[bytes], keys: Iterable[bytes]) -> list[bytes]:
    """Verify signed messages, each with its public key, and return the messages without signatures.

    Raises `BadSignatureError` unless all signatures are valid.
    """
    opened = _native.crypto_sign_open_many(signed, keys)
    return _all(opened, exc.BadSignatureError, "Signature was forged or corrupt")


def joined(
    smessages: Iterable[Buffer], signatures: Iterable[Buffer], encoder: Encoder
) -> list[bytes]:
    """Return each message with its raw signature prepended."""
    messages = decoded(smessages, "smessages", encoder)
    heads = decoded(signatures, "signatures", encoding.RawEncoder)
    if len(heads) != len(messages):
        text = f"signatures must have {len(messages)} items like smessages, not {len(heads)}"
        raise exc.ValueError(text)
    size = bindings.crypto_sign_BYTES
    for place, head in enumerate(heads):
        if len(head) != size:
            raise exc.ValueError(f"signatures[{place}] must be {size} bytes long, not {len(head)}")
    return [head + message for head, message in zip(heads, messages, strict=True)]


def decoded(values: Iterable[Buffer], name: str, encoder: Encoder) -> list[bytes]:
    """Decode each value and return the bytes."""
    found = [_decoded(value, encoder) for value in values]
    for place, value in enumerate(found):
        if not isinstance(value, bytes):
            text = f"{name}[{place}] must be a bytes-like object, not {type(value).__name__}"
            raise exc.TypeError(text)
    return found


def sealed(
    key: bytes,
    plaintexts: Iterable[Buffer],
    nonces: Iterable[Buffer] | None,
    encoder: Encoder,
) -> list[EncryptedMessage]:
    """Encrypt messages with a secret box's key and return the ciphertexts."""
    messages = list(plaintexts)
    if nonces is None:
        drawn = bindings.randombytes(NONCE_SIZE * len(messages))
        used = [drawn[at : at + NONCE_SIZE] for at in range(0, len(drawn), NONCE_SIZE)]
    else:
        # Copy the nonces: the caller's buffers may change during the call.
        used = decoded(nonces, "nonces", encoding.RawEncoder)
    boxes = _native.crypto_secretbox_many(messages, used, key)
    return [_joined(nonce, box, encoder) for nonce, box in zip(used, boxes, strict=True)]


def opened(
    key: bytes,
    ciphertexts: Iterable[Buffer],
    nonces: Iterable[Buffer] | None,
    encoder: Encoder,
) -> list[bytes]:
    """Decrypt ciphertexts from `sealed`, or boxes with separate nonces, and return the messages.

    Raises `CryptoError` unless all boxes are authentic.
    """
    boxes = decoded(ciphertexts, "ciphertexts", encoder)
    used: Iterable[Buffer]
    if nonces is not None:
        used = nonces
    else:
        # A box that is too short to contain a nonce gets a padded nonce, and then fails to open.
        used = [box[:NONCE_SIZE].ljust(NONCE_SIZE, b"\0") for box in boxes]
        boxes = [box[NONCE_SIZE:] for box in boxes]
    found = _native.crypto_secretbox_open_many(boxes, used, key)
    return _all(found, exc.CryptoError, "Decryption failed. Ciphertext failed verification")


def _all(found: list[bytes | None], kind: type[exc.CryptoError], text: str) -> list[bytes]:
    """Return the results; raise an exception if any result is None."""
    missing = tuple(place for place, one in enumerate(found) if one is None)
    if missing:
        shown = ", ".join(map(str, missing[:SHOWN]))
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        error = kind(f"{text}: at {shown}{more}")
        error.indices = missing
        raise error
    return [one for one in found if one is not None]
