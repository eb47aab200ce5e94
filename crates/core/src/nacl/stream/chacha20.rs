//! `crypto_stream_chacha20`: the original ChaCha20 (D. J. Bernstein, 2008), 2^64 blocks with 8-byte
//! nonces, which are too short to be chosen at random.

super::cipher!(8, u64, crate::prim::chacha20::xor_original);
