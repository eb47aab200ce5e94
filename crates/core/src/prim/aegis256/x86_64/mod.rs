//! The candidates of AEGIS-256 for x86-64.

pub(in crate::prim) mod aesni;
pub(in crate::prim) mod aesni_avx512;
