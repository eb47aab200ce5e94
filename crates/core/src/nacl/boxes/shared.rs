//! The key that two key pairs share, for boxes of either cipher.

use crate::error::Result;
use crate::nacl::boxes::{PublicKey, SecretKey};
use crate::nacl::secretbox::Key;
use crate::prim::x25519;
use crate::wipe::{Wiped, without_traces};

/// The key of the secretbox of a module, which a function makes of the product of X25519.
macro_rules! key {
    ($secretbox:ident, $derive:expr) => {
        use alloc::vec::Vec;

        /// The key that two key pairs share, in NaCl `beforenm`. It is worth keeping: nearly all the time
        /// of sealing goes into computing it.
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct SharedKey($secretbox::Key);

        impl SharedKey {
            /// Its length in bytes.
            pub const LEN: usize = $secretbox::Key::LEN;

            /// The key that the owner of `secret` shares with the owner of `public`.
            ///
            /// # Errors
            /// [`crate::Error::WeakPublicKey`] if `public` is a point of small order,
            /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
            pub fn new(public: &PublicKey, secret: &SecretKey) -> Result<Self> {
                $crate::nacl::boxes::shared::of(public, secret, $derive).map(Self)
            }

            /// The bytes. Copies made of them are the caller's to wipe.
            #[must_use]
            pub fn as_bytes(&self) -> &[u8; Self::LEN] {
                self.0.as_bytes()
            }

            /// Seals a message.
            ///
            /// # Errors
            /// As [`secretbox::seal`].
            pub fn seal(&self, message: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
                $secretbox::seal(message, nonce, &self.0)
            }

            /// Seals a message into `out`, which is [`TAG_LEN`] bytes longer.
            ///
            /// # Errors
            /// As [`secretbox::seal_into`].
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
            /// As [`secretbox::open`].
            pub fn open(&self, boxed: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
                $secretbox::open(boxed, nonce, &self.0)
            }

            /// Opens a box into `out`, which is [`TAG_LEN`] bytes shorter.
            ///
            /// # Errors
            /// As [`secretbox::open_into`].
            pub fn open_into(
                &self,
                out: &mut [u8],
                boxed: &[u8],
                nonce: &[u8; NONCE_LEN],
            ) -> Result<()> {
                $secretbox::open_into(out, boxed, nonce, &self.0)
            }

            /// Seals many messages, each with a nonce of its own.
            ///
            /// # Errors
            /// As [`secretbox::seal_many`].
            #[doc(alias = "encrypt_many")]
            pub fn seal_many(
                &self,
                messages: &[(&[u8], &[u8; NONCE_LEN])],
            ) -> Result<Vec<Vec<u8>>> {
                $secretbox::seal_many(messages, &self.0)
            }

            /// Opens many boxes; [`None`] for one that is not genuine.
            ///
            /// # Errors
            /// As [`secretbox::open_many`].
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

/// The key that the owner of `secret` shares with the owner of `public`.
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
