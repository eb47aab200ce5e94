//! `crypto_kem_mlkem768`: ML-KEM-768 (FIPS 203).
//!
//! ```
//! use quicksalt::nacl::kem::mlkem768::{self, Seed};
//!
//! let (public_key, secret_key) = mlkem768::keypair(&Seed::generate()?)?;
//! let (ciphertext, there) = mlkem768::encapsulate(&public_key)?;
//! assert_eq!(mlkem768::decapsulate(&ciphertext, &secret_key)?, there);
//! # Ok::<(), quicksalt::Error>(())
//! ```

use alloc::boxed::Box;

use crate::error::Result;
use crate::nacl::key::{hidden, public, secret};
use crate::prim::mlkem768 as prim;
use crate::wipe::Wiped;

public! {
    /// A key for encapsulating shared secrets to its owner.
    PublicKey, 1184
}

public! {
    /// An encapsulated shared secret.
    Ciphertext, 1088, "ciphertext"
}

secret! {
    /// The seed of a key pair, which is FIPS 203's d followed by z.
    Seed, 64
}

secret! {
    /// The randomness of an encapsulation, called m in FIPS 203. Never use it twice.
    Randomness, 32
}

hidden! {
    /// The shared secret of both sides. It can serve as a key.
    SharedSecret, 32
}

/// A key for decapsulating ciphertexts to its public key. Wiped when dropped, never printed.
#[derive(Clone)]
pub struct SecretKey(Box<Wiped<[u8; prim::SECRET_KEY_LEN]>>);

impl SecretKey {
    /// Length of the key in bytes.
    pub const LEN: usize = prim::SECRET_KEY_LEN;

    /// Returns the bytes in FIPS 203's format. The caller must wipe copies of them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }

    fn empty() -> Self {
        Self(Box::new(Wiped::new([0; Self::LEN])))
    }
}

impl TryFrom<&[u8]> for SecretKey {
    type Error = crate::Error;

    /// Copies the bytes; [`crate::Error::Length`] unless there are [`SecretKey::LEN`].
    fn try_from(bytes: &[u8]) -> Result<Self> {
        let wrong = crate::nacl::key::wrong_length("2400", bytes.len());
        let bytes: &[u8; Self::LEN] = bytes.try_into().map_err(|_| wrong)?;
        let mut key = Self::empty();
        key.0.copy_from_slice(bytes);
        Ok(key)
    }
}

impl core::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

/// Derives the key pair of a seed.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn keypair(seed: &Seed) -> Result<(PublicKey, SecretKey)> {
    let (mut public_key, mut secret_key) = ([0; PublicKey::LEN], SecretKey::empty());
    prim::keypair(&mut public_key, &mut secret_key.0, seed.as_bytes())?;
    Ok((public_key.into(), secret_key))
}

/// Creates a shared secret and the ciphertext that encapsulates it to the owner of the public key.
///
/// # Errors
/// [`crate::Error::Malformed`] if the public key is invalid, [`crate::Error::Randomness`] if the
/// operating system returns no random bytes, [`crate::Error::NoCandidate`] if no candidate passes
/// its self-test.
#[cfg(feature = "std")]
pub fn encapsulate(public_key: &PublicKey) -> Result<(Ciphertext, SharedSecret)> {
    encapsulate_with(public_key, &Randomness::generate()?)
}

/// Does the same as [`encapsulate`], with the caller's randomness.
///
/// # Errors
/// [`crate::Error::Malformed`] if the public key is invalid, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn encapsulate_with(
    public_key: &PublicKey,
    randomness: &Randomness,
) -> Result<(Ciphertext, SharedSecret)> {
    let (mut ciphertext, mut shared) = ([0; Ciphertext::LEN], Wiped::new([0; SharedSecret::LEN]));
    prim::encapsulate(&mut ciphertext, &mut shared, public_key.as_bytes(), randomness.as_bytes())?;
    Ok((ciphertext.into(), SharedSecret(shared)))
}

/// Returns the shared secret of a ciphertext. A forged ciphertext does not cause an error. It
/// yields a secret that nobody knows except the caller, and using that secret reveals the failure.
///
/// # Errors
/// [`crate::Error::KeyMismatch`] if the secret key is inconsistent, [`crate::Error::NoCandidate`]
/// if no candidate passes its self-test.
pub fn decapsulate(ciphertext: &Ciphertext, secret_key: &SecretKey) -> Result<SharedSecret> {
    let mut shared = Wiped::new([0; SharedSecret::LEN]);
    prim::decapsulate(&mut shared, secret_key.as_bytes(), ciphertext.as_bytes())?;
    Ok(SharedSecret(shared))
}
