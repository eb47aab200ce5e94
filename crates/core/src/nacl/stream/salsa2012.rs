//! `crypto_stream_salsa2012`: Salsa20 with 12 rounds, for protocols that require it.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa2012);
