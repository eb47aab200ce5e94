//! `crypto_stream`: a keystream from a key and a nonce. The functions of this module use XSalsa20,
//! with nonces that are long enough to be chosen at random. Its submodules provide further ciphers
//! with the same interface.
//!
//! A stream cipher encrypts without authentication: an attacker who flips bits of the ciphertext
//! flips the same bits of the message unnoticed. Use [`crate::nacl::secretbox`] unless a different
//! layer authenticates the message.
//!
//! ```
//! use quicksalt::nacl::stream::{self, Key};
//!
//! let (key, nonce) = (Key::generate()?, [7; stream::NONCE_LEN]);
//! let mut hidden = [0; 5];
//! stream::xor_into(&mut hidden, b"hello", &nonce, &key)?;
//! let mut shown = [0; 5];
//! stream::xor_into(&mut shown, &hidden, &nonce, &key)?;
//! assert_eq!(&shown, b"hello");
//!
//! let mut pieces = stream::init(&nonce, &key)?;
//! pieces.xor(&mut shown[..2], stream::Source::From(&hidden[..2]))?;
//! pieces.xor(&mut shown[2..], stream::Source::From(&hidden[2..]))?;
//! assert_eq!(&shown, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

/// Defines a cipher: the length of its nonce, the type of its block counter, and the primitive's
/// function.
macro_rules! cipher {
    ($nonce_len:literal, $counter:ty, $xor:path) => {
        use $crate::error::Result;
        use $crate::nacl::key::secret;
        use $crate::prim::Source;

        /// Length of a nonce in bytes.
        pub const NONCE_LEN: usize = $nonce_len;

        secret! {
            /// A key for any number of streams, each with its own nonce.
            Key, 32
        }

        /// Fills `out` with keystream.
        ///
        /// # Errors
        /// [`crate::Error::Length`] if `out` is longer than the stream,
        /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
        pub fn fill(out: &mut [u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<()> {
            $xor(key.as_bytes(), nonce, 0, out, Source::Zero)
        }

        /// Writes `message` XOR keystream into `out`, which must have the same length. Encryption
        /// and decryption are the same operation.
        ///
        /// # Errors
        /// [`crate::Error::Length`] if `out` and `message` differ in length or exceed the stream,
        /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
        pub fn xor_into(
            out: &mut [u8],
            message: &[u8],
            nonce: &[u8; NONCE_LEN],
            key: &Key,
        ) -> Result<()> {
            xor_ic_into(out, message, nonce, 0, key)
        }

        /// Does the same as [`xor_into`] with the keystream from the 64-byte block number `counter`
        /// on.
        ///
        /// # Errors
        /// The errors of [`xor_into`].
        pub fn xor_ic_into(
            out: &mut [u8],
            message: &[u8],
            nonce: &[u8; NONCE_LEN],
            counter: $counter,
            key: &Key,
        ) -> Result<()> {
            $xor(key.as_bytes(), nonce, counter, out, Source::From(message))
        }
    };
}
use cipher;

pub mod chacha20;
pub mod chacha20_ietf;
pub mod salsa20;
pub mod salsa2012;
pub mod salsa208;
pub mod xchacha20;
pub mod xsalsa20;

pub use crate::prim::Source;
pub use xsalsa20::{Key, NONCE_LEN, Stream, fill, init, xor_ic_into, xor_into};
