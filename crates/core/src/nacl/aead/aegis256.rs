//! `crypto_aead_aegis256`: AEGIS-256, with keys and nonces of 32 bytes and tags of 32
//! (draft-irtf-cfrg-aegis-aead). AEGIS is the fastest AEAD on processors with AES instructions.
//! Random 32-byte nonces never repeat in practice.
//!
//! ```
//! use quicksalt::nacl::aead::aegis256::{Key, NONCE_LEN, open, seal};
//! use quicksalt::nacl::random;
//!
//! let key = Key::generate()?;
//! let mut nonce = [0; NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let sealed = seal(b"hello", b"version 1", &nonce, &key)?;
//! assert_eq!(open(&sealed, b"version 1", &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

super::construction!(prim::aegis256, 32);
