//! `crypto_aead_xchacha20poly1305_ietf`: a message sealed together with data that stays open, by a
//! key that both sides share (draft-irtf-cfrg-xchacha-03).
//!
//! What is sealed is the ciphertext and then the 16-byte tag. The associated data is not in it;
//! opening needs the same data. A nonce must never be used twice with one key; 24 random bytes
//! never are.
//!
//! The draft ends a message at 2^38 - 64 bytes, where a block counter of 32 bits does. Here the
//! counter has 64, as in libsodium, whose bytes these are at every length.
//!
//! ```
//! use quicksalt::nacl::{aead, random};
//!
//! let key = aead::Key::generate()?;
//! let mut nonce = [0; aead::NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let sealed = aead::seal(b"hello", b"version 1", &nonce, &key)?;
//! assert_eq!(aead::open(&sealed, b"version 1", &nonce, &key)?, b"hello");
//! assert!(aead::open(&sealed, b"version 2", &nonce, &key).is_err());
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::memory;
use crate::nacl::key::secret;
use crate::prim::xchacha20poly1305;

/// Length of a nonce in bytes.
pub const NONCE_LEN: usize = xchacha20poly1305::NONCE_LEN;
/// By how many bytes what is sealed is longer than its message.
pub const TAG_LEN: usize = xchacha20poly1305::TAG_LEN;
/// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`: what is sealed must have a length.
/// The cipher itself ends at 2^70 bytes.
pub const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// Seals a message and binds `aad` to it.
///
/// # Errors
/// [`Error::OutOfMemory`] if there is no memory for the result, [`Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn seal(message: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut sealed = memory::zeros(message.len() + TAG_LEN)?;
    seal_into(&mut sealed, message, aad, nonce, key)?;
    Ok(sealed)
}

/// As [`seal`], into `out`, which is [`TAG_LEN`] bytes longer than the message.
///
/// # Errors
/// [`Error::Length`] if it is not, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn seal_into(
    out: &mut [u8],
    message: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &Key,
) -> Result<()> {
    xchacha20poly1305::seal(key.as_bytes(), nonce, aad, out, message)
}

/// Opens what was sealed with the same `aad`.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine, [`Error::OutOfMemory`] if there is no memory for
/// the message, [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(sealed: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Vec<u8>> {
    let mut message = memory::zeros(sealed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?)?;
    open_into(&mut message, sealed, aad, nonce, key)?;
    Ok(message)
}

/// As [`open`], into `out`, which is [`TAG_LEN`] bytes shorter than `sealed`.
///
/// # Errors
/// [`Error::Verification`] if it is not genuine; `out` holds nothing of the message then.
/// [`Error::Length`] if `out` has another length, [`Error::NoCandidate`] if no candidate passes
/// its self-test.
pub fn open_into(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &Key,
) -> Result<()> {
    xchacha20poly1305::open(key.as_bytes(), nonce, aad, out, sealed)
}
