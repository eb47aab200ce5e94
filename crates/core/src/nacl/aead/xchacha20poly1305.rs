//! `crypto_aead_xchacha20poly1305_ietf`: 32-byte keys, 24-byte nonces and 16-byte tags
//! (draft-irtf-cfrg-xchacha-03). Random 24-byte nonces never repeat in practice.
//!
//! The draft limits messages to 2^38 - 64 bytes because its block counter has 32 bits. Like
//! libsodium, this module uses a 64-bit counter and produces the same bytes at every length.
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
