//! A secret key prepared for signing.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use subtle::ConstantTimeEq as _;

use super::{
    Ops, PRIMITIVE, PUBLIC_KEY_LEN, SECRET_KEY_LEN, SEED_LEN, SIGN, SIGNATURE_LEN, halves,
};
use crate::choose::{Axis, CLASSES, Runnable};
use crate::error::{Error, Result};
use crate::wipe::{STACK, Wiped, wipe_stack};

/// A seed prepared by a candidate, so that signing needs no repeated work. An implementation wipes
/// its secrets on drop.
pub(super) trait Signer: Send + Sync {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN];
    /// Signs a message. Time depends only on the message length.
    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN];
}

/// A secret key prepared for signing. It uses the candidates that were selected at its
/// construction, except for long messages, and is wiped on drop.
pub struct SigningKey {
    public_key: [u8; PUBLIC_KEY_LEN],
    /// The seed, for messages of at least [`LONG`] bytes. Their candidate is selected when such a
    /// message is signed, because the self-test of an additional candidate takes longer than a few
    /// signatures, whereas preparing the key takes a small fraction of a signature's time. The seed
    /// is on the heap, so that moving the key does not leave a copy.
    seed: Option<Wiped<Vec<u8>>>,
    /// The prepared seed of each distinct candidate that the size classes select: one entry or a
    /// few.
    bound: Vec<Bound>,
    /// For each size class, the index of its candidate in `bound`.
    of_class: [u8; CLASSES],
}

/// The lower bound of the two largest size classes.
const LONG: usize = {
    let bounds = Axis::Bytes.bounds();
    bounds[bounds.len() - 2]
};

/// A candidate and the seed that it prepared.
struct Bound {
    candidate: &'static str,
    signer: Box<dyn Signer>,
}

impl SigningKey {
    /// Prepares the key of a seed.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_seed(seed: &[u8; SEED_LEN]) -> Result<Self> {
        let pick = |size| PRIMITIVE.pick(SIGN, size);
        if cfg!(lean) {
            return Self::bound(seed, pick);
        }
        let mut key = Self::bound(seed, |size| pick(if size < LONG { size } else { 0 }))?;
        key.seed = Some(Wiped::new(seed.to_vec()));
        Ok(key)
    }

    /// Prepares the key of a seed with the candidates that `pick` returns for message sizes.
    pub(super) fn bound(
        seed: &[u8; SEED_LEN],
        pick: impl Fn(usize) -> Result<Runnable<Ops>>,
    ) -> Result<Self> {
        let mut key = pick(0)?.signing_key(seed);
        for (class, &size) in Axis::Bytes.bounds().iter().enumerate() {
            let candidate = pick(size)?;
            let name = candidate.meta().name;
            let known = key.bound.iter().position(|bound| bound.candidate == name);
            key.of_class[class] = known.unwrap_or(key.bound.len()) as u8;
            if known.is_none() {
                let signer = candidate.prepare(seed, Some(&key.public_key));
                key.bound.push(Bound { candidate: name, signer });
            }
        }
        Ok(key)
    }

    /// Prepares the key of NaCl's 64-byte secret key, which is the seed followed by the public key.
    ///
    /// S, the second half of a signature, depends on a hash of the public key, but R, the first
    /// half, does not. Two signatures of one message with two different public keys would therefore
    /// reveal the secret scalar. So every candidate verifies the public half.
    ///
    /// # Errors
    /// [`Error::KeyMismatch`] if the public half is not the public key of the seed;
    /// [`Error::NoCandidate`] if no candidate passes its self-test.
    pub fn from_keypair(keypair: &[u8; SECRET_KEY_LEN]) -> Result<Self> {
        let (seed, public_key) = halves(keypair);
        #[cfg(lean)]
        {
            check_halves(keypair)?;
            let signer = PRIMITIVE.pick(SIGN, 0)?.prepare(seed, Some(public_key));
            let bound = Vec::from([Bound { candidate: "", signer }]);
            Ok(Self { public_key: *public_key, seed: None, bound, of_class: [0; CLASSES] })
        }
        #[cfg(not(lean))]
        {
            let key = Self::from_seed(seed)?;
            let agree = key.public_key.ct_eq(public_key);
            if bool::from(agree) { Ok(key) } else { Err(Error::KeyMismatch) }
        }
    }

    /// Returns the public key.
    #[must_use]
    pub fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    /// Signs a message. Signing is deterministic.
    ///
    /// # Errors
    /// [`Error::NoCandidate`] if the message is long and no candidate passes its self-test.
    pub fn sign(&self, message: &[u8]) -> Result<[u8; SIGNATURE_LEN]> {
        let signature = match self.seed.as_ref().and_then(|seed| seed.first_chunk()) {
            Some(seed) if message.len() >= LONG => self.sign_long(seed, message)?,
            _ => self.bound_for(message.len()).signer.sign(message),
        };
        wipe_stack::<STACK>();
        Ok(signature)
    }

    #[cold]
    fn sign_long(&self, seed: &[u8; SEED_LEN], message: &[u8]) -> Result<[u8; SIGNATURE_LEN]> {
        let candidate = PRIMITIVE.pick(SIGN, message.len())?;
        let bound = self.bound.iter().find(|bound| bound.candidate == candidate.meta().name);
        Ok(match bound {
            Some(bound) => bound.signer.sign(message),
            None => candidate.prepare(seed, Some(&self.public_key)).sign(message),
        })
    }

    fn bound_for(&self, len: usize) -> &Bound {
        &self.bound[usize::from(self.of_class[Axis::Bytes.class_of(len)])]
    }

    /// Returns the name of the candidate that signs messages of `len` bytes.
    #[cfg(test)]
    pub(super) fn candidate(&self, len: usize) -> &'static str {
        self.bound_for(len).candidate
    }
}

