//! The candidates of Keccak-f[1600] for x86-64.

pub(in crate::prim) mod avx512;
pub(in crate::prim) mod portable_bmi2;
