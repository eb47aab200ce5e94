//! `crypto_auth`: a tag that only who knows the key can make, HMAC-SHA-512 cut to 256 bits
//! (RFC 2104, RFC 4231). One key serves any number of messages.
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

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::hmac_sha512_256;
pub use crate::prim::hmac_sha512_256::Mac;

/// Length of a tag in bytes.
pub const TAG_LEN: usize = 32;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// The tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(message: &[u8], key: &Key) -> Result<[u8; TAG_LEN]> {
    hmac_sha512_256::tag(key.as_bytes(), message)
}

/// Checks the tag of a message, in a time that does not depend on the tag.
///
/// # Errors
/// [`crate::Error::Verification`] if it is not genuine, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn verify(tag: &[u8; TAG_LEN], message: &[u8], key: &Key) -> Result<()> {
    hmac_sha512_256::verify(key.as_bytes(), tag, message)
}

/// The tag of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &Key) -> Result<Mac> {
    hmac_sha512_256::init(key.as_bytes())
}
