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
use crate::wipe::{STACK, Wiped, wipe_stack};

/// What a candidate makes of a seed so that a signature costs no more than it must. An
/// implementation wipes its secrets when it is dropped.
pub(super) trait Signer: Send + Sync {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN];
    /// Time depends on the length of the message alone.
    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN];
}

/// A secret key, ready to sign. It is bound to the candidates that stood when it was made, but for long
/// messages, and wiped when it is dropped.
pub struct SigningKey {
    public_key: [u8; PUBLIC_KEY_LEN],
    /// For messages of [`LONG`] bytes and more, whose candidate is asked for when there is one: to prove it
    /// takes longer than a few signatures, and to make it ready a small part of one. On the heap: a move of the
    /// key leaves no copy of it.
    seed: Option<Wiped<Vec<u8>>>,
    /// One for each candidate chosen for a size class, so one to a few.
    bound: Vec<Bound>,
    /// Which of them signs messages of a class.
    of_class: [u8; CLASSES],
}

/// The smallest size of the two largest classes.
const LONG: usize = {
    let bounds = Axis::Bytes.bounds();
    bounds[bounds.len() - 2]
};

/// A candidate and what it made of the seed.
struct Bound {
    candidate: &'static str,
    signer: Box<dyn Signer>,
}

impl SigningKey {
    /// The key of a seed.
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

    /// The key of a seed, bound to the candidates that `pick` gives for the sizes of messages.
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

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    /// Signs a message. The same message always gives the same signature.
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

    /// The name of the candidate that the key is bound to for messages of that length.
    #[cfg(test)]
    pub(super) fn candidate(&self, len: usize) -> &'static str {
        self.bound_for(len).candidate
    }
}

/// Refuses a secret key whose public half is not the public key of the seed, see [`SigningKey::from_keypair`].
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

/// The last pair of halves that were found to belong together, by its digest. A module's functions take
/// the pair with every message, and finding out takes as long as signing.
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
    /// The key of a seed, bound to this candidate for messages of all sizes.
    #[must_use]
    pub fn signing_key(self, seed: &[u8; SEED_LEN]) -> SigningKey {
        let signer = self.prepare(seed, None);
        let public_key = *signer.public_key();
        let bound = Vec::from([Bound { candidate: self.meta().name, signer }]);
        SigningKey { public_key, seed: None, bound, of_class: [0; CLASSES] }
    }
}
