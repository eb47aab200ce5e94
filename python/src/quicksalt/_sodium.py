"""What programs for PyNaCl reach for in its private module `nacl._sodium`.

There it is libsodium through cffi, of which these two questions make sense here. The rest of PyNaCl
is in the public modules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class ffi:  # noqa: N801 - the names are cffi's
    """The part of cffi that reads what a state holds."""

    @staticmethod
    def buffer(cdata: Buffer, size: int = -1) -> bytes:
        """Return a copy of the first `size` bytes, or of all."""
        content = bytes(memoryview(cdata))
        return content if size < 0 else content[:size]


class lib:  # noqa: N801
    """The part of libsodium that tells what this machine offers."""

    @staticmethod
    def crypto_aead_aes256gcm_is_available() -> int:
        """Return 1: there is a candidate for every processor."""
        return 1
