//! The levels of a key, described by their number and by the parameters of each level's trees.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::lms::Params;
use crate::lms::hss::LEVELS_MAX;
use crate::reader::Reader;

/// The maximum total height, so that an index fits in 64 bits.
const HEIGHT_MAX: u32 = 63;
/// The length in bytes of the first field of a signature, the number of signed public keys (RFC
/// 8554, section 6.2).
const COUNT_LEN: usize = 4;

/// The parameters of each level's trees, from the top down.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Levels(Vec<Params>);

/// Identifies one tree of a key.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct TreeId {
    /// The level of the tree; 0 is the top.
    pub level: usize,
    /// The number of the tree on its level, from 0.
    pub number: u64,
}

impl TreeId {
    /// The only tree of the top level.
    pub const TOP: Self = Self { level: 0, number: 0 };
}

impl Levels {
    /// Creates levels with these parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] if there is not at least one level, or there are more than
    /// [`LEVELS_MAX`]; if the levels mix families (SP 800-208, section 4); if the key would have
    /// more than 2^63 signatures.
    pub fn new(levels: &[Params]) -> Result<Self> {
        let argument = "levels";
        let is_possible = (1..=LEVELS_MAX).contains(&levels.len());
        Error::require(is_possible, argument, "1 to 8", levels.len() as u64)?;
        if let Some(other) = levels.iter().find(|level| level.family != levels[0].family) {
            let expected = "of the same hash function and length as the top level";
            return Err(Error::Parameter { argument, expected, actual: other.lms().into() });
        }
        let levels = Self(levels.to_vec());
        let height = levels.height_from(0);
        Error::require(height <= HEIGHT_MAX, argument, "at most 63 high in total", height.into())?;
        Ok(levels)
    }

    getters! {
        (&self)
        /// The parameters of each level.
        as_slice: &[Params] = &self.0;
        /// The parameters of the top level.
        top: Params = self.0[0];
        /// The number of signatures of a key.
        capacity: u64 = 1 << self.height_from(0);
    }

    /// Returns the length of a signature in bytes.
    #[must_use]
    pub fn signature_len(&self) -> usize {
        let signatures: usize = self.0.iter().map(|level| level.signature_len()).sum();
        let keys: usize = self.0[1..].iter().map(|level| level.public_key_len()).sum();
        COUNT_LEN + signatures + keys
    }

    /// Returns the tree that signs at an index on the given level.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range; [`Error::Parameter`] if the level is out
    /// of range.
    pub fn tree_at(&self, level: usize, index: u64) -> Result<TreeId> {
        self.level(level)?;
        if index >= self.capacity() {
            return Err(Error::Exhausted);
        }
        Ok(TreeId { level, number: index >> self.height_from(level) })
    }

    /// Returns the first index of a tree and its number of indices.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree does not exist.
    pub fn span(&self, id: TreeId) -> Result<(u64, u64)> {
        self.level(id.level)?;
        let above: u32 = self.0[..id.level].iter().map(|level| level.h()).sum();
        Error::require(id.number >> above == 0, "number", "a tree of the level", id.number)?;
        let height = self.height_from(id.level);
        Ok((id.number << height, 1 << height))
    }

    /// Encodes the levels as BE32 of their number, followed by the LMS and LM-OTS identifiers of
    /// each level.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.as_slice().len() as u32).to_be_bytes().to_vec();
        for level in self.as_slice() {
            bytes.extend_from_slice(&level.lms().to_be_bytes());
            bytes.extend_from_slice(&level.lmots().to_be_bytes());
        }
        bytes
    }

    /// Decodes the output of [`Self::to_bytes`] from the front of a reader.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let expected = "the number of levels and two identifiers for each";
        let malformed = Error::Malformed { what: "levels of a key", expected };
        let count = reader.u32_be().ok_or(malformed.clone())? as usize;
        let mut levels = Vec::new();
        for _ in 0..count.min(LEVELS_MAX + 1) {
            let lms = reader.u32_be().ok_or(malformed.clone())?;
            let lmots = reader.u32_be().ok_or(malformed.clone())?;
            levels.push(Params::from_identifiers(lms, lmots)?);
        }
        Self::new(&levels)
    }

    /// Returns the leaf that signs on the given level at an index of the key.
    pub(crate) fn leaf(&self, level: usize, index: u64) -> u32 {
        let leaves = u64::from(self.0[level].leaves());
        ((index >> self.height_from(level + 1)) % leaves) as u32
    }

    fn level(&self, level: usize) -> Result<Params> {
        let expected = "a level of the key";
        let missing = Error::Parameter { argument: "level", expected, actual: level as u64 };
        self.0.get(level).copied().ok_or(missing)
    }

    /// Returns the total height from the top of this level's trees down to the leaves of the lowest
    /// level.
    fn height_from(&self, level: usize) -> u32 {
        self.0[level..].iter().map(|level| level.h()).sum()
    }
}
