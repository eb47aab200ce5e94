//! AES-256-GCM with a precomputed key schedule.

use alloc::vec::Vec;

use super::{Key, NONCE_LEN, TAG_LEN};
use crate::error::{Error, Result};
use crate::memory;
use crate::prim::aes_modes::{self, GcmKey};

/// A precomputed key for any number of messages, libsodium's `crypto_aead_aes256gcm_beforenm`. It
/// contains the round keys and the powers of the hash key. It is wiped when dropped and never
/// printed.
///
/// ```
/// use quicksalt::nacl::aead::aes256gcm::{Key, PreparedKey, open};
///
/// let key = Key::generate()?;
/// let prepared = PreparedKey::new(&key)?;
/// let sealed = prepared.seal(b"hello", b"version 1", &[0; 12])?;
/// assert_eq!(open(&sealed, b"version 1", &[0; 12], &key)?, b"hello");
/// assert_eq!(prepared.open(&sealed, b"version 1", &[0; 12])?, b"hello");
/// # Ok::<(), quicksalt::Error>(())
/// ```
#[derive(Debug)]
pub struct PreparedKey(GcmKey);

impl PreparedKey {
    /// Computes the key schedule.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(key: &Key) -> Result<Self> {
        GcmKey::new(aes_modes::Key::new(key.as_bytes())?).map(Self)
    }

    /// Does the same as [`aes256gcm::seal`](super::seal).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::seal`](super::seal).
    pub fn seal(&self, message: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
        let mut sealed = memory::zeros(message.len() + TAG_LEN)?;
        self.seal_into(&mut sealed, message, aad, nonce)?;
        Ok(sealed)
    }

    /// Does the same as [`aes256gcm::seal_into`](super::seal_into).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::seal_into`](super::seal_into).
    pub fn seal_into(
        &self,
        out: &mut [u8],
        message: &[u8],
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
    ) -> Result<()> {
        let (expected, actual) = ("len(message) + 16", out.len());
        let (text, tag) = out
            .split_last_chunk_mut()
            .filter(|(text, _)| text.len() == message.len())
            .ok_or(Error::length("out", expected, actual))?;
        *tag = self.seal_detached(text, message, aad, nonce)?;
        Ok(())
    }

    /// Does the same as [`aes256gcm::seal_detached`](super::seal_detached).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::seal_detached`](super::seal_detached).
    pub fn seal_detached(
        &self,
        out: &mut [u8],
        message: &[u8],
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
    ) -> Result<[u8; TAG_LEN]> {
        self.0.seal(nonce, aad, out, message)
    }

    /// Does the same as [`aes256gcm::open`](super::open).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::open`](super::open).
    pub fn open(&self, sealed: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
        let len = sealed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?;
        let mut message = memory::zeros(len)?;
        self.open_into(&mut message, sealed, aad, nonce)?;
        Ok(message)
    }

    /// Does the same as [`aes256gcm::open_into`](super::open_into).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::open_into`](super::open_into).
    pub fn open_into(
        &self,
        out: &mut [u8],
        sealed: &[u8],
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
    ) -> Result<()> {
        let (text, tag) = sealed.split_last_chunk().ok_or(Error::Verification)?;
        if out.len() != text.len() {
            let expected = "len(ciphertext) - 16";
            return Err(Error::length("out", expected, out.len()));
        }
        self.open_detached(out, text, tag, aad, nonce)
    }

    /// Does the same as [`aes256gcm::open_detached`](super::open_detached).
    ///
    /// # Errors
    /// The errors of [`aes256gcm::open_detached`](super::open_detached).
    pub fn open_detached(
        &self,
        out: &mut [u8],
        ciphertext: &[u8],
        tag: &[u8; TAG_LEN],
        aad: &[u8],
        nonce: &[u8; NONCE_LEN],
    ) -> Result<()> {
        self.0.open(nonce, aad, out, tag, ciphertext)
    }
}
