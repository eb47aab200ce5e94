//! The candidates of X25519 for x86-64.

#[cfg(feature = "std")]
pub(super) mod graviola;
