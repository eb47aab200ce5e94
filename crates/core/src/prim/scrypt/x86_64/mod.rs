//! The candidates of scrypt for x86-64.

pub(super) mod avx512;
mod rows;
pub(super) mod sse2;
