//! `crypto_aead_chacha20poly1305_ietf`: 32-byte keys, 12-byte nonces and 16-byte tags (RFC 8439).
//!
//! Nonces are too short to be chosen at random: use a counter.
//!
//! ```
//! use quicksalt::nacl::aead::chacha20poly1305_ietf::{Key, open_detached, seal_detached};
//!
//! let (key, nonce) = (Key::generate()?, [0; 12]);
//! let mut hidden = [0; 5];
//! let tag = seal_detached(&mut hidden, b"hello", b"version 1", &nonce, &key)?;
//! let mut shown = [0; 5];
//! open_detached(&mut shown, &hidden, &tag, b"version 1", &nonce, &key)?;
//! assert_eq!(&shown, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

super::construction!(constructions::chacha20poly1305::ietf, 32);
