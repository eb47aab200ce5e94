"""libsodium's functions that PyNaCl lacks: key generation, and longer names for other functions."""

from __future__ import annotations

from quicksalt import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _keygen(name: str, size: int = 0) -> Callable[[], bytes]:
    size = size or getattr(_native, f"{name}_KEYBYTES")

    def keygen() -> bytes:
        return _native.randombytes(size)

    keygen.__name__ = keygen.__qualname__ = f"{name}_keygen"
    keygen.__doc__ = f"Return a new key of {size} bytes for `{name}`."
    return keygen


crypto_auth_hmacsha512256 = _native.crypto_auth
crypto_auth_hmacsha512256_verify = _native.crypto_auth_verify
crypto_auth_hmacsha512256_BYTES = _native.crypto_auth_BYTES
crypto_auth_hmacsha512256_KEYBYTES = _native.crypto_auth_KEYBYTES
crypto_box_curve25519xchacha20poly1305_keypair = _native.crypto_box_keypair
crypto_box_curve25519xchacha20poly1305_seed_keypair = _native.crypto_box_seed_keypair
crypto_stream_xsalsa20 = _native.crypto_stream
crypto_stream_xsalsa20_xor = _native.crypto_stream_xor
crypto_stream_xsalsa20_KEYBYTES = _native.crypto_stream_KEYBYTES
crypto_stream_xsalsa20_NONCEBYTES = _native.crypto_stream_NONCEBYTES

crypto_aead_aegis128l_keygen = _keygen("crypto_aead_aegis128l")
crypto_aead_aegis256_keygen = _keygen("crypto_aead_aegis256")
crypto_aead_aes256gcm_keygen = _keygen("crypto_aead_aes256gcm")
crypto_aead_chacha20poly1305_keygen = _keygen("crypto_aead_chacha20poly1305")
crypto_aead_chacha20poly1305_ietf_keygen = _keygen("crypto_aead_chacha20poly1305_ietf")
crypto_aead_xchacha20poly1305_ietf_keygen = _keygen("crypto_aead_xchacha20poly1305_ietf")
crypto_auth_keygen = _keygen("crypto_auth")
crypto_auth_hmacsha256_keygen = _keygen("crypto_auth_hmacsha256")
crypto_auth_hmacsha512_keygen = _keygen("crypto_auth_hmacsha512")
crypto_auth_hmacsha512256_keygen = _keygen(
    "crypto_auth_hmacsha512256", _native.crypto_auth_KEYBYTES
)
crypto_generichash_keygen = _keygen("crypto_generichash")
crypto_kdf_hkdf_sha256_keygen = _keygen("crypto_kdf_hkdf_sha256")
crypto_kdf_hkdf_sha512_keygen = _keygen("crypto_kdf_hkdf_sha512")
crypto_onetimeauth_keygen = _keygen("crypto_onetimeauth")
crypto_secretbox_keygen = _keygen("crypto_secretbox")
crypto_secretbox_xchacha20poly1305_keygen = _keygen("crypto_secretbox_xchacha20poly1305")
crypto_shorthash_keygen = _keygen("crypto_shorthash", _native.crypto_shorthash_siphash24_KEYBYTES)
crypto_stream_keygen = _keygen("crypto_stream")
crypto_stream_chacha20_keygen = _keygen("crypto_stream_chacha20")
crypto_stream_chacha20_ietf_keygen = _keygen("crypto_stream_chacha20_ietf")
crypto_stream_salsa20_keygen = _keygen("crypto_stream_salsa20")
crypto_stream_salsa2012_keygen = _keygen("crypto_stream_salsa2012")
crypto_stream_salsa208_keygen = _keygen("crypto_stream_salsa208")
crypto_stream_xchacha20_keygen = _keygen("crypto_stream_xchacha20")
crypto_stream_xsalsa20_keygen = _keygen("crypto_stream_xsalsa20", _native.crypto_stream_KEYBYTES)
