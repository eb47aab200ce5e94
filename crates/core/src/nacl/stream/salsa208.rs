//! `crypto_stream_salsa208`: Salsa20 with 8 rounds, a small margin over known attacks, for
//! protocols that require it.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa208);
