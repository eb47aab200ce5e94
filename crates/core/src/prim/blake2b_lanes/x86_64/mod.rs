//! The candidate of BLAKE2b in lanes for x86-64.

pub(super) mod avx2;
