//! The candidates of SHA-256 for x86-64.

pub(super) mod avx2;
#[cfg(feature = "std")]
pub(super) mod graviola;
pub(super) mod portable_bmi2;
pub(super) mod shani;
