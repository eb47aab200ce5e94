//! `crypto_stream_xchacha20`: XChaCha20 (draft-irtf-cfrg-xchacha-03), 2^64 blocks as in libsodium, under a
//! nonce of 24 bytes, long enough to be drawn at random.

super::cipher!(24, u64, crate::prim::chacha20::xor_extended);
