//! Finds secret remnants in memory. A child process runs an operation, wipes its own copies and
//! sleeps. The parent then searches the child's writable memory for every secret, including derived
//! secrets.
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

/// A test case: an operation that handles a secret.
pub(crate) struct Case {
    /// The name, such as `sha256.hash` or `nacl::kx::client`.
    pub(crate) name: &'static str,
    /// Returns the child's input for a message of the given length, and the secrets that must not
    /// remain.
    pub(crate) prepare: fn(usize) -> (Vec<u8>, Secrets),
    /// Runs in the child on that input and wipes its results. An operation uses the named
    /// candidate; a construction uses the selected candidates.
    pub(crate) run: fn(&str, &[u8]),
}

pub(crate) const fn case(
    name: &'static str,
    prepare: fn(usize) -> (Vec<u8>, Secrets),
    run: fn(&str, &[u8]),
) -> Case {
    Case { name, prepare, run }
}
