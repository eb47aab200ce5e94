"""Session keys for two parties that know each other's public key."""

from quicksalt._native import (
    crypto_kx_client_session_keys as crypto_kx_client_session_keys,
    crypto_kx_keypair as crypto_kx_keypair,
    crypto_kx_PUBLIC_KEY_BYTES as crypto_kx_PUBLIC_KEY_BYTES,
    crypto_kx_SECRET_KEY_BYTES as crypto_kx_SECRET_KEY_BYTES,
    crypto_kx_SEED_BYTES as crypto_kx_SEED_BYTES,
    crypto_kx_seed_keypair as crypto_kx_seed_keypair,
    crypto_kx_server_session_keys as crypto_kx_server_session_keys,
    crypto_kx_SESSION_KEY_BYTES as crypto_kx_SESSION_KEY_BYTES,
)
