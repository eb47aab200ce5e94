//! The shared key of two key pairs, for boxes with XSalsa20 and with XChaCha20.

use crate::error::Result;
use crate::nacl::boxes::{PublicKey, SecretKey};
use crate::nacl::secretbox::Key;
use crate::prim::x25519;
use crate::wipe::{Wiped, without_traces};

/// Defines the shared key: a secretbox key that a function derives from the X25519 product.
macro_rules! key {
    ($secretbox:ident, $derive:expr) => {
        use alloc::vec::Vec;

        /// The shared key of two key pairs, NaCl's `beforenm`. Reuse it: computing it takes nearly
        /// all the time of sealing a message.
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct SharedKey($secretbox::Key);

        impl SharedKey {
            /// Length of the key in bytes.
            pub const LEN: usize = $secretbox::Key::LEN;

            /// Computes the key that the owners of `secret` and `public` share.
            ///
            /// # Errors
            /// [`crate::Error::WeakPublicKey`] if `public` has small order,
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn new(public: &PublicKey, secret: &SecretKey) -> Result<Self> {
                $crate::nacl::boxes::shared::of(public, secret, $derive).map(Self)
            }

            /// The bytes of the key. The caller must wipe copies.
            #[must_use]
            pub fn as_bytes(&self) -> &[u8; Self::LEN] {
                self.0.as_bytes()
            }

            /// Seals a message.
            ///
            /// # Errors
            /// The errors of [`secretbox::seal`].
            pub fn seal(&self, message: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
                $secretbox::seal(message, nonce, &self.0)
            }

            /// Seals a message into `out`, which must be [`TAG_LEN`] bytes longer.
            ///
            /// # Errors
            /// The errors of [`secretbox::seal_into`].
            pub fn seal_into(
                &self,
                out: &mut [u8],
                message: &[u8],
                nonce: &[u8; NONCE_LEN],
            ) -> Result<()> {
                $secretbox::seal_into(out, message, nonce, &self.0)
            }

            /// Opens a box.
            ///
            /// # Errors
            /// The errors of [`secretbox::open`].
            pub fn open(&self, boxed: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
                $secretbox::open(boxed, nonce, &self.0)
            }

            /// Opens a box into `out`, which must be [`TAG_LEN`] bytes shorter.
            ///
            /// # Errors
            /// The errors of [`secretbox::open_into`].
            pub fn open_into(
                &self,
                out: &mut [u8],
                boxed: &[u8],
                nonce: &[u8; NONCE_LEN],
            ) -> Result<()> {
                $secretbox::open_into(out, boxed, nonce, &self.0)
            }

            /// Seals many messages, each with its own nonce.
            ///
            /// # Errors
            /// The errors of [`secretbox::seal_many`].
            #[doc(alias = "encrypt_many")]
            pub fn seal_many(
                &self,
                messages: &[(&[u8], &[u8; NONCE_LEN])],
            ) -> Result<Vec<Vec<u8>>> {
                $secretbox::seal_many(messages, &self.0)
            }

            /// Opens many boxes; the result is [`None`] for a box that fails authentication.
            ///
            /// # Errors
            /// The errors of [`secretbox::open_many`].
            #[doc(alias = "decrypt_many")]
            pub fn open_many(
                &self,
                boxed: &[(&[u8], &[u8; NONCE_LEN])],
            ) -> Result<Vec<Option<Vec<u8>>>> {
                $secretbox::open_many(boxed, &self.0)
            }
        }

        impl TryFrom<&[u8]> for SharedKey {
            type Error = $crate::Error;

            fn try_from(bytes: &[u8]) -> Result<Self> {
                $secretbox::Key::try_from(bytes).map(Self)
            }
        }
    };
}
pub(super) use key;

/// Computes the key that the owners of `secret` and `public` share.
pub(super) fn of(
    public: &PublicKey,
    secret: &SecretKey,
    derive: impl FnOnce(&[u8; 32]) -> [u8; Key::LEN],
) -> Result<Key> {
    without_traces(|| {
        let product = Wiped::new(x25519::scalarmult(secret.as_bytes(), public.as_bytes())?);
        Ok(Key::from(derive(&product)))
    })
}
