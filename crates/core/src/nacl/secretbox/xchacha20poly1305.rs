//! `crypto_secretbox_xchacha20poly1305`: libsodium's secretbox over XChaCha20.
//!
//! ```
//! use quicksalt::nacl::random;
//! use quicksalt::nacl::secretbox::xchacha20poly1305 as secretbox;
//!
//! let key = secretbox::Key::generate()?;
//! let mut nonce = [0; secretbox::NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let boxed = secretbox::seal(b"hello", &nonce, &key)?;
//! assert_eq!(secretbox::open(&boxed, &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

mod cipher;

pub use super::{Item, Key, MESSAGE_MAX, NONCE_LEN, TAG_LEN};

super::functions::functions!(cipher, "secretbox::xchacha20poly1305");
