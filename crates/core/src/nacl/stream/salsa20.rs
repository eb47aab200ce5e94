//! `crypto_stream_salsa20`: Salsa20 (D. J. Bernstein, 2005), 2^64 blocks with 8-byte nonces, which
//! are too short to be chosen at random.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa20);
