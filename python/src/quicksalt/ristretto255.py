"""ristretto255, a group of prime order for custom protocols (RFC 9496).

>>> from quicksalt.ristretto255 import Point, Scalar >>> secret, other = Scalar.random(),
Scalar.random() >>> secret * Point.base(other) == other * Point.base(secret) True

Each element has exactly one encoding of 32 bytes; all other encodings are rejected, and so are
scalars that are not reduced modulo the group order. Invalid arguments raise `ValueError` or
`TypeError` with an explanation.
"""

from __future__ import annotations

from quicksalt import bindings
from quicksalt import exceptions as exc
from quicksalt._native import (
    crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_invert,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_negate,
    crypto_core_ed25519_scalar_random,
    crypto_core_ed25519_scalar_reduce,
    crypto_core_ed25519_scalar_sub,
    crypto_core_ristretto255_add,
    crypto_core_ristretto255_BYTES,
    crypto_core_ristretto255_from_hash,
    crypto_core_ristretto255_HASHBYTES,
    crypto_core_ristretto255_is_valid_point,
    crypto_core_ristretto255_random,
    crypto_core_ristretto255_SCALARBYTES,
    crypto_core_ristretto255_sub,
    crypto_scalarmult_ristretto255,
    crypto_scalarmult_ristretto255_base,
)
from quicksalt.secrecy import Unpicklable, described
from quicksalt.utils import as_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, Self, overload

    from typing_extensions import Buffer


