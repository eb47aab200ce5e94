//! `crypto_aead_aes256gcm`: 32-byte keys, 12-byte nonces and 16-byte tags (SP 800-38D).
//!
//! The construction is available on every processor. Without AES instructions it is slow, but
//! equally secure. Nonces are too short to be chosen at random: use a counter. [`PreparedKey`]
//! avoids repeating the key setup for many messages; [`crate::nacl::aes`] supports shorter keys.
//!
//! ```
//! use quicksalt::nacl::aead::aes256gcm::{Key, open_detached, seal_detached};
//!
//! let (key, nonce) = (Key::generate()?, [0; 12]);
//! let mut hidden = [0; 5];
//! let tag = seal_detached(&mut hidden, b"hello", b"version 1", &nonce, &key)?;
//! let mut shown = [0; 5];
//! open_detached(&mut shown, &hidden, &tag, b"version 1", &nonce, &key)?;
//! assert_eq!(&shown, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

mod prepared;

pub use prepared::PreparedKey;

super::construction!(prim::aes256gcm, 32);
