//! `crypto_aead_chacha20poly1305`: the construction before RFC 8439, with 32-byte keys, 8-byte
//! nonces and 16-byte tags (draft-agl-tls-chacha20poly1305-04), for compatibility.
//!
//! Nonces are too short to be chosen at random: use a counter.
//!
//! ```
//! use quicksalt::nacl::aead::chacha20poly1305::{Key, open, seal};
//!
//! let (key, nonce) = (Key::generate()?, [0; 8]);
//! let sealed = seal(b"hello", b"", &nonce, &key)?;
//! assert_eq!(open(&sealed, b"", &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

super::construction!(constructions::chacha20poly1305::original, 32);
