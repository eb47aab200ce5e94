//! `crypto_stream`: a keystream from a key and a nonce, XSalsa20.
//!
//! A stream hides a message and does not authenticate it: whoever can change the ciphertext flips
//! the same bits of the message, unseen. Use [`crate::nacl::secretbox`] unless something else
//! authenticates.
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

use crate::error::Result;
use crate::nacl::key::secret;
pub use crate::prim::Source;
use crate::prim::xsalsa20;
pub use crate::prim::xsalsa20::Stream;

/// Length of a nonce in bytes: long enough to be drawn at random.
pub const NONCE_LEN: usize = xsalsa20::NONCE_LEN;

secret! {
    /// A key for any number of streams, each with its own nonce.
    Key, 32
}

/// Fills `out` with keystream.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn fill(out: &mut [u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<()> {
    xsalsa20::stream(key.as_bytes(), nonce, 0, out)
}

/// Writes `message` XOR keystream into `out`, which is as long. Applied twice it gives the
/// message back.
///
/// # Errors
/// [`crate::Error::Length`] if `out` is not as long as `message`, [`crate::Error::NoCandidate`]
/// if no candidate passes its self-test.
pub fn xor_into(out: &mut [u8], message: &[u8], nonce: &[u8; NONCE_LEN], key: &Key) -> Result<()> {
    xsalsa20::xor(key.as_bytes(), nonce, 0, out, Source::From(message))
}

/// A stream that is taken piece by piece, from its first block on.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(nonce: &[u8; NONCE_LEN], key: &Key) -> Result<Stream> {
    xsalsa20::init(key.as_bytes(), nonce)
}
