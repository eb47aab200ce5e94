//! The candidates of Argon2id for x86-64.

pub(super) mod avx2;
pub(super) mod avx512;
mod kernel;
