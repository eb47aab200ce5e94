//! The candidates of BLAKE2b for x86-64.

pub(super) mod avx512;
