//! `crypto_aead_aegis128l`: AEGIS-128L, with keys and nonces of 16 bytes and tags of 32
//! (draft-irtf-cfrg-aegis-aead). AEGIS-128L is the fastest AEAD on processors with AES
//! instructions. Random 16-byte nonces are safe for up to 2^48 messages under a key.
//!
//! ```
//! use quicksalt::nacl::aead::aegis128l::{Key, NONCE_LEN, open, seal};
//! use quicksalt::nacl::random;
//!
//! let key = Key::generate()?;
//! let mut nonce = [0; NONCE_LEN];
//! random::fill(&mut nonce)?;
//! let sealed = seal(b"hello", b"version 1", &nonce, &key)?;
//! assert_eq!(open(&sealed, b"version 1", &nonce, &key)?, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

super::construction!(prim::aegis128l, 16);
