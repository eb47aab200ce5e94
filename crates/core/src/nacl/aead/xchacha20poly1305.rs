//! `crypto_aead_xchacha20poly1305_ietf`: 32-byte keys, 24-byte nonces and 16-byte tags
//! (draft-irtf-cfrg-xchacha-03). 24 random bytes are a nonce that never comes twice.
//!
//! The draft ends a message at 2^38 - 64 bytes, where a block counter of 32 bits does. Here the
//! counter has 64, as in libsodium, whose bytes these are at every length.
//!
//! ```
//! use quicksalt::nacl::aead::xchacha20poly1305::{Key, NONCE_LEN, open, seal};
//! use quicksalt::nacl::random;
//!
//! let key = Key::generate()?;
//! let mut nonce = [0; NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let sealed = seal(b"hello", b"version 1", &nonce, &key)?;
//! assert_eq!(open(&sealed, b"version 1", &nonce, &key)?, b"hello");
//! assert!(open(&sealed, b"version 2", &nonce, &key).is_err());
//! # Ok::<(), quicksalt::Error>(())
//! ```

super::construction!(constructions::chacha20poly1305::extended, 32);
