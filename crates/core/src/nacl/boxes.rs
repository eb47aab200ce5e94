//! `crypto_box`: authenticated public-key encryption between two key pairs. Only the owners of the
//! two key pairs can open a box, and opening it proves that one of them sealed it. The construction
//! uses X25519, HSalsa20, XSalsa20 and Poly1305.
//!
//! The module is called `boxes` because `box` is a Rust keyword.
//!
//! ```
//! use quicksalt::nacl::boxes::{SecretKey, SharedKey};
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

mod shared;
pub mod xchacha20poly1305;

use crate::error::Result;
use crate::nacl::key::{public, secret};
use crate::nacl::secretbox;
use crate::prim::{sha512, x25519, xsalsa20};
use crate::wipe::{Wiped, without_traces};

pub use crate::nacl::secretbox::{NONCE_LEN, TAG_LEN};

public! {
    /// A key for sealing messages to its owner.
    PublicKey, 32
}

secret! {
    /// A key for opening messages sealed to its public key.
    SecretKey, 32
}

secret! {
    /// The seed of a key pair.
    Seed, 32
}

impl SecretKey {
    /// Derives a secret key from a seed. The key is the first half of the seed's SHA-512 digest, as
    /// in libsodium.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &Seed) -> Result<Self> {
        without_traces(|| {
            let digest = Wiped::new(sha512::hash(&[seed.as_bytes()])?);
            Self::try_from(&digest[..Self::LEN])
        })
    }

    /// Computes the public key.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn public_key(&self) -> Result<PublicKey> {
        x25519::base(self.as_bytes()).map(PublicKey)
    }
}

shared::key!(secretbox, |product| xsalsa20::hsalsa20(product, &[0; 16]));
