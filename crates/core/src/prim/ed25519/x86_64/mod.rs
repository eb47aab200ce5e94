//! The candidates of Ed25519 for x86-64.

pub(super) mod dalek_avx2;
#[cfg(feature = "std")]
pub(super) mod graviola;
