//! The shape of a key: how many levels of which trees.

use alloc::vec::Vec;

use super::params::Params;
use crate::error::{Error, Result};
use crate::hash::personal::Salt;
use crate::reader::Reader;

/// The most levels that a key can have.
pub const LEVELS_MAX: usize = 8;
/// The most levels of nodes in all: an index has 32 bits.
const HEIGHT_MAX: u32 = 32;
/// The number of the only hash function: BLAKE2b.
const ALGORITHM: u8 = 1;

/// What a header stands before.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Form {
    PublicKey = b'p',
    SecretKey = b'k',
    Signature = b's',
}

/// The sizes of the trees of each level, from the top down. All have hashes and chains of one size.
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
    /// [`Error::Parameter`] if there are none or more than [`LEVELS_MAX`], if they differ in more
    /// than height, or if there would be more than 2^32 signatures.
    pub fn new(levels: &[Params]) -> Result<Self> {
        let argument = "levels";
        let refused = |expected, actual| Err(Error::Parameter { argument, expected, actual });
        let Some(top) = levels.first().filter(|_| levels.len() <= LEVELS_MAX) else {
            return refused("1 to 8", levels.len() as u64);
        };
        let differs = |level: &&Params| (level.n(), level.otsbits()) != (top.n(), top.otsbits());
        if let Some(other) = levels.iter().find(differs) {
            return refused("all of the top level's hashlen and otsbits", other.n() as u64);
        }
        let height: u32 = levels.iter().map(|level| level.h()).sum();
        if height > HEIGHT_MAX {
            return refused("at most 32 high in all", height.into());
        }
        Ok(Self(levels.to_vec()))
    }

    /// The sizes of each level.
    #[must_use]
    pub fn as_slice(&self) -> &[Params] {
        &self.0
    }

    /// The sizes of the top level.
    #[must_use]
    pub fn top(&self) -> Params {
        self.0[0]
    }

    /// How many signatures a key has.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        1 << self.height_from(0)
    }

    /// Bytes of a signature.
    #[must_use]
    pub fn signature_len(&self) -> usize {
        let own: usize = self.0.iter().map(|level| level.signature_len()).sum();
        self.header_len() + 4 + own + (self.0.len() - 1) * self.tree_key_len()
    }

    /// Bytes of what stands for a tree: its salt and root.
    pub(super) fn tree_key_len(&self) -> usize {
        size_of::<Salt>() + self.top().n()
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
        if id.number >> above != 0 {
            let expected = "a tree of the level";
            return Err(Error::Parameter { argument: "number", expected, actual: id.number });
        }
        let height = self.height_from(id.level);
        Ok((id.number << height, 1 << height))
    }

    /// The leaf of the level that signs at an index of the key.
    pub(super) fn leaf(&self, level: usize, index: u64) -> u32 {
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

    /// `cz1`, the form, the algorithm, hashlen, otsbits, the number of levels, the height of each.
    pub(super) fn header(&self, form: Form) -> Vec<u8> {
        let top = self.top();
        let fixed = [form as u8, ALGORITHM, top.n() as u8, top.otsbits() as u8, self.0.len() as u8];
        let mut header = [&b"cz1"[..], &fixed].concat();
        header.extend(self.0.iter().map(|level| level.h() as u8));
        header
    }

    fn header_len(&self) -> usize {
        8 + self.0.len()
    }

    /// Reads a header off the front.
    pub(super) fn read(reader: &mut Reader<'_>, form: Form) -> Result<Self> {
        let expected = "a header that says so, of a known algorithm";
        let malformed = Error::Malformed { what: "czd1", expected };
        let [c, z, one, own, algorithm, n, b, count] = reader.array().ok_or(malformed.clone())?;
        if [c, z, one, own, algorithm] != [b'c', b'z', b'1', form as u8, ALGORITHM] {
            return Err(malformed);
        }
        let heights = reader.take(count.into()).ok_or(malformed)?;
        let params = |&height: &u8| Params::new(n.into(), b.into(), height.into());
        Self::new(&heights.iter().map(params).collect::<Result<Vec<_>>>()?)
    }
}
