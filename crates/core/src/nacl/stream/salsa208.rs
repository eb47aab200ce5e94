//! `crypto_stream_salsa208`: Salsa20 with 8 rounds, which leave little distance to what is broken: for
//! protocols that name it.

super::cipher!(8, u64, crate::prim::xsalsa20::xor_salsa208);
