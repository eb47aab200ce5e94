"""NaCl's functions under their NaCl names."""

from quicksalt._native import crypto_stream, crypto_stream_xor

__all__ = ["crypto_stream", "crypto_stream_xor"]
