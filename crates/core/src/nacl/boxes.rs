//! `crypto_box`: a message from one key pair to another, sealed so that only the two can open it
//! and each knows that the other (or itself) made it. X25519, HSalsa20, XSalsa20 and Poly1305.
//!
//! The module is called `boxes` because `box` is a word of the language.
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

use alloc::vec::Vec;

use crate::error::Result;
use crate::nacl::key::{public, secret};
use crate::nacl::secretbox;
use crate::prim::{sha512, x25519, xsalsa20};
use crate::wipe::{Wiped, without_traces};

pub use crate::nacl::secretbox::{NONCE_LEN, TAG_LEN};

public! {
    /// What others seal messages to.
    PublicKey, 32
}

secret! {
    /// What opens messages to its public key.
    SecretKey, 32
}

secret! {
    /// What a key pair is derived from.
    Seed, 32
}

impl SecretKey {
    /// The secret key of a seed: the first half of its SHA-512, as in libsodium.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &Seed) -> Result<Self> {
        without_traces(|| {
            let digest = Wiped::new(sha512::hash(&[seed.as_bytes()])?);
            Self::try_from(&digest[..Self::LEN])
        })
    }

    /// The public key that belongs to it.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn public_key(&self) -> Result<PublicKey> {
        x25519::base(self.as_bytes()).map(PublicKey)
    }
}

/// The key that two key pairs share, in NaCl `beforenm`. It is worth keeping: nearly all the time
/// of sealing goes into computing it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SharedKey(secretbox::Key);

impl SharedKey {
    /// Its length in bytes.
    pub const LEN: usize = secretbox::Key::LEN;

    /// The key that the owner of `secret` shares with the owner of `public`.
    ///
    /// # Errors
    /// [`crate::Error::WeakPublicKey`] if `public` is a point of small order,
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn new(public: &PublicKey, secret: &SecretKey) -> Result<Self> {
        without_traces(|| {
            let product = Wiped::new(x25519::scalarmult(secret.as_bytes(), public.as_bytes())?);
            Ok(Self(secretbox::Key::from(xsalsa20::hsalsa20(&product, &[0; 16]))))
        })
    }

    /// The bytes. Copies made of them are the caller's to wipe.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; Self::LEN] {
        self.0.as_bytes()
    }

    /// Seals a message.
    ///
    /// # Errors
    /// As [`secretbox::seal`].
    pub fn seal(&self, message: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
        secretbox::seal(message, nonce, &self.0)
    }

    /// Seals a message into `out`, which is [`TAG_LEN`] bytes longer.
    ///
    /// # Errors
    /// As [`secretbox::seal_into`].
    pub fn seal_into(&self, out: &mut [u8], message: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<()> {
        secretbox::seal_into(out, message, nonce, &self.0)
    }

    /// Opens a box.
    ///
    /// # Errors
    /// As [`secretbox::open`].
    pub fn open(&self, boxed: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<Vec<u8>> {
        secretbox::open(boxed, nonce, &self.0)
    }

    /// Opens a box into `out`, which is [`TAG_LEN`] bytes shorter.
    ///
    /// # Errors
    /// As [`secretbox::open_into`].
    pub fn open_into(&self, out: &mut [u8], boxed: &[u8], nonce: &[u8; NONCE_LEN]) -> Result<()> {
        secretbox::open_into(out, boxed, nonce, &self.0)
    }

    /// Seals many messages, each with a nonce of its own.
    ///
    /// # Errors
    /// As [`secretbox::seal_many`].
    #[doc(alias = "encrypt_many")]
    pub fn seal_many(&self, messages: &[(&[u8], &[u8; NONCE_LEN])]) -> Result<Vec<Vec<u8>>> {
        secretbox::seal_many(messages, &self.0)
    }

    /// Opens many boxes; [`None`] for one that is not genuine.
    ///
    /// # Errors
    /// As [`secretbox::open_many`].
    #[doc(alias = "decrypt_many")]
    pub fn open_many(&self, boxed: &[(&[u8], &[u8; NONCE_LEN])]) -> Result<Vec<Option<Vec<u8>>>> {
        secretbox::open_many(boxed, &self.0)
    }
}

impl TryFrom<&[u8]> for SharedKey {
    type Error = crate::Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        secretbox::Key::try_from(bytes).map(Self)
    }
}
