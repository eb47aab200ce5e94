//! `crypto_stream_chacha20`: ChaCha20 as it first was (D. J. Bernstein, 2008), 2^64 blocks under a nonce
//! of 8 bytes, too short to be drawn at random.

super::cipher!(8, u64, crate::prim::chacha20::xor_original);
