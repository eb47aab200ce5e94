//! The candidates of BLAKE2b in lanes for x86-64.

pub(super) mod avx2;
pub(super) mod avx512;
