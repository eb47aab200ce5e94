//! `crypto_stream_salsa208`: Salsa20 with 8 rounds, for protocols that require it. Its security
//! margin over known attacks is small.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa208);
