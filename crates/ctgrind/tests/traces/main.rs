//! What an operation leaves in memory: a child runs it, wipes its own copies and sleeps, and the
//! parent looks for every secret, also derived ones, in all memory that the child can write.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod aead;
mod aes;
mod child;
mod ciphers;
mod constructions;
mod control;
mod curves;
mod derivation;
mod groups;
mod hashes;
mod ipcrypt;
mod kem;
mod keyfiles;
mod known;
mod macs;
mod prepared;
mod primitives;
mod scalar;
mod scan;
mod secrets;
mod sponges;
mod strings;
mod xboxes;

use secrets::Secrets;

/// One operation that handles a secret.
pub(crate) struct Case {
    /// Such as `sha256.hash` or `nacl::kx::client`.
    pub(crate) name: &'static str,
    /// What the child is given for a message of so many bytes, and what it must not keep.
    pub(crate) prepare: fn(usize) -> (Vec<u8>, Secrets),
    /// Runs in the child on what it was given, by the named candidate or, for a construction, by the
    /// selected ones; wipes what it got out.
    pub(crate) run: fn(&str, &[u8]),
}

pub(crate) const fn case(
    name: &'static str,
    prepare: fn(usize) -> (Vec<u8>, Secrets),
    run: fn(&str, &[u8]),
) -> Case {
    Case { name, prepare, run }
}
