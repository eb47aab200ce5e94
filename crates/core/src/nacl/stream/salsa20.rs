//! `crypto_stream_salsa20`: Salsa20 (D. J. Bernstein, 2005), 2^64 blocks under a nonce of 8 bytes, too
//! short to be drawn at random.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa20);
