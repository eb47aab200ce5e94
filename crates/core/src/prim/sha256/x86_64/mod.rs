//! The candidates of SHA-256 for x86-64.

pub(in crate::prim) mod avx2;
#[cfg(feature = "std")]
pub(in crate::prim) mod graviola;
pub(in crate::prim) mod portable_bmi2;
pub(in crate::prim) mod shani;
