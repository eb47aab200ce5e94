//! The functions of sealed boxes, for XSalsa20 and for XChaCha20.

use crate::error::Result;
use crate::nacl::boxes::{NONCE_LEN, PublicKey};
use crate::prim::blake2b;

/// Defines the functions, using the `SharedKey` of the module.
macro_rules! functions {
    () => {
        use alloc::vec::Vec;

        use $crate::error::{Error, Result};
        use $crate::memory;
        use $crate::nacl::sealedbox::functions::nonce;
        use $crate::wipe::without_traces;

        /// Seals a message to `public`.
        ///
        /// # Errors
        /// [`Error::WeakPublicKey`] if `public` has small order, [`Error::Randomness`] if the
        /// operating system returns no random bytes, [`Error::OutOfMemory`] if memory is exhausted,
        /// [`Error::NoCandidate`] if no candidate passes its self-test.
        #[cfg(feature = "std")]
        pub fn seal(message: &[u8], public: &PublicKey) -> Result<Vec<u8>> {
            let mut sealed = memory::zeros(message.len() + OVERHEAD)?;
            seal_into(&mut sealed, message, public, &SecretKey::generate()?)?;
            Ok(sealed)
        }

        /// Seals a message into `out`, which must be [`OVERHEAD`] bytes longer. `ephemeral` must be
        /// fresh random bytes for each message.
        ///
        /// # Errors
        /// [`Error::Length`] if `out` has the wrong length, [`Error::WeakPublicKey`] if `public`
        /// has small order, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn seal_into(
            out: &mut [u8],
            message: &[u8],
            public: &PublicKey,
            ephemeral: &SecretKey,
        ) -> Result<()> {
            let actual = out.len();
            let Some((head, boxed)) = out.split_first_chunk_mut() else {
                let expected = "len(message) + 48";
                return Err(Error::length("output", expected, actual));
            };
            let from = ephemeral.public_key()?;
            *head = *from.as_bytes();
            without_traces(|| {
                let shared = SharedKey::new(public, ephemeral)?;
                shared.seal_into(boxed, message, &nonce(&from, public)?)
            })
        }

        /// Opens a sealed box; `public` must be the public key of `secret`.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails, [`Error::OutOfMemory`] if memory is
        /// exhausted, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn open(sealed: &[u8], public: &PublicKey, secret: &SecretKey) -> Result<Vec<u8>> {
            let mut message =
                memory::zeros(sealed.len().checked_sub(OVERHEAD).ok_or(Error::Verification)?)?;
            open_into(&mut message, sealed, public, secret)?;
            Ok(message)
        }

        /// Opens a sealed box into `out`, which must be [`OVERHEAD`] bytes shorter.
        ///
        /// # Errors
        /// [`Error::Verification`] if authentication fails, [`Error::Length`] if `out` has the
        /// wrong length, [`Error::NoCandidate`] if no candidate passes its self-test.
        pub fn open_into(
            out: &mut [u8],
            sealed: &[u8],
            public: &PublicKey,
            secret: &SecretKey,
        ) -> Result<()> {
            let (from, boxed) = sealed.split_first_chunk().ok_or(Error::Verification)?;
            let from = PublicKey::from(*from);
            without_traces(|| {
                let shared = SharedKey::new(&from, secret).map_err(|error| match error {
                    // A sealed box from a point of small order is a forgery like any other.
                    Error::WeakPublicKey => Error::Verification,
                    other => other,
                })?;
                shared.open_into(out, boxed, &nonce(&from, public)?)
            })
        }
    };
}
pub(super) use functions;

/// BLAKE2b-192 of both public keys.
pub(super) fn nonce(ephemeral: &PublicKey, public: &PublicKey) -> Result<[u8; NONCE_LEN]> {
    let mut nonce = [0; NONCE_LEN];
    let parts: [&[u8]; 2] = [ephemeral.as_bytes(), public.as_bytes()];
    blake2b::hash(&[], &[0; 16], &[0; 16], &mut nonce, &parts)?;
    Ok(nonce)
}
