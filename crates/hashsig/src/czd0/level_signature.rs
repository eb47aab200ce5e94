//! Verification of level-key signatures.

use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use super::params::LevelParams;
use super::validator;
use crate::error::{Error, Result};
use crate::hash::keyed;
use crate::reader::Reader;

/// A parser and verifier for signatures of levels with given sizes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct LevelValidation {
    params: LevelParams,
}

impl LevelValidation {
    /// Creates a verifier for levels with these sizes.
    #[must_use]
    pub const fn new(params: LevelParams) -> Self {
        Self { params }
    }

    /// Parses a signature; its length determines whether it signs a digest or a message.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length is wrong or the index is out of range.
    pub fn signature(&self, signature: &[u8]) -> Result<LevelSignature> {
        let expected = "an index of the level, a salt, a path, a root and a one-time signature";
        let malformed = Error::Malformed { what: "a signature of this level", expected };
        LevelSignature::parse(self.params, signature).ok_or(malformed)
    }

    /// Verifies the signature of a digest under a public key that the caller trusts.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key and digest;
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn verify_hash(&self, public_key: &[u8], digest: &[u8], signature: &[u8]) -> Result<()> {
        let parsed = LevelSignature::parse(self.params, signature).ok_or(Error::Verification)?;
        parsed.belongs_to(public_key)?;
        parsed.validate_hash(digest)
    }

    /// Verifies the signature of a message under a public key that the caller trusts.
    ///
    /// # Errors
    /// Same errors as [`Self::verify_hash`].
    pub fn verify_data(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<()> {
        let parsed = LevelSignature::parse(self.params, signature).ok_or(Error::Verification)?;
        parsed.belongs_to(public_key)?;
        parsed.validate_data(message)
    }
}

/// A signature of a level key. The signature contains its own salt and root: the `validate_`
/// functions prove only that the owner of [`Self::public_key`] made the signature, and an attacker
/// may own that key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LevelSignature {
    params: LevelParams,
    index: u16,
    levelsalt: Vec<u8>,
    /// The siblings on the path from the leaf to the root, lowest first.
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
        /// The index of the one-time key that made the signature.
        index: u16 = self.index;
        /// The public key contained in the signature.
        public_key: &[u8] = self.root.as_slice();
        /// The level's salt contained in the signature.
        levelsalt: &[u8] = self.levelsalt.as_slice();
    }

    /// Verifies the signature of a digest under the public key contained in the signature.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid; [`Error::Primitive`] if no candidate of
    /// BLAKE2b is usable.
    pub fn validate_hash(&self, digest: &[u8]) -> Result<()> {
        let params = self.params.one_time();
        let signer = validator::hash_signer(params, &self.levelsalt, digest, &self.one_time)?;
        self.climb(signer)
    }

    /// Verifies the signature of a message under the public key contained in the signature.
    ///
    /// # Errors
    /// Same errors as [`Self::validate_hash`].
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
