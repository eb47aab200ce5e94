//! The candidates of Poly1305 for x86-64.

pub(in crate::prim) mod avx2;
pub(in crate::prim) mod avx512ifma;