class Scalar(Unpicklable):
    """An integer modulo the group order, 2**252 + 27742317777372353535851937790883648493.

    Scalars are usually secret: `repr` does not reveal a scalar, `bytes` does, and scalars are
    compared in constant time.
    """

    SIZE: ClassVar[int] = crypto_core_ristretto255_SCALARBYTES

    __slots__ = ("_scalar",)

    def __init__(self, scalar: Buffer) -> None:
        """Create a scalar from a little-endian integer of 32 bytes below the group order."""
        scalar = _exact(scalar, "scalar", self.SIZE)
        self._scalar = crypto_core_ed25519_scalar_reduce(scalar + bytes(self.SIZE))
        if not bindings.sodium_memcmp(self._scalar, scalar):
            raise exc.ValueError("scalar must be below the order of the group")

    @classmethod
    def _of(cls, scalar: bytes) -> Self:
        """Create a scalar from a reduced integer, without a check."""
        made = cls.__new__(cls)
        made._scalar = scalar
        return made

    @classmethod
    def random(cls) -> Self:
        """Return a random nonzero scalar."""
        return cls._of(crypto_core_ed25519_scalar_random())

    @classmethod
    def from_hash(cls, digest: Buffer) -> Self:
        """Reduce 64 bytes, such as a SHA-512 digest; uniform bytes give a uniform scalar."""
        return cls._of(crypto_core_ed25519_scalar_reduce(_digest(digest)))

    def __copy__(self) -> Self:
        """Return the scalar itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the scalar itself, which is immutable."""
        return self

    def __bytes__(self) -> bytes:
        """Return the integer as 32 bytes, little-endian."""
        return self._scalar

    def __repr__(self) -> str:
        """Show only the class."""
        return described(self, "(secret)")

    def __hash__(self) -> int:
        """Return the hash of the bytes."""
        return hash(self._scalar)

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is a scalar with the same value."""
        if not isinstance(other, Scalar):
            return NotImplemented
        return bindings.sodium_memcmp(self._scalar, other._scalar)

    def __add__(self, other: Scalar) -> Self:
        """Return the sum."""
        if not isinstance(other, Scalar):
            return NotImplemented
        return self._of(crypto_core_ed25519_scalar_add(self._scalar, other._scalar))

    def __sub__(self, other: Scalar) -> Self:
        """Return the difference."""
        if not isinstance(other, Scalar):
            return NotImplemented
        return self._of(crypto_core_ed25519_scalar_sub(self._scalar, other._scalar))

    def __neg__(self) -> Self:
        """Return the negative."""
        return self._of(crypto_core_ed25519_scalar_negate(self._scalar))

    if TYPE_CHECKING:

        @overload
        def __mul__(self, other: Scalar) -> Self: ...
        @overload
        def __mul__(self, other: Point) -> Point: ...

    def __mul__(self, other: Scalar | Point) -> Self | Point:
        """Multiply by a scalar or an element; reject the neutral element with `ValueError`."""
        if isinstance(other, Point):
            return other * self
        if not isinstance(other, Scalar):
            return NotImplemented
        return self._of(crypto_core_ed25519_scalar_mul(self._scalar, other._scalar))

    def inverse(self) -> Self:
        """Return the multiplicative inverse; raises `ValueError` for zero."""
        if bindings.sodium_memcmp(self._scalar, bytes(self.SIZE)):
            raise exc.ValueError("zero has no inverse")
        return self._of(crypto_core_ed25519_scalar_invert(self._scalar))


class Point:
    """An element of the group."""

    SIZE: ClassVar[int] = crypto_core_ristretto255_BYTES

    __slots__ = ("_encoding",)

    def __init__(self, encoding: Buffer) -> None:
        """Create an element from its encoding of 32 bytes; raises `ValueError` if it is invalid."""
        encoding = _exact(encoding, "encoding", self.SIZE)
        if not crypto_core_ristretto255_is_valid_point(encoding):
            raise exc.ValueError("encoding is not a valid ristretto255 element")
        self._encoding = encoding

    @classmethod
    def _of(cls, encoding: bytes) -> Self:
        """Create an element from a valid encoding, without a check."""
        made = cls.__new__(cls)
        made._encoding = encoding
        return made

    @classmethod
    def random(cls) -> Self:
        """Return a random element."""
        return cls._of(crypto_core_ristretto255_random())

    @classmethod
    def from_hash(cls, digest: Buffer) -> Self:
        """Map 64 bytes, such as a SHA-512 digest; uniform bytes give a uniform element."""
        return cls._of(crypto_core_ristretto255_from_hash(_digest(digest)))

    @classmethod
    def base(cls, scalar: Scalar) -> Self:
        """Return the scalar times the generator; raises `ValueError` for zero."""
        if not isinstance(scalar, Scalar):
            raise exc.TypeError(f"scalar must be a Scalar, not {type(scalar).__name__}")
        return cls._of(crypto_scalarmult_ristretto255_base(bytes(scalar)))

    def __bytes__(self) -> bytes:
        """Return the encoding."""
        return self._encoding

    def __repr__(self) -> str:
        """Show the encoding."""
        return described(self, self._encoding.hex())

    def __hash__(self) -> int:
        """Return the hash of the encoding."""
        return hash(self._encoding)

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is the same group element."""
        if not isinstance(other, Point):
            return NotImplemented
        return bindings.sodium_memcmp(self._encoding, other._encoding)

    def __add__(self, other: Point) -> Self:
        """Return the sum."""
        if not isinstance(other, Point):
            return NotImplemented
        return self._of(crypto_core_ristretto255_add(self._encoding, other._encoding))

    def __sub__(self, other: Point) -> Self:
        """Return the difference."""
        if not isinstance(other, Point):
            return NotImplemented
        return self._of(crypto_core_ristretto255_sub(self._encoding, other._encoding))

    def __mul__(self, scalar: Scalar) -> Self:
        """Multiply by a scalar; raise `ValueError` if the result is the neutral element."""
        if not isinstance(scalar, Scalar):
            return NotImplemented
        return self._of(crypto_scalarmult_ristretto255(bytes(scalar), self._encoding))


def _digest(digest: Buffer) -> bytes:
    """Check and return the 64 bytes from which a scalar or an element is derived."""
    return _exact(digest, "digest", crypto_core_ristretto255_HASHBYTES)


def _exact(buffer: Buffer, name: str, size: int) -> bytes:
    """Return the bytes of an argument that must have `size` bytes."""
    content = as_bytes(buffer)
    if not isinstance(content, bytes):
        raise exc.TypeError(f"{name} must be a bytes-like object, not {type(buffer).__name__}")
    if len(content) != size:
        raise exc.ValueError(f"{name} must be {size} bytes long, not {len(content)}")
    return content
