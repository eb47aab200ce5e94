//! `crypto_aead`: a message sealed together with data that stays open, by a key that both sides share.
//!
//! What is sealed is the ciphertext and then the tag. The associated data is not in it; opening needs
//! the same data. A nonce must never be used twice with one key.
//!
//! All have one shape. [`xchacha20poly1305`] is the one to take unless a protocol asks for another: its
//! nonces are long enough to be drawn at random.

/// Defines a construction out of its module in the layer below: its key, the lengths and the calls. The
/// longest message is that module's.
macro_rules! construction {
    ($($module:ident)::+, $key_len:literal) => {
        use alloc::vec::Vec;

        use $crate::error::{Error, Result};
        use $crate::memory;
        use $crate::nacl::key::secret;
        use $crate::$($module)::+ as below;

        /// Length of a nonce in bytes.
        pub const NONCE_LEN: usize = below::NONCE_LEN;
        /// Length of a tag in bytes: by so many what is sealed is longer than its message.
        pub const TAG_LEN: usize = below::TAG_LEN;
        /// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`.
        pub const MESSAGE_MAX: u64 = below::MESSAGE_MAX;

        secret! {
            /// The key that both sides share.
            Key, $key_len
        }

        /// Seals a message and binds `aad` to it.
        ///
        /// # Errors
        /// [`Error::Length`] if the message is longer than [`MESSAGE_MAX`], [`Error::OutOfMemory`]
        /// if there is no memory for the result, [`Error::NoCandidate`] if no candidate passes its
        /// self-test.
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

        /// As [`seal`], into `out`, which is [`TAG_LEN`] bytes longer than the message.
        ///
        /// # Errors
        /// [`Error::Length`] if it is not, or the message is longer than [`MESSAGE_MAX`],
        /// [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn seal_into(
            out: &mut [u8],
            message: &[u8],
            aad: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            below::seal(key.as_bytes(), nonce, aad, out, message)
        }

        /// As [`seal`], the ciphertext into `out`, which is as long as the message; returns the tag.
        ///
        /// # Errors
        /// Those of [`seal_into`].
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

        /// Opens what was sealed with the same `aad`.
        ///
        /// # Errors
        /// [`Error::Verification`] if it is not genuine, [`Error::OutOfMemory`] if there is no
        /// memory for the message, [`Error::NoCandidate`] if no candidate passes its self-test.
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

        /// As [`open`], into `out`, which is [`TAG_LEN`] bytes shorter than `sealed`.
        ///
        /// # Errors
        /// [`Error::Verification`] if it is not genuine; `out` holds nothing of the message then.
        /// [`Error::Length`] if `out` has another length, [`Error::NoCandidate`] if no candidate
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

        /// As [`open`], the tag apart from the ciphertext, which is as long as `out`.
        ///
        /// # Errors
        /// Those of [`open_into`].
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
