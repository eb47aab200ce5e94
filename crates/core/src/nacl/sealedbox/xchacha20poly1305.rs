//! `crypto_box_curve25519xchacha20poly1305_seal`: the sealed box over XChaCha20.
//!
//! ```
//! use quicksalt::nacl::boxes::SecretKey;
//! use quicksalt::nacl::sealedbox::xchacha20poly1305 as sealedbox;
//!
//! let bob = SecretKey::generate()?;
//! let sealed = sealedbox::seal(b"hello", &bob.public_key()?)?;
//! assert_eq!(sealedbox::open(&sealed, &bob.public_key()?, &bob)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::nacl::boxes::xchacha20poly1305::{PublicKey, SecretKey, SharedKey};

pub use super::OVERHEAD;

super::functions::functions!();
