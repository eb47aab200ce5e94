//! Signatures of level keys verified.

use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use super::params::LevelParams;
use super::validator;
use crate::error::{Error, Result};
use crate::hash::keyed;
use crate::reader::Reader;

/// What reads the signatures of levels of one size.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct LevelValidation {
    params: LevelParams,
}

impl LevelValidation {
    /// For levels of these sizes.
    #[must_use]
    pub const fn new(params: LevelParams) -> Self {
        Self { params }
    }

    /// Takes a signature apart; whether it is one of a digest or of a message follows from its
    /// length.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it has another length or an index that the level does not have.
    pub fn signature(&self, signature: &[u8]) -> Result<LevelSignature> {
        let expected = "an index of the level, a salt, a path, a root and a one-time signature";
        let malformed = Error::Malformed { what: "a signature of this level", expected };
        LevelSignature::parse(self.params, signature).ok_or(malformed)
    }

    /// Verifies the signature of a digest under a public key that the caller trusts.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is not exactly one of that key for that digest;
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn verify_hash(&self, public_key: &[u8], digest: &[u8], signature: &[u8]) -> Result<()> {
        let parsed = LevelSignature::parse(self.params, signature).ok_or(Error::Verification)?;
        parsed.belongs_to(public_key)?;
        parsed.validate_hash(digest)
    }

    /// Verifies the signature of a message under a public key that the caller trusts.
    ///
    /// # Errors
    /// As [`Self::verify_hash`].
    pub fn verify_data(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
        let parsed = LevelSignature::parse(self.params, signature).ok_or(Error::Verification)?;
        parsed.belongs_to(public_key)?;
        parsed.validate_data(message)
    }
}

/// A signature of a level key. It brings its own salt and root: what `validate_` says holds for
/// whoever owns [`Self::public_key`], which may be anybody.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LevelSignature {
    params: LevelParams,
    index: u16,
    levelsalt: Vec<u8>,
    /// The siblings from the leaf's to that below the root.
    path: Vec<u8>,
    root: Vec<u8>,
    one_time: Vec<u8>,
}

impl LevelSignature {
    fn parse(params: LevelParams, bytes: &[u8]) -> Option<Self> {
        let n = params.one_time().hashlen();
        let mut reader = Reader::new(bytes);
        let index = u16::from_be_bytes(reader.array()?);
        if u32::from(index) >= params.leaves() {
            return None;
        }
        let levelsalt = reader.take(n)?.to_vec();
        let path = reader.take(n * params.height() as usize)?.to_vec();
        let root = reader.take(n)?.to_vec();
        let len = match bytes.len() {
            len if len == params.hash_signature_len() => params.one_time().hash_signature_len(),
            _ => params.one_time().data_signature_len(),
        };
        let one_time = reader.take(len)?.to_vec();
        reader.end(Self { params, index, levelsalt, path, root, one_time })
    }

    getters! {
        (const &self)
        /// Which one-time key made it.
        index: u16 = self.index;
        /// The public key that the signature claims to be of.
        public_key: &[u8] = self.root.as_slice();
        /// The salt that the signature claims its level to have.
        levelsalt: &[u8] = self.levelsalt.as_slice();
    }

    /// Verifies the signature of a digest under the public key inside the signature itself.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is none; [`Error::Primitive`] if BLAKE2b has no usable
    /// candidate.
    pub fn validate_hash(&self, digest: &[u8]) -> Result<()> {
        let params = self.params.one_time();
        let signer = validator::hash_signer(params, &self.levelsalt, digest, &self.one_time)?;
        self.climb(signer)
    }

    /// Verifies the signature of a message under the public key inside the signature itself.
    ///
    /// # Errors
    /// As [`Self::validate_hash`].
    pub fn validate_data(&self, message: &[u8]) -> Result<()> {
        let params = self.params.one_time();
        let signer = validator::data_signer(params, &self.levelsalt, message, &self.one_time)?;
        self.climb(signer)
    }

    fn climb(&self, mut node: Vec<u8>) -> Result<()> {
        let n = self.levelsalt.len();
        for (level, sibling) in self.path.chunks_exact(n).enumerate() {
            let pair: [&[u8]; 2] =
                if self.index >> level & 1 == 0 { [&node, sibling] } else { [sibling, &node] };
            node = keyed::digest(n, &self.levelsalt, &pair)?;
        }
        self.belongs_to(&node)
    }

    fn belongs_to(&self, root: &[u8]) -> Result<()> {
        if self.root.ct_eq(root).into() { Ok(()) } else { Err(Error::Verification) }
    }
}
