//! Wycheproof's edge cases on every candidate.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod aead;
mod aes;
mod ed25519;
mod hmac;
mod x25519;
