//! The candidates of SHAKE256 for x86-64.

pub(super) mod avx512;
pub(super) mod portable_bmi2;
