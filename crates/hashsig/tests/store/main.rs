//! Tests of the store: on a disk that loses power at every call, with invalid input, and on a real
//! disk.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

extern crate alloc;

mod allocation;
mod choices;
mod copies;
mod crash;
#[cfg(unix)]
mod folder;
#[cfg(unix)]
mod fork;
mod input;
mod issued;
#[cfg(unix)]
mod key;
#[cfg(unix)]
mod key_fork;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(unix)]
mod real;
#[cfg(unix)]
mod recovery;
mod signer;
mod sim;
#[cfg(unix)]
#[path = "../common/small.rs"]
mod small;
#[cfg(unix)]
mod soak;
mod survivors;
mod world;
