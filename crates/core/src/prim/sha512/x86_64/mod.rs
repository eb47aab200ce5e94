//! The candidates of SHA-512 for x86-64.

pub(in crate::prim) mod avx2;
