//! The levels of a key: how many, and the parameters of their trees.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::lms::Params;
use crate::lms::hss::LEVELS_MAX;
use crate::reader::Reader;

/// The most levels of nodes in all, so that an index fits in 64 bits.
const HEIGHT_MAX: u32 = 63;
/// Bytes of the number of signed public keys, with which a signature begins (RFC 8554, 6.2).
const COUNT_LEN: usize = 4;

/// The parameters of the trees of each level, from the top down.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Levels(Vec<Params>);

/// One tree of a key.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct TreeId {
    /// Its level; 0 is the top.
    pub level: usize,
    /// Its number among the trees of the level, from 0.
    pub number: u64,
}

impl TreeId {
    /// The only tree of the top level.
    pub const TOP: Self = Self { level: 0, number: 0 };
}

impl Levels {
    /// Levels of these trees.
    ///
    /// # Errors
    /// [`Error::Parameter`] if there are none or more than [`LEVELS_MAX`]; if not all are of
    /// one family (SP 800-208, section 4) or there would be more than 2^63 signatures.
    pub fn new(levels: &[Params]) -> Result<Self> {
        let argument = "levels";
        let is_possible = (1..=LEVELS_MAX).contains(&levels.len());
        Error::require(is_possible, argument, "1 to 8", levels.len() as u64)?;
        if let Some(other) = levels.iter().find(|level| level.family != levels[0].family) {
            let expected = "all of the hash function and length of the top level";
            return Err(Error::Parameter { argument, expected, actual: other.lms().into() });
        }
        let levels = Self(levels.to_vec());
        let height = levels.height_from(0);
        Error::require(height <= HEIGHT_MAX, argument, "at most 63 high in all", height.into())?;
        Ok(levels)
    }

    getters! {
        (&self)
        /// The parameters of each level.
        as_slice: &[Params] = &self.0;
        /// The parameters of the top level.
        top: Params = self.0[0];
        /// How many signatures a key has.
        capacity: u64 = 1 << self.height_from(0);
    }

    /// Bytes of a signature.
    #[must_use]
    pub fn signature_len(&self) -> usize {
        let signatures: usize = self.0.iter().map(|level| level.signature_len()).sum();
        let keys: usize = self.0[1..].iter().map(|level| level.public_key_len()).sum();
        COUNT_LEN + signatures + keys
    }

    /// The tree of a level that signs at an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has no such index; [`Error::Parameter`] if it has no such
    /// level.
    pub fn tree_at(&self, level: usize, index: u64) -> Result<TreeId> {
        self.level(level)?;
        if index >= self.capacity() {
            return Err(Error::Exhausted);
        }
        Ok(TreeId { level, number: index >> self.height_from(level) })
    }

    /// The first index that a tree signs for, and how many.
    ///
    /// # Errors
    /// [`Error::Parameter`] if there is no such tree.
    pub fn span(&self, id: TreeId) -> Result<(u64, u64)> {
        self.level(id.level)?;
        let above: u32 = self.0[..id.level].iter().map(|level| level.h()).sum();
        Error::require(id.number >> above == 0, "number", "a tree of the level", id.number)?;
        let height = self.height_from(id.level);
        Ok((id.number << height, 1 << height))
    }

    /// BE32 of their number, and then the LMS and LM-OTS identifiers of each.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.as_slice().len() as u32).to_be_bytes().to_vec();
        for level in self.as_slice() {
            bytes.extend_from_slice(&level.lms().to_be_bytes());
            bytes.extend_from_slice(&level.lmots().to_be_bytes());
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes off the front.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let expected = "their number and two identifiers for each";
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

    /// The leaf of the level that signs at an index of the key.
    pub(crate) fn leaf(&self, level: usize, index: u64) -> u32 {
        let leaves = u64::from(self.0[level].leaves());
        ((index >> self.height_from(level + 1)) % leaves) as u32
    }

    fn level(&self, level: usize) -> Result<Params> {
        let expected = "a level of the key";
        let missing = Error::Parameter { argument: "level", expected, actual: level as u64 };
        self.0.get(level).copied().ok_or(missing)
    }

    /// Levels of nodes from the top of this level's trees down to the leaves of the lowest.
    fn height_from(&self, level: usize) -> u32 {
        self.0[level..].iter().map(|level| level.h()).sum()
    }
}
