//! Public keys and verification.

use alloc::vec;
use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use super::address::Kind;
use super::levels::{Form, Levels};
use super::ots;
use super::place::Place;
use crate::error::{Error, Result};
use crate::hash::personal::Salt;
use crate::reader::Reader;
use crate::trees::Sizes;

/// The public key: all sizes, and salt and root of the top tree.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    levels: Levels,
    salt: Salt,
    root: Vec<u8>,
}

impl PublicKey {
    pub(super) const fn new(levels: Levels, salt: Salt, root: Vec<u8>) -> Self {
        Self { levels, salt, root }
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it is anything else or of another length than its header asks for,
    /// [`Error::Parameter`] if a size is none that there is.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let expected = "a header, a salt and a root, exactly as long as the header says";
        let malformed = Error::Malformed { what: "a czd1 public key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader, Form::PublicKey)?;
        let salt = reader.array().ok_or(malformed.clone())?;
        let root = reader.take(levels.top().n()).ok_or(malformed.clone())?.to_vec();
        reader.end(Self { levels, salt, root }).ok_or(malformed)
    }

    /// Header, salt and root.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.levels.header(Form::PublicKey)[..], &self.salt, &self.root].concat()
    }

    /// The sizes of each level.
    #[must_use]
    pub const fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Verifies a signature.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is not exactly one of this key for this message;
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        let (index, parts) = self.parse(signature).ok_or(Error::Verification)?;
        let mut place = Place { levels: self.levels.clone(), level: 0, salt: self.salt };
        let mut root = &self.root[..];
        for (level, part) in parts.iter().enumerate() {
            place.level = level;
            let leaf = self.levels.leaf(level, index.into());
            let message = part.below.unwrap_or(message);
            let digest = message_digest(&place, leaf, part.randomiser, root, message)?;
            let node = ots::candidate(&place, leaf, &digest, part.values)?;
            let found = place.root(&place.climb(leaf, node, part.path)?)?;
            if !bool::from(found.ct_eq(root)) {
                return Err(Error::Verification);
            }
            if let Some((next, rest)) = part.below.and_then(|below| below.split_first_chunk()) {
                (place.salt, root) = (*next, rest);
            }
        }
        Ok(())
    }

    /// The index and the parts of the levels from the top down.
    fn parse<'a>(&self, bytes: &'a [u8]) -> Option<(u32, Vec<Part<'a>>)> {
        let mut reader = Reader::new(bytes);
        let header = self.levels.header(Form::Signature);
        reader.take(header.len()).filter(|found| *found == header)?;
        let index = reader.u32_be().filter(|&index| u64::from(index) < self.levels.capacity())?;
        let mut parts = Vec::with_capacity(self.levels.as_slice().len());
        for (level, params) in self.levels.as_slice().iter().enumerate() {
            let randomiser = reader.take(params.n())?;
            let values = reader.take(params.values_len())?;
            let path = reader.take(params.n() * params.h() as usize)?;
            let is_lowest = level + 1 == self.levels.as_slice().len();
            let below = if is_lowest { None } else { Some(reader.take(params.tree_key_len())?) };
            parts.push(Part { randomiser, values, path, below });
        }
        reader.end((index, parts))
    }
}

/// What one level adds to a signature.
struct Part<'a> {
    randomiser: &'a [u8],
    values: &'a [u8],
    path: &'a [u8],
    /// Salt and root of the tree below, which this level signs; none at the lowest level.
    below: Option<&'a [u8]>,
}

/// The digest that a leaf signs for a message.
pub(super) fn message_digest(
    place: &Place,
    leaf: u32,
    randomiser: &[u8],
    root: &[u8],
    message: &[u8],
) -> Result<Vec<u8>> {
    let mut digest = vec![0; place.params().n()];
    let parts = [randomiser, root, &leaf.to_be_bytes(), message];
    place.digest(&mut digest, place.address(Kind::Message).at(leaf), &parts)?;
    Ok(digest)
}
