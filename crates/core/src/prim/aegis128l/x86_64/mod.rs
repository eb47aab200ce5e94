//! The candidates of AEGIS-128L for x86-64.

pub(in crate::prim) mod aesni;
pub(in crate::prim) mod aesni_avx512;
pub(in crate::prim) mod vaes;
