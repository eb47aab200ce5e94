//! Keys that do not carry their parameter set in their type.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::nacl::random;
use quicksalt::{Wiped, interrupt, memory};

use super::sets::{ParameterSet, Secret};
use crate::error::{Error, Result};

/// The most bytes of a context.
pub const CONTEXT_MAX: usize = 255;

/// A key that signs.
pub struct SigningKey {
    set: ParameterSet,
    secret: Arc<dyn Secret>,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("set", &self.set).finish_non_exhaustive()
    }
}

impl SigningKey {
    /// A new one from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Primitive`] if it gives none.
    pub fn generate(set: ParameterSet) -> Result<Self> {
        let mut seeds = Wiped::new(vec![0; set.seeds_len()]);
        random::fill(&mut seeds)?;
        Self::from_seeds(set, &seeds)
    }

    /// The one that follows from SK.seed, SK.prf and PK.seed, one after another.
    ///
    /// # Errors
    /// [`Error::Parameter`] if there are not [`ParameterSet::seeds_len`] bytes;
    /// [`Error::Primitive`] if the work is interrupted, here and below.
    pub fn from_seeds(set: ParameterSet, seeds: &[u8]) -> Result<Self> {
        let (expected, actual) = ("three times n bytes long", seeds.len() as u64);
        let wrong = Error::Parameter { argument: "seeds", expected, actual };
        if seeds.len() != set.seeds_len() {
            return Err(wrong);
        }
        let seeds = Wiped::new(seeds.to_vec());
        let secret = interrupt::apart(move || (set.ops().from_seeds)(&seeds))?.ok_or(wrong)?;
        Ok(Self { set, secret })
    }

    /// Reads the encoding of FIPS 205: SK.seed, SK.prf, PK.seed, PK.root. This takes as long as
    /// making a key, because the root is computed and compared.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is not that of the set, or the root is another.
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self> {
        let expected = "four times n bytes, the last n of them the root of the others";
        let malformed = Error::Malformed { what: "an SLH-DSA secret key", expected };
        let bytes = Wiped::new(memory::copy(bytes)?);
        let secret = interrupt::apart(move || (set.ops().from_bytes)(&bytes))?.ok_or(malformed)?;
        Ok(Self { set, secret })
    }

    /// The encoding of FIPS 205.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        self.secret.to_bytes()
    }

    /// The parameter set.
    #[must_use]
    pub const fn set(&self) -> ParameterSet {
        self.set
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey { set: self.set, bytes: self.secret.public_key() }
    }

    /// Signs a message under a context, which may be empty. The signature is hedged: it depends on
    /// random bytes, so that faults and side channels show less.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the context is longer than [`CONTEXT_MAX`]; [`Error::Primitive`] if
    /// the operating system gives no random bytes.
    pub fn sign(&self, message: &[u8], context: &[u8]) -> Result<Vec<u8>> {
        let mut randomness = Wiped::new(vec![0; self.set.n()]);
        random::fill(&mut randomness)?;
        self.signature(message, context, Some(&randomness))
    }

    /// Signs a message so that the same message always gets the same signature.
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
        let (expected, actual) = ("at most 255 bytes long", context.len() as u64);
        let wrong = Error::Parameter { argument: "context", expected, actual };
        let (secret, message, context) =
            (Arc::clone(&self.secret), memory::copy(message)?, memory::copy(context)?);
        let randomness = randomness.map(|bytes| Wiped::new(bytes.to_vec()));
        let signed = interrupt::apart(move || {
            secret.sign(&message, &context, randomness.as_deref().map(Vec::as_slice))
        });
        signed?.ok_or(wrong)
    }
}

/// A key that verifies.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    set: ParameterSet,
    bytes: Vec<u8>,
}

impl PublicKey {
    /// Reads the encoding of FIPS 205: PK.seed, PK.root.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is not that of the set.
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self> {
        if bytes.len() != set.public_key_len() {
            let expected = "two times n bytes";
            return Err(Error::Malformed { what: "an SLH-DSA public key", expected });
        }
        Ok(Self { set, bytes: bytes.to_vec() })
    }

    /// The encoding of FIPS 205.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// The parameter set.
    #[must_use]
    pub const fn set(&self) -> ParameterSet {
        self.set
    }

    /// Verifies the signature of a message under a context.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not exactly one of this key for both.
    pub fn verify(&self, message: &[u8], context: &[u8], signature: &[u8]) -> Result<()> {
        let genuine = (self.set.ops().verify)(&self.bytes, message, context, signature);
        if genuine { Ok(()) } else { Err(Error::Verification) }
    }
}
