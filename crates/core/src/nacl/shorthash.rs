//! `crypto_shorthash`: SipHash-2-4 (Aumasson and Bernstein, 2012), a keyed hash of short messages
//! that protects hash tables against collision attacks. An 8-byte digest is too short to
//! authenticate a message.
//!
//! ```
//! use quicksalt::nacl::shorthash;
//!
//! let key = shorthash::Key::generate()?;
//! assert_eq!(shorthash::siphash24(b"hello", &key)?, shorthash::siphash24(b"hello", &key)?);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim;

/// Length of a digest in bytes.
pub const SIPHASH24_LEN: usize = prim::siphash24::TAG_LEN;
/// Length of the digest of the 16-byte variant in bytes.
pub const SIPHASHX24_LEN: usize = prim::siphash24::LONG_TAG_LEN;

secret! {
    /// The key of a hash table.
    Key, 16
}

/// Returns the 8-byte SipHash-2-4 of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn siphash24(message: &[u8], key: &Key) -> Result<[u8; SIPHASH24_LEN]> {
    prim::siphash24::tag(key.as_bytes(), message)
}

/// Returns the 16-byte SipHash-2-4 of a message. Its first half differs from the 8-byte digest of
/// the message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn siphashx24(message: &[u8], key: &Key) -> Result<[u8; SIPHASHX24_LEN]> {
    prim::siphash24::long_tag(key.as_bytes(), message)
}
