//! Every candidate of every primitive against an independent crate.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod aead;
mod aes;
mod arena;
mod benches;
mod blake2b_lanes;
mod chacha20;
mod ed25519;
mod groups;
mod harness;
mod hashes;
mod macs;
mod misuse;
mod poly1305;
mod published;
mod required;
mod tables;
mod vectors;
mod x25519;
mod xofs;
mod xsalsa20;
mod xsalsa20poly1305;
