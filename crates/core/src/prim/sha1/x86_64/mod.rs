//! The candidates of SHA-1 for x86-64.

pub(super) mod shani;
