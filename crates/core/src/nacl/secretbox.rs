//! `crypto_secretbox`: authenticated encryption under a shared key, with XSalsa20 and Poly1305.
//!
//! A box is the 16-byte tag followed by the ciphertext. Never use a nonce twice with the same key;
//! random 24-byte nonces never repeat in practice.
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
/// The length of a box minus the length of its message.
pub const TAG_LEN: usize = 16;
/// The longest message in bytes, libsodium's `MESSAGEBYTES_MAX`: the length of the box must fit
/// into `usize`. The cipher's own limit is 2^70 bytes.
pub const MESSAGE_MAX: usize = usize::MAX - TAG_LEN;

secret! {
    /// The shared key.
    Key, 32
}

/// One of many messages to seal or open with the same key.
#[derive(Debug)]
pub struct Item<'a> {
    /// The nonce, which must be unique for the key.
    pub nonce: &'a [u8; NONCE_LEN],
    /// The message to seal, or the box to open.
    pub input: &'a [u8],
    /// The output buffer. For sealing it is [`TAG_LEN`] bytes longer than the message; for opening
    /// it is [`TAG_LEN`] bytes shorter than the box.
    pub out: &'a mut [u8],
}

functions::functions!(xsalsa20poly1305, "secretbox");
