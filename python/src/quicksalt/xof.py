"""Extendable-output functions: SHAKE (FIPS 202) and TurboSHAKE (RFC 9861).

The number in a function's name is its security level in bits: 128 or 256. To reach this level, use
an output of twice that length. TurboSHAKE has half the rounds of SHAKE. A longer output starts with
the bytes of a shorter output.
"""

from __future__ import annotations

from quicksalt import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, Self

    from typing_extensions import Buffer

__all__ = ["shake_128", "shake_256", "turboshake_128", "turboshake_256"]


class _Xof:
    """An incremental extendable-output function: it accepts all input before the first output."""

    __slots__ = ("_xof",)

    def __init__(self, xof: _native.Xof, data: Buffer) -> None:
        self._xof = xof
        self._xof.update(data)

    def update(self, data: Buffer) -> None:
        """Absorb the next part of the message; raises `RuntimeError` once output has been read."""
        self._xof.update(data)

    def read(self, size: int) -> bytes:
        """End the message and return the next bytes of the output."""
        return self._xof.squeeze(size)

    def copy(self) -> Self:
        """Return a copy that continues from the same state."""
        new = object.__new__(type(self))
        new._xof = self._xof.copy()
        return new

    def __reduce__(self) -> NoReturn:
        """Refuse pickling: a state may contain part of a secret message."""
        msg = f"can't pickle {type(self).__name__} objects"
        raise TypeError(msg)


class shake_128(_Xof):  # noqa: N801 - as in hashlib
    """SHAKE128."""

    __slots__ = ()

    def __init__(self, data: Buffer = b"") -> None:
        """Start with the first part of the message."""
        super().__init__(_native.Xof.shake128(), data)


class shake_256(_Xof):  # noqa: N801 - as in hashlib
    """SHAKE256."""

    __slots__ = ()

    def __init__(self, data: Buffer = b"") -> None:
        """Start with the first part of the message."""
        super().__init__(_native.Xof.shake256(), data)


class turboshake_128(_Xof):  # noqa: N801 - as in hashlib
    """TurboSHAKE128."""

    __slots__ = ()

    def __init__(self, data: Buffer = b"", *, domain: int = 0x1F) -> None:
        """Start with the first part of the message; `domain`, 1 to 127, separates uses."""
        super().__init__(_native.Xof.turboshake128(domain), data)


class turboshake_256(_Xof):  # noqa: N801 - as in hashlib
    """TurboSHAKE256."""

    __slots__ = ()

    def __init__(self, data: Buffer = b"", *, domain: int = 0x1F) -> None:
        """Start with the first part of the message; `domain`, 1 to 127, separates uses."""
        super().__init__(_native.Xof.turboshake256(domain), data)
