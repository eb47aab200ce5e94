//! The candidates of SHA-256 for x86-64.

pub(in crate::prim) mod avx2;
pub(in crate::prim) mod shani;
