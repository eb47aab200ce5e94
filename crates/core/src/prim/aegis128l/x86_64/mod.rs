//! The candidates of AEGIS-128L for x86-64.

pub(in crate::prim) mod aesni;
