//! AES-256-GCM with the interface of the other AEAD constructions.

use super::Key;
use crate::error::{Error, Result};

pub use super::{GCM_MAX as MESSAGE_MAX, NONCE_LEN, TAG_LEN};

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;

/// Seals `message` into `out`, which must be [`TAG_LEN`] bytes longer. Writes the ciphertext and
/// then the tag, which also covers the associated data.
///
/// # Errors
/// [`Error::Length`] if `out` has the wrong length or the message is longer than [`MESSAGE_MAX`];
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    message: &[u8],
) -> Result<()> {
    let actual = out.len();
    match out.split_last_chunk_mut() {
        Some((text, tag)) if text.len() == message.len() => {
            seal_detached(key, nonce, aad, text, tag, message)
        }
        _ => Err(Error::length("out", "len(message) + 16", actual)),
    }
}

/// Same as [`seal`], with a separate tag: `out` receives the ciphertext and must have the length of
/// the message.
///
/// # Errors
/// Same as [`seal`].
pub fn seal_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) -> Result<()> {
    *tag = super::gcm_seal(Key::new(key)?, nonce, aad, out, message)?;
    Ok(())
}

/// Opens `sealed` into `out`, which must be [`TAG_LEN`] bytes shorter. `out` holds no byte of the
/// message unless ciphertext and associated data are genuine.
///
/// # Errors
/// [`Error::Verification`] if the ciphertext or the associated data is not genuine, or `sealed` is
/// shorter than a tag; [`Error::Length`] if `out` has the wrong length or the message would be
/// longer than [`MESSAGE_MAX`]; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    sealed: &[u8],
) -> Result<()> {
    let (text, tag) = sealed.split_last_chunk().ok_or(Error::Verification)?;
    if out.len() != text.len() {
        let expected = "len(ciphertext) - 16";
        return Err(Error::length("out", expected, out.len()));
    }
    open_detached(key, nonce, aad, out, tag, text)
}

/// Same as [`open`], with a separate tag: `out` must have the length of the ciphertext.
///
/// # Errors
/// Same as [`open`].
pub fn open_detached(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    super::gcm_open(Key::new(key)?, nonce, aad, out, tag, ciphertext)
}
