//! The secret of a key, out of which all its trees follow.

use alloc::vec::Vec;
use core::fmt;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;
use quicksalt::nacl::random;

use super::address::{Address, Kind};
use super::levels::{Form, Levels, TreeId};
use super::seed::TreeSeed;
use crate::error::{Error, Result};
use crate::hash::personal::Salt;
use crate::reader::Reader;

/// Length of a seed in bytes.
pub const SEED_LEN: usize = 32;

/// The secret of a key: its sizes and a seed. It knows nothing of which one-time keys are used.
#[derive(Clone)]
pub struct SecretKey {
    levels: Levels,
    seed: Wiped<[u8; SEED_LEN]>,
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("levels", &self.levels).finish_non_exhaustive()
    }
}

impl SecretKey {
    /// A new one from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Primitive`] if it gives none.
    pub fn generate(levels: Levels) -> Result<Self> {
        let mut seed = Wiped::new([0; SEED_LEN]);
        random::fill(seed.as_mut_slice())?;
        Ok(Self { levels, seed })
    }

    /// The one of a seed. One seed under two sets of sizes gives keys that have nothing in common.
    #[must_use]
    pub const fn from_seed(levels: Levels, seed: Wiped<[u8; SEED_LEN]>) -> Self {
        Self { levels, seed }
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Parameter`] if the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let expected = "a header and a seed of 32 bytes";
        let malformed = Error::Malformed { what: "a czd1 secret key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader, Form::SecretKey)?;
        let seed = Wiped::new(reader.array().ok_or(malformed.clone())?);
        reader.end(Self { levels, seed }).ok_or(malformed)
    }

    /// Header and seed.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let header = self.levels.header(Form::SecretKey);
        Wiped::new([&header[..], self.seed.as_slice()].concat())
    }

    /// The sizes of each level.
    #[must_use]
    pub const fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The secret of one tree. This takes a few hashes for each level above it.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the key has no such tree; [`Error::Primitive`] if BLAKE2b has no
    /// usable candidate.
    pub fn tree(&self, id: TreeId) -> Result<TreeSeed> {
        let (start, _) = self.levels.span(id)?;
        let mut tree = self.top()?;
        for level in 0..id.level {
            tree = tree.below(self.levels.leaf(level, start))?;
        }
        Ok(tree)
    }

    /// The header takes part, under the seed as a key.
    fn top(&self) -> Result<TreeSeed> {
        let header = self.levels.header(Form::PublicKey);
        let derive = |out: &mut [u8], kind| {
            let personal = Address::new(kind, 0).personal();
            blake2b::hash(out, self.seed.as_slice(), &Salt::default(), &personal, &[&header])
        };
        let (mut salt, mut seed) = (Salt::default(), Wiped::new([0; SEED_LEN]));
        derive(&mut salt, Kind::TreeSalt)?;
        derive(seed.as_mut_slice(), Kind::TreeSeed)?;
        Ok(TreeSeed::new(self.levels.clone(), 0, salt, seed))
    }
}
