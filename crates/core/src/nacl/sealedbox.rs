//! `crypto_box_seal`: anonymous public-key encryption.
//!
//! A sealed box is an ephemeral public key followed by a box from that key. The ephemeral secret
//! key is discarded, so not even the sender can open the box. The nonce is BLAKE2b-192 of both
//! public keys. This is a construction of libsodium, not of NaCl.
//!
//! ```
//! use quicksalt::nacl::{boxes::SecretKey, sealedbox};
//!
//! let bob = SecretKey::generate()?;
//! let sealed = sealedbox::seal(b"hello", &bob.public_key()?)?;
//! assert_eq!(sealedbox::open(&sealed, &bob.public_key()?, &bob)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

mod functions;
pub mod xchacha20poly1305;

use crate::nacl::boxes::{PublicKey, SecretKey, SharedKey, TAG_LEN};

/// The length of a sealed box minus the length of its message.
pub const OVERHEAD: usize = PublicKey::LEN + TAG_LEN;

functions::functions!();