/// Rejects a secret key if its public half is not the public key of the seed, see
/// [`SigningKey::from_keypair`].
pub(in crate::prim) fn check_halves(keypair: &[u8; SECRET_KEY_LEN]) -> Result<()> {
    #[cfg(lean)]
    if last::is(keypair)? {
        return Ok(());
    }
    let (seed, public_key) = halves(keypair);
    let agree = super::public_key(seed)?.ct_eq(public_key);
    if !bool::from(agree) {
        return Err(Error::KeyMismatch);
    }
    #[cfg(lean)]
    last::keep(keypair)?;
    Ok(())
}

/// The digest of the last key pair that passed the check. The functions of a WebAssembly module
/// receive the key pair with every message, and the check takes the time of a signature.
#[cfg(lean)]
mod last {
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::SECRET_KEY_LEN;
    use crate::error::Result;
    use crate::prim::sha512;
    use crate::wipe::without_traces;

    static DIGEST: [AtomicU64; 4] = [const { AtomicU64::new(0) }; 4];

    fn digest(keypair: &[u8; SECRET_KEY_LEN]) -> Result<[u64; 4]> {
        let digest = without_traces(|| sha512::hash(&[keypair]))?;
        let words = digest.as_chunks().0;
        Ok(core::array::from_fn(|i| u64::from_le_bytes(words[i])))
    }

    pub(super) fn is(keypair: &[u8; SECRET_KEY_LEN]) -> Result<bool> {
        Ok(digest(keypair)? == DIGEST.each_ref().map(|word| word.load(Relaxed)))
    }

    pub(super) fn keep(keypair: &[u8; SECRET_KEY_LEN]) -> Result<()> {
        for (word, value) in DIGEST.iter().zip(digest(keypair)?) {
            word.store(value, Relaxed);
        }
        Ok(())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public_key", &self.public_key).finish_non_exhaustive()
    }
}

impl Runnable<Ops> {
    /// Prepares the key of a seed with this candidate, for messages of all sizes.
    #[must_use]
    pub fn signing_key(self, seed: &[u8; SEED_LEN]) -> SigningKey {
        let signer = self.prepare(seed, None);
        let public_key = *signer.public_key();
        let bound = Vec::from([Bound { candidate: self.meta().name, signer }]);
        SigningKey { public_key, seed: None, bound, of_class: [0; CLASSES] }
    }
}
