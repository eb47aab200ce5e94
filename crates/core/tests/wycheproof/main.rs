//! Wycheproof's edge cases with every candidate.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod aead;
mod aes;
mod derivation;
mod ed25519;
mod hmac;
#[cfg(feature = "kem")]
mod mlkem768;
mod siphash;
mod x25519;
