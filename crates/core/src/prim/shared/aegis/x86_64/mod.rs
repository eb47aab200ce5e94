//! Blocks of AEGIS on x86-64.

pub(in crate::prim) mod aesni;
