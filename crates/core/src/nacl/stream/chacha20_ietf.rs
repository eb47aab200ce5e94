//! `crypto_stream_chacha20_ietf`: ChaCha20 (RFC 8439), 2^32 blocks with 12-byte nonces.

super::cipher!(12, u32, crate::prim::chacha20::xor);
