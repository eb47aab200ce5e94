//! `crypto_secretbox`: a message sealed with a key that both sides share, XSalsa20 and Poly1305.
//!
//! A box is the 16-byte tag and then the ciphertext. A nonce must never be used twice with one
//! key; 24 random bytes never are.
//!
//! ```
//! use quicksalt::nacl::{random, secretbox};
//!
//! let key = secretbox::Key::generate()?;
//! let mut nonce = [0; secretbox::NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let boxed = secretbox::seal(b"hello", &nonce, &key)?;
//! assert_eq!(secretbox::open(&boxed, &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::key::secret;
use crate::prim::xsalsa20poly1305;

/// Length of a nonce in bytes.
pub const NONCE_LEN: usize = 24;
/// By how many bytes a box is longer than its message.
pub const TAG_LEN: usize = 16;
/// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`: a box must have a length. The cipher
/// itself ends at 2^70 bytes.
pub const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// Seals a message.
///
/// # Errors
/// [`Error::OutOfMemory`] if there is no memory for the box, [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn seal(message: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut boxed = memory::zeros(message.len() + TAG_LEN)?;
    seal_into(&mut boxed, message, nonce, key)?;
    Ok(boxed)
}

/// Seals a message into `out`, which is [`TAG_LEN`] bytes longer.
///
/// # Errors
/// [`Error::Length`] if it is not, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn seal_into(out: &mut [u8], message: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<()> {
    xsalsa20poly1305::seal(key.as_bytes(), nonce, out, message)
}

/// Opens a box.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine, [`Error::OutOfMemory`] if there is no memory for
/// the message, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(boxed: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut message = memory::zeros(boxed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?)?;
    open_into(&mut message, boxed, nonce, key)?;
    Ok(message)
}

/// Opens a box into `out`, which is [`TAG_LEN`] bytes shorter.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine; `out` holds nothing of the message then.
/// [`Error::Length`] if `out` has another length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn open_into(out: &mut [u8], boxed: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<()> {
    xsalsa20poly1305::open(key.as_bytes(), nonce, out, boxed)
}
