//! `crypto_aead`: authenticated encryption with associated data under a shared key.
//!
//! A sealed message is the ciphertext followed by the tag. It does not contain the associated data,
//! which must be passed unchanged to open the message. Never use a nonce twice with the same key.
//!
//! All modules have the same interface. Use [`xchacha20poly1305`] unless a protocol requires a
//! different construction: its nonces are long enough to be chosen at random.

/// Defines a construction's key, lengths and functions from its module in `hazmat`. The longest
/// message is the limit of that module.
macro_rules! construction {
    ($($module:ident)::+, $key_len:literal) => {
        use alloc::vec::Vec;

        use $crate::error::{Error, Result};
        use $crate::memory;
        use $crate::nacl::key::secret;
        use $crate::$($module)::+ as below;

        /// Length of a nonce in bytes.
        pub const NONCE_LEN: usize = below::NONCE_LEN;
        /// Length of a tag in bytes. A sealed message is longer than its plaintext by this length.
        pub const TAG_LEN: usize = below::TAG_LEN;
        /// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`.
        pub const MESSAGE_MAX: u64 = below::MESSAGE_MAX;

        secret! {
            /// The shared key.
            Key, $key_len
        }

        /// Seals a message and authenticates `aad` with it.
        ///
        /// # Errors
        /// [`Error::Length`] if the message is longer than [`MESSAGE_MAX`], [`Error::OutOfMemory`]
        /// if memory is exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn seal(
            message: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<Vec<u8>> {
            let mut sealed = memory::zeros(message.len() + TAG_LEN)?;
            seal_into(&mut sealed, message, aad, nonce, key)?;
            Ok(sealed)
        }

        /// Does the same as [`seal`], but writes to `out`, which must be [`TAG_LEN`] bytes longer
        /// than the message.
        ///
        /// # Errors
        /// [`Error::Length`] if `out` has the wrong length, or the message is longer than
        /// [`MESSAGE_MAX`], [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn seal_into(
            out: &mut [u8],
            message: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            below::seal(key.as_bytes(), nonce, aad, out, message)
        }

        /// Does the same as [`seal`] with the ciphertext in `out`, which must have the length of
        /// the message; returns the tag.
        ///
        /// # Errors
        /// The errors of [`seal_into`].
        pub fn seal_detached(
            out: &mut [u8],
            message: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<[u8; TAG_LEN]> {
            let mut tag = [0; TAG_LEN];
            below::seal_detached(key.as_bytes(), nonce, aad, out, &mut tag, message)?;
            Ok(tag)
        }

        /// Opens a sealed message; `aad` must be the same as for sealing.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails, [`Error::OutOfMemory`] if memory is
        /// exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn open(
            sealed: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<Vec<u8>> {
            let len = sealed.len().checked_sub(TAG_LEN).ok_or(Error::Verification)?;
            let mut message = memory::zeros(len)?;
            open_into(&mut message, sealed, aad, nonce, key)?;
            Ok(message)
        }

        /// Does the same as [`open`], but writes to `out`, which must be [`TAG_LEN`] bytes shorter
        /// than `sealed`.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails; `out` then contains no plaintext.
        /// [`Error::Length`] if `out` has the wrong length, [`Error::NoCandidate`] if no candidate
        /// passes its self-test.
        pub fn open_into(
            out: &mut [u8],
            sealed: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            below::open(key.as_bytes(), nonce, aad, out, sealed)
        }

        /// Does the same as [`open`] with a separate tag; `out` must have the length of the
        /// ciphertext.
        ///
        /// # Errors
        /// The errors of [`open_into`].
        pub fn open_detached(
            out: &mut [u8],
            ciphertext: &[u8],
            tag: &[u8; TAG_LEN],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            below::open_detached(key.as_bytes(), nonce, aad, out, tag, ciphertext)
        }
    };
}
use construction;

#[cfg(feature = "aes")]
pub mod aegis128l;
#[cfg(feature = "aes")]
pub mod aegis256;
#[cfg(feature = "aes")]
pub mod aes256gcm;
pub mod chacha20poly1305;
pub mod chacha20poly1305_ietf;
pub mod xchacha20poly1305;
