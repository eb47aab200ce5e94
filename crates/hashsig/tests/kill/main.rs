//! Signers killed at random moments, on the disk of this machine.
//!
//! A kill does not lose data in kernel memory; `tests/store` tests power cuts on a simulated disk.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod child;
#[path = "../common/small.rs"]
mod small;
mod soak;
