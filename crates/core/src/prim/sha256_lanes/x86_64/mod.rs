//! The candidates of parallel SHA-256 for x86-64.

pub(super) mod avx2;
pub(super) mod avx512;
mod kernel;
mod rows;
pub(super) mod shani;
