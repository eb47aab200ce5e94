//! `crypto_auth`: message authentication with HMAC-SHA-512 truncated to 256 bits (RFC 2104, RFC
//! 4231). A key may authenticate any number of messages. The module also has HMAC-SHA-256 and
//! HMAC-SHA-512 with keys of any length, for protocols that require them.
//!
//! ```
//! use quicksalt::nacl::auth;
//!
//! let key = auth::Key::generate()?;
//! let tag = auth::tag(b"hello", &key)?;
//! auth::verify(&tag, b"hello", &key)?;
//! assert!(auth::verify(&tag, b"hollo", &key).is_err());
//!
//! let mut mac = auth::init(&key)?;
//! mac.update(b"hel");
//! mac.update(b"lo");
//! mac.verify(&tag)?;
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::constructions::hmac;
use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::{sha256, sha512};

/// Incremental HMAC-SHA-256.
pub type HmacSha256 = hmac::Mac<[u32; 8], 64, HMAC_SHA256_LEN, HMAC_SHA256_LEN>;
/// Incremental HMAC-SHA-512.
pub type HmacSha512 = hmac::Mac<[u64; 8], 128, HMAC_SHA512_LEN, HMAC_SHA512_LEN>;
/// Incremental message authentication.
pub type Mac = hmac::Mac<[u64; 8], 128, HMAC_SHA512_LEN, TAG_LEN>;

/// Length of a tag in bytes.
pub const TAG_LEN: usize = 32;
/// Length of an HMAC-SHA-256 tag in bytes.
pub const HMAC_SHA256_LEN: usize = 32;
/// Length of an HMAC-SHA-512 tag in bytes.
pub const HMAC_SHA512_LEN: usize = 64;

secret! {
    /// The shared key.
    Key, 32
}

/// Returns the tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(message: &[u8], key: &Key) -> Result<[u8; TAG_LEN]> {
    let mut tag = [0; TAG_LEN];
    hmac::tag_to(&sha512::PRIMITIVE, key.as_bytes(), message, &mut tag)?;
    Ok(tag)
}

/// Verifies the tag of a message, in constant time.
///
/// # Errors
/// [`crate::Error::Verification`] if the tag is wrong, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn verify(tag: &[u8; TAG_LEN], message: &[u8], key: &Key) -> Result<()> {
    hmac::verify(&sha512::PRIMITIVE, key.as_bytes(), tag, message)
}

/// Starts incremental message authentication.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &Key) -> Result<Mac> {
    hmac::init(&sha512::PRIMITIVE, key.as_bytes())
}

/// Returns HMAC-SHA-256 of a message under a key of any length.
///
/// ```
/// use quicksalt::nacl::auth;
///
/// let tag = auth::hmac_sha256(b"what do ya want for nothing?", b"Jefe")?;
/// assert_eq!(tag[..4], [0x5b, 0xdc, 0xc1, 0x46]);
/// # Ok::<(), quicksalt::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hmac_sha256(message: &[u8], key: &[u8]) -> Result<[u8; HMAC_SHA256_LEN]> {
    hmac::tag(&sha256::PRIMITIVE, key, message)
}

/// Verifies HMAC-SHA-256 of a message, in constant time.
///
/// # Errors
/// [`crate::Error::Verification`] if the tag is wrong, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn hmac_sha256_verify(tag: &[u8; HMAC_SHA256_LEN], message: &[u8], key: &[u8]) -> Result<()> {
    hmac::verify(&sha256::PRIMITIVE, key, tag, message)
}

/// Starts incremental HMAC-SHA-256 under a key of any length. The returned value, before the first
/// piece of a message, is a prepared key: each call of `tag_after` saves the two blocks of the key
/// setup.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hmac_sha256_init(key: &[u8]) -> Result<HmacSha256> {
    hmac::init(&sha256::PRIMITIVE, key)
}

/// Returns HMAC-SHA-512 of a message under a key of any length.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hmac_sha512(message: &[u8], key: &[u8]) -> Result<[u8; HMAC_SHA512_LEN]> {
    hmac::tag(&sha512::PRIMITIVE, key, message)
}

/// Verifies HMAC-SHA-512 of a message, in constant time.
///
/// # Errors
/// [`crate::Error::Verification`] if the tag is wrong, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn hmac_sha512_verify(tag: &[u8; HMAC_SHA512_LEN], message: &[u8], key: &[u8]) -> Result<()> {
    hmac::verify(&sha512::PRIMITIVE, key, tag, message)
}

/// Starts incremental HMAC-SHA-512 under a key of any length. The returned value, before the first
/// piece of a message, is a prepared key: each call of `tag_after` saves the two blocks of the key
/// setup.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hmac_sha512_init(key: &[u8]) -> Result<HmacSha512> {
    hmac::init(&sha512::PRIMITIVE, key)
}
