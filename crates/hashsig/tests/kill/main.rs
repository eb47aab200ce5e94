//! Signers that are killed at random moments, on the disk of this machine.
//!
//! A kill does not lose what the kernel holds in memory; what a power cut loses is tested on a
//! disk in memory, in `tests/store`.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod child;
#[path = "../common/small.rs"]
mod small;
mod soak;
