//! The secret of a key, out of which all its trees follow.

use alloc::vec::Vec;
use core::fmt;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::levels::{Levels, TreeId};
use super::scheme::Scheme;
use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::{Error, Result};

/// Length of the seed of a whole key in bytes.
pub const SEED_LEN: usize = 32;

/// The secret of a key: its levels and what all its trees follow from. It knows nothing of which
/// one-time keys are used.
#[derive(Clone)]
pub struct SecretKey<S: Scheme> {
    levels: Levels<S>,
    secret: S::Secret,
}

impl<S: Scheme> fmt::Debug for SecretKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("levels", &self.levels).finish_non_exhaustive()
    }
}

impl<S: Scheme> SecretKey<S> {
    /// A new one from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Primitive`] if it gives none, or the hash function has no usable candidate.
    pub fn generate(levels: Levels<S>) -> Result<Self> {
        let mut seed = Wiped::new([0; SEED_LEN]);
        random::fill(seed.as_mut_slice())?;
        Self::from_seed(levels, &seed)
    }

    /// The one that follows from a seed. One seed under two sets of parameters gives keys that have
    /// nothing in common.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn from_seed(levels: Levels<S>, seed: &[u8; SEED_LEN]) -> Result<Self> {
        let secret = S::secret(&levels, seed)?;
        Ok(Self { levels, secret })
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Parameter`] if the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (levels, secret) = S::read_secret(bytes)?;
        Ok(Self { levels, secret })
    }

    /// The encoding: the levels as `Levels::to_bytes` writes them, I and SEED of the top tree.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        S::write_secret(&self.levels, &self.secret)
    }

    /// The levels.
    #[must_use]
    pub const fn levels(&self) -> &Levels<S> {
        &self.levels
    }

    /// The public key, given the top tree.
    #[must_use]
    pub fn public_key(&self, top: &Tree<S>) -> S::PublicKey {
        S::public_key(&self.levels, top)
    }

    /// The secret of one tree. This takes a few hashes for each level above it.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the key has no such tree; [`Error::Primitive`] if the hash
    /// function has no usable candidate.
    pub fn tree(&self, id: TreeId) -> Result<TreeSeed<S>> {
        let (start, _) = self.levels.span(id)?;
        let mut tree = S::top(&self.levels, &self.secret)?;
        for (level, &params) in (0..id.level).zip(&self.levels.as_slice()[1..]) {
            tree = S::below(&tree, self.levels.leaf(level, start), params)?;
        }
        Ok(tree)
    }

    /// Checks that a tree is the one that follows from the secret.
    pub(crate) fn check(&self, id: TreeId, tree: &Tree<S>) -> Result<()> {
        if self.tree(id)?.place() == tree.seed().place() {
            return Ok(());
        }
        let expected = "the tree that follows from the key's secret";
        Err(Error::Parameter { argument: "tree", expected, actual: id.number })
    }
}
