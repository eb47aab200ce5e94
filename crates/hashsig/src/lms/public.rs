//! Public keys of LMS.

use alloc::vec::Vec;

use super::params::{ID_LEN, N_MAX, Params};
use crate::error::{Error, Result};
use crate::reader::Reader;

/// The public key of one tree: parameters, identifier, root.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    params: Params,
    id: [u8; ID_LEN],
    /// `n` bytes, then zeros.
    root: [u8; N_MAX],
}

impl PublicKey {
    /// `root` is at most [`N_MAX`] bytes long.
    pub(crate) fn new(params: Params, id: [u8; ID_LEN], root: &[u8]) -> Self {
        let mut padded = [0; N_MAX];
        padded[..root.len()].copy_from_slice(root);
        Self { params, id, root: padded }
    }

    /// Decodes the encoding of RFC 8554, section 5.3: both identifiers, I, root.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length does not match the identifiers; [`Error::Parameter`] if
    /// they are unknown or incompatible.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let key = Self::read(&mut reader)?;
        reader.end(key).ok_or(MALFORMED)
    }

    /// Decodes a key from the front of a reader.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let lms = reader.u32_be().ok_or(MALFORMED)?;
        let lmots = reader.u32_be().ok_or(MALFORMED)?;
        let params = Params::from_identifiers(lms, lmots)?;
        let id = reader.array().ok_or(MALFORMED)?;
        let root = reader.take(params.n()).ok_or(MALFORMED)?;
        Ok(Self::new(params, id, root))
    }

    /// Returns the encoding of RFC 8554, section 5.3.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (lms, lmots) = (self.params.lms().to_be_bytes(), self.params.lmots().to_be_bytes());
        [&lms, &lmots, &self.id[..], self.root()].concat()
    }

    getters! {
        (const &self)
        /// The parameters.
        params: Params = self.params;
        /// The tree's identifier I.
        id: &[u8; ID_LEN] = &self.id;
    }

    /// The root of the tree.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.root[..self.params.n()]
    }
}

pub(super) const MALFORMED: Error = Error::Malformed {
    what: "an LMS public key",
    expected: "two identifiers, I and a root of the length that the identifiers imply",
};
