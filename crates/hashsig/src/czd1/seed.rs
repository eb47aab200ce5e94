//! What all secrets of one tree are derived from.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use quicksalt::Wiped;

use super::address::Kind;
use super::levels::Levels;
use super::params::Params;
use super::place::Place;
use super::secret::SEED_LEN;
use crate::error::{Error, Result};
use crate::hash::personal::Salt;

/// The largest height of a subtree whose inner nodes are computed in one go.
const UNIT_MAX: u32 = 10;
/// The largest depth that is kept unless somebody asks for more: nodes of at most 4 MiB.
const KEEP_MAX: u32 = 16;

/// The secret of one tree. It is all that a worker needs in order to compute nodes of this tree; it
/// gives no tree beside or above it away.
#[derive(Clone)]
pub struct TreeSeed {
    levels: Levels,
    level: usize,
    salt: Salt,
    seed: Wiped<[u8; SEED_LEN]>,
}

impl fmt::Debug for TreeSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeSeed").field("level", &self.level).finish_non_exhaustive()
    }
}

impl TreeSeed {
    /// The secret of a tree of a level that there is.
    pub(super) const fn new(
        levels: Levels,
        level: usize,
        salt: Salt,
        seed: Wiped<[u8; SEED_LEN]>,
    ) -> Self {
        Self { levels, level, salt, seed }
    }

    /// The secret of the tree below a leaf; there is a level below.
    pub(super) fn below(&self, leaf: u32) -> Result<Self> {
        let (mut salt, mut seed) = (Salt::default(), Wiped::new([0; SEED_LEN]));
        let (own, secret) = (self.place(), self.seed.as_slice());
        own.digest(&mut salt, own.address(Kind::TreeSalt).at(leaf), &[secret])?;
        own.digest(seed.as_mut_slice(), own.address(Kind::TreeSeed).at(leaf), &[secret])?;
        Ok(Self { levels: self.levels.clone(), level: self.level + 1, salt, seed })
    }

    /// The sizes of the tree.
    #[must_use]
    pub fn params(&self) -> Params {
        self.place().params()
    }

    /// The tree's salt, which is public.
    #[must_use]
    pub const fn salt(&self) -> &Salt {
        &self.salt
    }

    pub(super) const fn bytes(&self) -> &Wiped<[u8; SEED_LEN]> {
        &self.seed
    }

    pub(super) const fn place(&self) -> Place<'_> {
        Place { levels: &self.levels, level: self.level, salt: &self.salt }
    }

    /// The smallest depth at which [`Self::nodes`] computes nodes.
    #[must_use]
    pub fn least_depth(&self) -> u32 {
        self.params().h().saturating_sub(UNIT_MAX)
    }

    /// The depth down to which a tree keeps its nodes unless somebody asks for another: all of a
    /// tree of height 16 or less, at most 4 MiB of a higher one, which then computes up to 16
    /// one-time keys for each signature.
    #[must_use]
    pub fn default_depth(&self) -> u32 {
        self.params().h().min(KEEP_MAX)
    }

    /// The nodes `range` of the 2^depth nodes at this depth below the topmost, one after another. The
    /// ranges that make up a level can be computed anywhere, in any order.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the depth is less than [`Self::least_depth`] or more than the
    /// tree's height, or the range ends beyond the level; [`Error::Primitive`] if BLAKE2b has no
    /// usable candidate.
    pub fn nodes(&self, depth: u32, range: Range<u32>) -> Result<Vec<u8>> {
        self.check_depth(depth)?;
        if range.end > 1 << depth {
            let expected = "at most 2 to the power of the depth";
            let actual = range.end.into();
            return Err(Error::Parameter { argument: "range", expected, actual });
        }
        let (place, below) = (self.place(), self.params().h() - depth);
        if below == 0 {
            return place.leaves(&self.seed, range);
        }
        let mut nodes = Vec::with_capacity(range.len() * self.params().n());
        for node in range {
            let mut row = place.leaves(&self.seed, node << below..(node + 1) << below)?;
            for height in 1..=below {
                row = place.parents(height, node << (below - height), &row)?;
            }
            nodes.extend_from_slice(&row);
        }
        Ok(nodes)
    }

    pub(super) fn check_depth(&self, depth: u32) -> Result<()> {
        if !(self.least_depth()..=self.params().h()).contains(&depth) {
            let expected = "at most the height and at least the height less 10";
            let actual = depth.into();
            return Err(Error::Parameter { argument: "depth", expected, actual });
        }
        Ok(())
    }

    /// The randomiser of a message at a leaf: the same for the same message, and unpredictable to
    /// whoever lacks the secret.
    pub(super) fn randomiser(&self, leaf: u32, message: &[u8]) -> Result<Vec<u8>> {
        let place = self.place();
        let mut key = Wiped::new([0; SEED_LEN]);
        let own = place.address(Kind::RandomiserKey);
        place.digest(key.as_mut_slice(), own, &[self.seed.as_slice()])?;
        let mut randomiser = vec![0; self.params().n()];
        let personal = place.address(Kind::Randomiser).at(leaf).personal();
        let hash = quicksalt::hazmat::blake2b::hash;
        hash(&mut randomiser, key.as_slice(), &self.salt, &personal, &[message])?;
        Ok(randomiser)
    }
}
