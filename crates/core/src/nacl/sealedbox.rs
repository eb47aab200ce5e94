//! `crypto_box_seal`: a message to a public key from nobody in particular.
//!
//! A sealed box is an ephemeral public key and then a box from it; the ephemeral secret key is
//! forgotten, so not even the sender can open it. The nonce is BLAKE2b-192 of both public keys.
//! A libsodium construction.
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

/// By how many bytes a sealed box is longer than its message.
pub const OVERHEAD: usize = PublicKey::LEN + TAG_LEN;

functions::functions!();
