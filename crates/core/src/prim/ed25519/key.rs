//! A secret key made ready to sign.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use subtle::ConstantTimeEq as _;

use super::{
    Ops, PRIMITIVE, PUBLIC_KEY_LEN, SECRET_KEY_LEN, SEED_LEN, SIGN, SIGNATURE_LEN, halves,
};
use crate::choose::{Axis, CLASSES, Runnable};
use crate::error::{Error, Result};

/// What a candidate makes of a seed so that a signature costs no more than it must. An
/// implementation wipes its secrets when it is dropped.
pub(super) trait Signer: Send + Sync {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN];
    /// Time depends on the length of the message alone.
    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN];
}

/// A secret key, ready to sign. It is bound to the candidates that stood when it was made, and
/// wiped when it is dropped.
pub struct SigningKey {
    /// One signer for each candidate that stands for a size class; nearly always one in all.
    signers: Vec<Box<dyn Signer>>,
    /// Which of them signs messages of a class.
    of_class: [u8; CLASSES],
    public_key: [u8; PUBLIC_KEY_LEN],
}

impl SigningKey {
    /// The key of a seed.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &[u8; SEED_LEN]) -> Result<Self> {
        let first = PRIMITIVE.pick(SIGN, 0)?;
        let mut key = Self::of_candidate(first, seed);
        let mut bound = Vec::from([first.meta().name]);
        for (class, &size) in Axis::Bytes.bounds().iter().enumerate().skip(1) {
            let candidate = PRIMITIVE.pick(SIGN, size)?;
            let name = candidate.meta().name;
            let index = bound.iter().position(|&known| known == name).unwrap_or_else(|| {
                key.signers.push(candidate.prepare(seed, Some(&key.public_key)));
                bound.push(name);
                bound.len() - 1
            });
            key.of_class[class] = index as u8;
        }
        Ok(key)
    }

    /// The key of NaCl's 64-byte secret key, which is the seed and then the public key.
    ///
    /// The public half goes into the hash that fixes the second half of a signature, while the
    /// first half does not depend on it: two signatures of one message under two public halves
    /// give the secret scalar away. So the half is never taken on trust, by any candidate.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if the public half is not the public key of the seed;
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_keypair(keypair: &[u8; SECRET_KEY_LEN]) -> Result<Self> {
        let (seed, public_key) = halves(keypair);
        let key = Self::from_seed(seed)?;
        let agree = key.public_key.ct_eq(public_key);
        if agree.into() { Ok(key) } else { Err(Error::KeyMismatch) }
    }

    /// The key of a seed, bound to one candidate for messages of all sizes.
    fn of_candidate(candidate: Runnable<Ops>, seed: &[u8; SEED_LEN]) -> Self {
        let signer = candidate.prepare(seed, None);
        let public_key = *signer.public_key();
        Self { signers: Vec::from([signer]), of_class: [0; CLASSES], public_key }
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    /// Signs a message. The same message always gives the same signature.
    ///
    /// # Errors
    /// None today: a key is bound to its candidates when it is made.
    pub fn sign(&self, message: &[u8]) -> Result<[u8; SIGNATURE_LEN]> {
        let class = Axis::Bytes.class_of(message.len());
        Ok(self.signers[usize::from(self.of_class[class])].sign(message))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public_key", &self.public_key).finish_non_exhaustive()
    }
}

impl Runnable<Ops> {
    /// The key of a seed, bound to this candidate.
    #[must_use]
    pub fn signing_key(self, seed: &[u8; SEED_LEN]) -> SigningKey {
        SigningKey::of_candidate(self, seed)
    }
}
