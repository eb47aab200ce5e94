//! `crypto_generichash`: BLAKE2b (RFC 7693) with a digest of up to 64 bytes and an optional key,
//! salt and personalization, which select a hash function of the family.
//!
//! ```
//! use quicksalt::nacl::generichash::{self, Params};
//!
//! let mut digest = [0; 32];
//! generichash::hash_into(&mut digest, b"hello", &Params::default())?;
//! let mut other = [0; 32];
//! let params = Params { person: b"example 2026", ..Params::default() };
//! generichash::hash_into(&mut other, b"hello", &params)?;
//! assert_ne!(digest, other);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::prim::blake2b;
pub use crate::prim::blake2b::Hasher;

/// The maximum length of a digest and of a key in bytes.
pub const BYTES_MAX: usize = 64;
/// The maximum length of a salt and of a personalization in bytes.
pub const SALT_LEN: usize = 16;

/// The parameters that select a hash function of the family; empty by default.
#[derive(Clone, Copy, Default)]
pub struct Params<'a> {
    /// Turns the digest into a MAC; at most 64 bytes.
    pub key: &'a [u8],
    /// At most 16 bytes; padded with zeros.
    pub salt: &'a [u8],
    /// At most 16 bytes; padded with zeros.
    pub person: &'a [u8],
}

impl core::fmt::Debug for Params<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Params(..)")
    }
}

/// Hashes a message into `out`; its length is a parameter of the hash function.
///
/// # Errors
/// [`Error::Length`] if `out` or a parameter has a length that BLAKE2b does not support,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash_into(out: &mut [u8], message: &[u8], params: &Params<'_>) -> Result<()> {
    let salt = filled_up("salt", params.salt)?;
    let person = filled_up("person", params.person)?;
    blake2b::hash(params.key, &salt, &person, out, &[message])
}

/// Starts incremental hashing with a digest of `digest_len` bytes.
///
/// # Errors
/// [`Error::Length`] if the digest or a parameter has a length that BLAKE2b does not support,
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(digest_len: usize, params: &Params<'_>) -> Result<Hasher> {
    let salt = filled_up("salt", params.salt)?;
    let person = filled_up("person", params.person)?;
    blake2b::hasher(digest_len, &blake2b::Params::new(params.key, &salt, &person)?)
}

fn filled_up(argument: &'static str, bytes: &[u8]) -> Result<[u8; SALT_LEN]> {
    let mut whole = [0; SALT_LEN];
    let Some(front) = whole.get_mut(..bytes.len()) else {
        return Err(Error::length(argument, "at most 16", bytes.len()));
    };
    front.copy_from_slice(bytes);
    Ok(whole)
}
