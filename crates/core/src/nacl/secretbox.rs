//! `crypto_secretbox`: a message sealed with a key that both sides share, XSalsa20 and Poly1305.
//!
//! A box is the 16-byte tag and then the ciphertext. A nonce must never be used twice with one
//! key; 24 random bytes never are.
//!
//! ```
//! use quicksalt::nacl::{random, secretbox};
//!
//! let key = secretbox::Key::generate()?;
//! let mut nonce = [0; secretbox::NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let boxed = secretbox::seal(b"hello", &nonce, &key)?;
//! assert_eq!(secretbox::open(&boxed, &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

mod functions;
pub mod xchacha20poly1305;

use crate::nacl::key::secret;
use crate::prim::xsalsa20poly1305;

/// Length of a nonce in bytes.
pub const NONCE_LEN: usize = 24;
/// By how many bytes a box is longer than its message.
pub const TAG_LEN: usize = 16;
/// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`: a box must have a length. The cipher
/// itself ends at 2^70 bytes.
pub const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

secret! {
    /// The key that both sides share.
    Key, 32
}

/// One of many messages that are sealed or opened with one key.
#[derive(Debug)]
pub struct Item<'a> {
    /// Never used twice with one key.
    pub nonce: &'a [u8; NONCE_LEN],
    /// The message to seal, or the box to open.
    pub input: &'a [u8],
    /// Where the box goes, which is [`TAG_LEN`] bytes longer than the message, or the message.
    pub out: &'a mut [u8],
}

functions::functions!(xsalsa20poly1305, "secretbox");
