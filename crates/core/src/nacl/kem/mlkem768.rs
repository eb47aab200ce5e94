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
    /// What others make shared secrets with.
    PublicKey, 1184
}

public! {
    /// What takes a shared secret to the owner of the secret key.
    Ciphertext, 1088, "ciphertext"
}

secret! {
    /// What a key pair is made of: d and then z of FIPS 203.
    Seed, 64
}

secret! {
    /// What a ciphertext is made of, m of FIPS 203. It must be drawn anew for each.
    Randomness, 32
}

hidden! {
    /// What both sides have. It may be used as a key.
    SharedSecret, 32
}

/// What opens ciphertexts to its public key. It is wiped when it goes out of use and never printed.
#[derive(Clone)]
pub struct SecretKey(Box<Wiped<[u8; prim::SECRET_KEY_LEN]>>);

impl SecretKey {
    /// Its length in bytes.
    pub const LEN: usize = prim::SECRET_KEY_LEN;

    /// The bytes, as FIPS 203 has them. Copies made of them are the caller's to wipe.
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

    /// Copies the bytes; [`crate::Error::Length`] if there are more or fewer than [`SecretKey::LEN`].
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

/// The key pair of a seed.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn keypair(seed: &Seed) -> Result<(PublicKey, SecretKey)> {
    let (mut public_key, mut secret_key) = ([0; PublicKey::LEN], SecretKey::empty());
    prim::keypair(&mut public_key, &mut secret_key.0, seed.as_bytes())?;
    Ok((public_key.into(), secret_key))
}

/// A shared secret, and the ciphertext that takes it to the owner of the public key.
///
/// # Errors
/// [`crate::Error::Malformed`] if the public key is none, [`crate::Error::Randomness`] if the operating
/// system gives no random bytes, [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[cfg(feature = "std")]
pub fn encapsulate(public_key: &PublicKey) -> Result<(Ciphertext, SharedSecret)> {
    encapsulate_with(public_key, &Randomness::generate()?)
}

/// As [`encapsulate`], out of randomness of the caller's.
///
/// # Errors
/// [`crate::Error::Malformed`] if the public key is none, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn encapsulate_with(
    public_key: &PublicKey,
    randomness: &Randomness,
) -> Result<(Ciphertext, SharedSecret)> {
    let (mut ciphertext, mut shared) = ([0; Ciphertext::LEN], Wiped::new([0; SharedSecret::LEN]));
    prim::encapsulate(&mut ciphertext, &mut shared, public_key.as_bytes(), randomness.as_bytes())?;
    Ok((ciphertext.into(), SharedSecret(shared)))
}

/// The shared secret of a ciphertext. One that nobody made gives a secret that nobody else has, and no
/// error: who is at the other end shows when the secret is used.
///
/// # Errors
/// [`crate::Error::KeyMismatch`] if the secret key is not whole, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn decapsulate(ciphertext: &Ciphertext, secret_key: &SecretKey) -> Result<SharedSecret> {
    let mut shared = Wiped::new([0; SharedSecret::LEN]);
    prim::decapsulate(&mut shared, secret_key.as_bytes(), ciphertext.as_bytes())?;
    Ok(SharedSecret(shared))
}
