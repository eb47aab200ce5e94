//! `crypto_onetimeauth`: Poly1305 (RFC 8439, section 2.5). A key may authenticate only one message;
//! two tags under the same key allow forgeries.
//!
//! ```
//! use quicksalt::nacl::onetimeauth;
//!
//! let key = onetimeauth::Key::generate()?;
//! let tag = onetimeauth::tag(b"hello", &key)?;
//! onetimeauth::verify(&tag, b"hello", &key)?;
//! assert!(onetimeauth::verify(&tag, b"hollo", &key).is_err());
//!
//! let mut mac = onetimeauth::init(&key)?;
//! mac.update(b"hel");
//! mac.update(b"lo");
//! assert_eq!(mac.finish(), tag);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::poly1305;
pub use crate::prim::poly1305::Mac;

/// Length of a tag in bytes.
pub const TAG_LEN: usize = 16;

secret! {
    /// The key for a single message.
    Key, 32
}

/// Returns the tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn tag(message: &[u8], key: &Key) -> Result<[u8; TAG_LEN]> {
    poly1305::tag(key.as_bytes(), message)
}

/// Verifies the tag of a message, in constant time.
///
/// # Errors
/// [`crate::Error::Verification`] if the tag is wrong, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn verify(tag: &[u8; TAG_LEN], message: &[u8], key: &Key) -> Result<()> {
    poly1305::verify(key.as_bytes(), tag, message)
}

/// Starts incremental message authentication.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &Key) -> Result<Mac> {
    poly1305::init(key.as_bytes())
}
