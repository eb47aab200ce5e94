"""ristretto255, a group of prime order for protocols of one's own (RFC 9496).

>>> from quicksalt.ristretto255 import Point, Scalar
>>> secret, other = Scalar.random(), Scalar.random()
>>> secret * Point.base(other) == other * Point.base(secret)
True

Every element has one encoding of 32 bytes, and no other bytes are taken; nor are scalars that are
not reduced modulo the order of the group. Whatever is wrong with an argument is a `ValueError` or a
`TypeError` that says so.
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
    """A number modulo the order of the group, 2**252 + 27742317777372353535851937790883648493.

    Scalars are secrets as a rule: `repr` does not show them, `bytes` does, and they are compared in
    constant time.
    """

    SIZE: ClassVar[int] = crypto_core_ristretto255_SCALARBYTES

    __slots__ = ("_scalar",)

    def __init__(self, scalar: Buffer) -> None:
        """Take a number of 32 bytes from the lowest, which must be reduced."""
        scalar = _exact(scalar, "scalar", self.SIZE)
        self._scalar = crypto_core_ed25519_scalar_reduce(scalar + bytes(self.SIZE))
        if not bindings.sodium_memcmp(self._scalar, scalar):
            raise exc.ValueError("scalar must be below the order of the group")

    @classmethod
    def _of(cls, scalar: bytes) -> Self:
        """Take a number that is known to be reduced."""
        made = cls.__new__(cls)
        made._scalar = scalar
        return made

    @classmethod
    def random(cls) -> Self:
        """Draw a random scalar that is not zero."""
        return cls._of(crypto_core_ed25519_scalar_random())

    @classmethod
    def from_hash(cls, digest: Buffer) -> Self:
        """Reduce 64 bytes, such as a SHA-512 digest; uniform if they are."""
        return cls._of(crypto_core_ed25519_scalar_reduce(_digest(digest)))

    def __copy__(self) -> Self:
        """Return the scalar itself, which never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return the scalar itself, which never changes."""
        return self

    def __bytes__(self) -> bytes:
        """Return the number, 32 bytes from the lowest."""
        return self._scalar

    def __repr__(self) -> str:
        """Show the class alone."""
        return described(self, "(secret)")

    def __hash__(self) -> int:
        """Return the hash of the bytes."""
        return hash(self._scalar)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same scalar."""
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
        """Return what makes zero with this scalar."""
        return self._of(crypto_core_ed25519_scalar_negate(self._scalar))

    if TYPE_CHECKING:

        @overload
        def __mul__(self, other: Scalar) -> Self: ...
        @overload
        def __mul__(self, other: Point) -> Point: ...

    def __mul__(self, other: Scalar | Point) -> Self | Point:
        """Return the product with a scalar or an element; `ValueError` if that one is neutral."""
        if isinstance(other, Point):
            return other * self
        if not isinstance(other, Scalar):
            return NotImplemented
        return self._of(crypto_core_ed25519_scalar_mul(self._scalar, other._scalar))

    def inverse(self) -> Self:
        """Return what makes one when multiplied by this scalar; `ValueError` for zero."""
        if bindings.sodium_memcmp(self._scalar, bytes(self.SIZE)):
            raise exc.ValueError("zero has no inverse")
        return self._of(crypto_core_ed25519_scalar_invert(self._scalar))


class Point:
    """An element of the group."""

    SIZE: ClassVar[int] = crypto_core_ristretto255_BYTES

    __slots__ = ("_encoding",)

    def __init__(self, encoding: Buffer) -> None:
        """Take the encoding of 32 bytes; `ValueError` for whatever encodes no element."""
        encoding = _exact(encoding, "encoding", self.SIZE)
        if not crypto_core_ristretto255_is_valid_point(encoding):
            raise exc.ValueError("encoding is not that of an element of ristretto255")
        self._encoding = encoding

    @classmethod
    def _of(cls, encoding: bytes) -> Self:
        """Take an encoding that is known to be one."""
        made = cls.__new__(cls)
        made._encoding = encoding
        return made

    @classmethod
    def random(cls) -> Self:
        """Draw a random element."""
        return cls._of(crypto_core_ristretto255_random())

    @classmethod
    def from_hash(cls, digest: Buffer) -> Self:
        """Map 64 bytes, such as a SHA-512 digest, to an element; uniform if they are."""
        return cls._of(crypto_core_ristretto255_from_hash(_digest(digest)))

    @classmethod
    def base(cls, scalar: Scalar) -> Self:
        """Return the scalar times the generator; `ValueError` for zero."""
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
        """Return whether the other is the same element."""
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
        """Return the product with a scalar; `ValueError` if it is the neutral element."""
        if not isinstance(scalar, Scalar):
            return NotImplemented
        return self._of(crypto_scalarmult_ristretto255(bytes(scalar), self._encoding))


def _digest(digest: Buffer) -> bytes:
    """Return the 64 bytes that are mapped to a scalar or an element."""
    return _exact(digest, "digest", crypto_core_ristretto255_HASHBYTES)


def _exact(buffer: Buffer, name: str, size: int) -> bytes:
    """Return the bytes of an argument, which must be so many."""
    content = as_bytes(buffer)
    if not isinstance(content, bytes):
        raise exc.TypeError(f"{name} must be a bytes-like object, not {type(buffer).__name__}")
    if len(content) != size:
        raise exc.ValueError(f"{name} must be {size} bytes long, not {len(content)}")
    return content
