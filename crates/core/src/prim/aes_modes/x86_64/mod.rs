//! The candidates of AES for x86-64.

pub(super) mod aesni;
mod ghash;
mod rows;
pub(super) mod vaes;
