"""The 18 functions of the 2012 table, with their arguments and expected results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quicksalt import bindings
from quicksalt_lab.ruler.loops import flat, looped
from quicksalt_lab.ruler.measure import Competitor, LabError

SIZE = 1000
"""Length of the message in bytes, as in 2012."""


class Inputs:
    """The arguments of all functions for one message length, identical in every process."""

    def __init__(self, size: int = SIZE) -> None:
        """Create the inputs that need no cryptographic computation."""
        self.size = size
        self.message = sample_bytes("message", size)
        self.key = sample_bytes("key", 32)
        self.nonce = sample_bytes("nonce", 24)
        self.seed = sample_bytes("seed", 32)
        self.scalar = sample_bytes("scalar", 32)

    @cached_property
    def point(self) -> bytes:
        """An X25519 public key that does not belong to `scalar`."""
        return bytes(binding("crypto_scalarmult_base")(sample_bytes("point", 32)))

    @cached_property
    def signer(self) -> tuple[bytes, bytes]:
        """An Ed25519 key pair: public key and secret key."""
        public, secret = binding("crypto_sign_seed_keypair")(self.seed)
        return bytes(public), bytes(secret)

    @cached_property
    def signed(self) -> bytes:
        """The signed message."""
        return bytes(binding("crypto_sign")(self.message, self.signer[1]))

    @cached_property
    def boxed(self) -> bytes:
        """The message in a box."""
        return bytes(binding("crypto_box")(self.message, self.nonce, self.point, self.scalar))

    @cached_property
    def secretboxed(self) -> bytes:
        """The message in a secret box."""
        return bytes(binding("crypto_secretbox")(self.message, self.nonce, self.key))

    @cached_property
    def auth(self) -> bytes:
        """The authenticator of the message."""
        return bytes(binding("crypto_auth")(self.message, self.key))

    @cached_property
    def onetimeauth(self) -> bytes:
        """The one-time authenticator of the message."""
        return bytes(binding("crypto_onetimeauth")(self.message, self.key))


def _accepted(result: object) -> bytes:
    """Convert the result of a verification (True, None or the message) to comparable bytes."""
    return b"refused" if result is False else b"accepted"


def _consistent(pair: tuple[bytes, bytes]) -> bytes:
    """Return whether a random X25519 key pair is consistent, as comparable bytes."""
    public, secret = pair
    fits = binding("crypto_scalarmult_base")(secret) == public
    return b"consistent" if fits else b"inconsistent"


@dataclass(frozen=True)
class Call:
    """A NaCl function with its arguments in the 2012 table."""

    name: str
    operations: tuple[str, ...]
    """The operations that dominate its time."""
    arguments: Callable[[Inputs], tuple[Any, ...]]
    forged: Callable[[Inputs], tuple[Any, ...]] | None = None
    """Arguments that the function must reject."""
    outcome: Callable[[Any], bytes] = flat
    """Extracts the part of the result on which all libraries must agree."""


CALLS = (
    Call("crypto_auth", ("sha512.hash",), lambda i: (i.message, i.key)),
    Call(
        "crypto_auth_verify",
        ("sha512.hash",),
        lambda i: (i.auth, i.message, i.key),
        lambda i: (flipped(i.auth), i.message, i.key),
        _accepted,
    ),
    Call(
        "crypto_box",
        ("x25519.scalarmult", "xsalsa20poly1305.seal"),
        lambda i: (i.message, i.nonce, i.point, i.scalar),
    ),
    Call("crypto_box_keypair", ("x25519.base",), lambda _: (), outcome=_consistent),
    Call(
        "crypto_box_open",
        ("x25519.scalarmult", "xsalsa20poly1305.open"),
        lambda i: (i.boxed, i.nonce, i.point, i.scalar),
        lambda i: (flipped(i.boxed), i.nonce, i.point, i.scalar),
    ),
    Call("crypto_hash_sha256", ("sha256.hash",), lambda i: (i.message,)),
    Call("crypto_hash_sha512", ("sha512.hash",), lambda i: (i.message,)),
    Call("crypto_onetimeauth", ("poly1305.tag",), lambda i: (i.message, i.key)),
    Call(
        "crypto_onetimeauth_verify",
        ("poly1305.tag",),
        lambda i: (i.onetimeauth, i.message, i.key),
        lambda i: (flipped(i.onetimeauth), i.message, i.key),
        _accepted,
    ),
    Call("crypto_scalarmult", ("x25519.scalarmult",), lambda i: (i.scalar, i.point)),
    Call("crypto_scalarmult_base", ("x25519.base",), lambda i: (i.scalar,)),
    Call("crypto_secretbox", ("xsalsa20poly1305.seal",), lambda i: (i.message, i.nonce, i.key)),
    Call(
        "crypto_secretbox_open",
        ("xsalsa20poly1305.open",),
        lambda i: (i.secretboxed, i.nonce, i.key),
        lambda i: (flipped(i.secretboxed), i.nonce, i.key),
    ),
    Call("crypto_sign", ("ed25519.sign",), lambda i: (i.message, i.signer[1])),
    Call("crypto_sign_seed_keypair", ("ed25519.keypair",), lambda i: (i.seed,)),
    Call(
        "crypto_sign_open",
        ("ed25519.verify",),
        lambda i: (i.signed, i.signer[0]),
        lambda i: (flipped(i.signed), i.signer[0]),
    ),
    Call("crypto_stream", ("xsalsa20.stream",), lambda i: (i.size, i.nonce, i.key)),
    Call("crypto_stream_xor", ("xsalsa20.xor",), lambda i: (i.message, i.nonce, i.key)),
)
"""All 18 functions, in the order of the table."""


def competitor(call: Call, function: Callable[..., Any], inputs: Inputs, name: str) -> Competitor:
    """Return a competitor for a function with NaCl's arguments."""
    forged = call.forged(inputs) if call.forged else None

    def outcome(result: object) -> bytes:
        if forged is not None and not _refuses(function, forged):
            return b"accepts a forgery"
        return call.outcome(result)

    return looped(name, function, call.arguments(inputs), outcome)


def _refuses(function: Callable[..., Any], forged: tuple[Any, ...]) -> bool:
    try:
        return function(*forged) is False
    except Exception:
        return True


def binding(name: str) -> Callable[..., Any]:
    """Return a function of the bindings. Raises LabError if it is missing."""
    function: Callable[..., Any] | None = getattr(bindings, name, None)
    if function is None:
        raise LabError(f"quicksalt.bindings has no {name}")
    return function


def flipped(data: bytes) -> bytes:
    """Flip a bit of the first byte, which belongs to every tag and signature."""
    return bytes([data[0] ^ 1]) + data[1:]


def sample_bytes(label: str, length: int) -> bytes:
    """Derive bytes from a label, identical in every process."""
    return hashlib.shake_128(label.encode()).digest(length)
