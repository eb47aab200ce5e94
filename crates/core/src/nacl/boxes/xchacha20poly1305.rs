//! `crypto_box_curve25519xchacha20poly1305`: libsodium's box over XChaCha20. It uses the same key
//! pairs as NaCl's box.
//!
//! ```
//! use quicksalt::nacl::boxes::SecretKey;
//! use quicksalt::nacl::boxes::xchacha20poly1305::SharedKey;
//! use quicksalt::nacl::random;
//!
//! let (alice, bob) = (SecretKey::generate()?, SecretKey::generate()?);
//! let mut nonce = [0; 24];
//! random::fill(&mut nonce)?;
//! let boxed = SharedKey::new(&bob.public_key()?, &alice)?.seal(b"hello", &nonce)?;
//! let opened = SharedKey::new(&alice.public_key()?, &bob)?.open(&boxed, &nonce)?;
//! assert_eq!(opened, b"hello");
//! # Ok::<(), quicksalt::Error>(())
//! ```

use crate::error::Result;
use crate::nacl::secretbox::xchacha20poly1305 as secretbox;
use crate::prim::chacha20;

pub use super::{NONCE_LEN, PublicKey, SecretKey, Seed, TAG_LEN};

super::shared::key!(secretbox, |product| {
    let mut key = [0; secretbox::Key::LEN];
    chacha20::hchacha20(product, &mut key, &[0; 16]);
    key
});
