"""A substitute for PyNaCl's private module `nacl._sodium`.

PyNaCl's private module exposes libsodium through cffi. Programs use only the two functions in this
substitute; quicksalt's public modules provide the rest of PyNaCl.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class ffi:  # noqa: N801 - the names are cffi's
    """A namespace for cffi's function `buffer`, which reads the bytes of a state."""

    @staticmethod
    def buffer(cdata: Buffer, size: int = -1) -> bytes:
        """Return a copy of the first `size` bytes, or of all bytes if `size` is negative."""
        content = bytes(memoryview(cdata))
        return content if size < 0 else content[:size]


class lib:  # noqa: N801
    """A namespace for libsodium's function that reports whether AES-256-GCM is available."""

    @staticmethod
    def crypto_aead_aes256gcm_is_available() -> int:
        """Return 1: AES-256-GCM works on every processor."""
        return 1
