//! Keys with the parameter set as a value instead of a type.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::nacl::random;
use quicksalt::{Wiped, memory};
use subtle::ConstantTimeEq;

use super::address::Address;
use super::fors::Forest;
use super::hypertree;
use super::message::{Message, Signers};
use super::sets::ParameterSet;
use super::tweakable::Tweakable;
use crate::error::{Error, Result};

/// The maximum length of a context in bytes.
pub const CONTEXT_MAX: usize = 255;

/// A signing key.
pub struct SigningKey {
    set: ParameterSet,
    /// SK.seed, SK.prf, PK.seed and PK.root, `n` bytes each.
    bytes: Wiped<Vec<u8>>,
}

shows!(SigningKey: set);

impl SigningKey {
    /// Generates a key from the operating system's random generator.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the random generator fails.
    pub fn generate(set: ParameterSet) -> Result<Self> {
        let mut seeds = Wiped::new(vec![0; set.seeds_len()]);
        random::fill(&mut seeds)?;
        Self::from_seeds(set, &seeds)
    }

    /// Derives a key from the concatenation of SK.seed, SK.prf and PK.seed.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `seeds` is not [`ParameterSet::seeds_len`] bytes long;
    /// [`Error::Primitive`] if the work is interrupted, here and below.
    pub fn from_seeds(set: ParameterSet, seeds: &[u8]) -> Result<Self> {
        let (expected, actual) = ("three times n bytes long", seeds.len() as u64);
        Error::require(seeds.len() == set.seeds_len(), "seeds", expected, actual)?;
        let mut bytes = Wiped::new(memory::zeros(set.secret_key_len())?);
        bytes[..seeds.len()].copy_from_slice(seeds);
        bytes[seeds.len()..].copy_from_slice(&root(set, seeds)?);
        Ok(Self { set, bytes })
    }

    /// Decodes the encoding of FIPS 205: SK.seed, SK.prf, PK.seed, PK.root. Decoding takes the time
    /// of a key generation, because the root is recomputed and compared.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is wrong for the set, or the root does not match.
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self> {
        let expected = "4n bytes ending with the matching root";
        let malformed = Error::Malformed { what: "an SLH-DSA secret key", expected };
        if bytes.len() != set.secret_key_len() {
            return Err(malformed);
        }
        let (seeds, claimed) = bytes.split_at(set.seeds_len());
        if !bool::from(root(set, seeds)?.ct_eq(claimed)) {
            return Err(malformed);
        }
        Ok(Self { set, bytes: Wiped::new(memory::copy(bytes)?) })
    }

    /// Returns the encoding of FIPS 205.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        self.bytes.clone()
    }

    /// The parameter set.
    #[must_use]
    pub const fn set(&self) -> ParameterSet {
        self.set
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey { set: self.set, bytes: self.bytes[2 * self.set.n()..].to_vec() }
    }

    /// Signs a message with a context, which may be empty. The signature is hedged: it depends on
    /// random bytes, so that faults and side channels reveal less.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the context is longer than [`CONTEXT_MAX`]; [`Error::Primitive`] if
    /// the random generator fails.
    pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>> {
        let mut randomness = Wiped::new(vec![0; self.set.n()]);
        random::fill(&mut randomness)?;
        self.signature(message, context, Some(&randomness))
    }

    /// Signs a message deterministically: the same message always gets the same signature.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the context is longer than [`CONTEXT_MAX`].
    pub fn sign_deterministic(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>> {
        self.signature(message, context, None)
    }

    pub(super) fn signature(
        &self,
        message: &[u8],
        context: &[u8],
        randomness: Option<&[u8]>,
    ) -> Result<Vec<u8>> {
        let Some(message) = Message::new(message, context) else {
            let (expected, actual) = ("at most 255 bytes long", context.len() as u64);
            return Err(Error::Parameter { argument: "context", expected, actual });
        };
        let (set, n) = (self.set, self.set.n());
        let (secret, public) = self.bytes.split_at(2 * n);
        let (secret_seed, secret_prf) = secret.split_at(n);
        let seed = &public[..n];
        let randomizer = message.randomizer(set, secret_prf, randomness.unwrap_or(seed))?;
        let signers = message.signers(set, &randomizer, public)?;
        let hashes = Tweakable::new(set, seed)?;
        let mut signature = memory::zeros(set.signature_len())?;
        let (first, rest) = signature.split_at_mut(n);
        let (fors, layers) = rest.split_at_mut(set.numbers().fors_len());
        first.copy_from_slice(&randomizer);
        let key = forest(&hashes, &signers).sign(secret_seed, &signers.fors, fors)?;
        hypertree::sign(&hashes, secret_seed, signers.leaf, key, layers)?;
        Ok(signature)
    }
}

/// Computes PK.root from SK.seed, SK.prf and PK.seed.
fn root(set: ParameterSet, seeds: &[u8]) -> Result<Vec<u8>> {
    let n = set.n();
    hypertree::root(&Tweakable::new(set, &seeds[2 * n..])?, &seeds[..n])
}

/// Returns the FORS forest of the signing leaf.
const fn forest<'a>(hashes: &'a Tweakable<'a>, signers: &Signers) -> Forest<'a> {
    let tree = Address::of_tree(0, signers.leaf.tree);
    Forest { hashes, tree, key_pair: signers.leaf.leaf }
}

/// A public key.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    set: ParameterSet,
    bytes: Vec<u8>,
}

impl PublicKey {
    /// Decodes the encoding of FIPS 205: PK.seed, PK.root.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is wrong for the set.
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self> {
        if bytes.len() != set.public_key_len() {
            let expected = "two times n bytes";
            return Err(Error::Malformed { what: "an SLH-DSA public key", expected });
        }
        Ok(Self { set, bytes: bytes.to_vec() })
    }

    /// Returns the encoding of FIPS 205.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// The parameter set.
    #[must_use]
    pub const fn set(&self) -> ParameterSet {
        self.set
    }

    /// Verifies the signature of a message with a context.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key, message and context;
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> Result<()> {
        let (set, n) = (self.set, self.set.n());
        let message = Message::new(message, context).ok_or(Error::Verification)?;
        if signature.len() != set.signature_len() {
            return Err(Error::Verification);
        }
        let (randomizer, rest) = signature.split_at(n);
        let (fors, layers) = rest.split_at(set.numbers().fors_len());
        let (seed, root) = self.bytes.split_at(n);
        let signers = message.signers(set, randomizer, &self.bytes)?;
        let hashes = Tweakable::new(set, seed)?;
        let key = forest(&hashes, &signers).signer(&signers.fors, fors)?;
        let signer = hypertree::signer(&hashes, signers.leaf, key, layers)?;
        if signer == root { Ok(()) } else { Err(Error::Verification) }
    }
}
