//! `crypto_stream_xchacha20`: XChaCha20 (draft-irtf-cfrg-xchacha-03), 2^64 blocks as in libsodium,
//! with 24-byte nonces, which are long enough to be chosen at random.

super::cipher!(24, u64, crate::prim::chacha20::xor_extended);
