//! The secret of a key, from which all its trees are derived.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::levels::{Levels, TreeId};
use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::lms::hss::PublicKey;
use crate::lms::{ID_LEN, N_MAX};
use crate::reader::Reader;

/// Length of the seed of a whole key in bytes.
pub const SEED_LEN: usize = 32;

/// The secret of a key: its levels and the seed from which all its trees are derived. It does not know
/// which one-time keys are used.
#[derive(Clone)]
pub struct SecretKey {
    levels: Levels,
    top: TreeSeed,
}

shows!(SecretKey: levels);

impl SecretKey {
    /// A new secret from the operating system's random bytes.
    ///
    /// # Errors
    /// [`Error::Primitive`] if it gives none, or the hash function has no usable candidate.
    pub fn generate(levels: Levels) -> Result<Self> {
        let mut seed = Wiped::new([0; SEED_LEN]);
        random::fill(seed.as_mut_slice())?;
        Self::from_seed(levels, &seed)
    }

    /// The secret that is derived from a seed. One seed with two sets of parameters gives two
    /// independent keys, because the levels are part of the derivation: SEED of the top tree is
    /// H("quicksalt HSS SEED" || levels || seed), I the first 16 bytes of
    /// H("quicksalt HSS I" || levels || seed), `levels` as [`Levels::to_bytes`] writes them.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn from_seed(levels: Levels, seed: &[u8; SEED_LEN]) -> Result<Self> {
        let (params, encoded) = (levels.top(), levels.to_bytes());
        let mut own = Wiped::new([0; N_MAX]);
        let own = &mut own[..params.n()];
        params.hash().digest(own, &[b"quicksalt HSS SEED", &encoded, seed])?;
        let mut id = [0; ID_LEN];
        params.hash().digest(&mut id, &[b"quicksalt HSS I", &encoded, seed])?;
        let top = TreeSeed::new(params, id, own)?;
        Ok(Self { levels, top })
    }

    /// Reads what [`Self::to_bytes`] writes.
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Parameter`] if the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let expected = "levels, I and SEED, exactly as long as the levels say";
        let malformed = Error::Malformed { what: "an HSS secret key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader)?;
        let id = reader.array().ok_or(malformed.clone())?;
        let seed = reader.take(levels.top().n()).ok_or(malformed.clone())?;
        let top = TreeSeed::new(levels.top(), id, seed)?;
        reader.end(Self { levels, top }).ok_or(malformed)
    }

    /// The encoding: the levels as [`Levels::to_bytes`] writes them, I and SEED of the top tree.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let levels = self.levels.to_bytes();
        let parts: [&[u8]; 3] = [&levels, self.top.id(), self.top.bytes()];
        Wiped::new(parts.concat())
    }

    /// The levels.
    #[must_use]
    pub const fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The public key, given the top tree.
    #[must_use]
    pub fn public_key(&self, top: &Tree) -> PublicKey {
        PublicKey::new(self.levels.as_slice().len() as u32, top.public_key())
    }

    /// The secret of one tree. This takes a few hashes for each level above it.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the key has no such tree; [`Error::Primitive`] if the hash
    /// function has no usable candidate.
    pub fn tree(&self, id: TreeId) -> Result<TreeSeed> {
        let (start, _) = self.levels.span(id)?;
        let mut tree = self.top.clone();
        for (level, &params) in (0..id.level).zip(&self.levels.as_slice()[1..]) {
            tree = tree.below(self.levels.leaf(level, start), params)?;
        }
        Ok(tree)
    }

    /// Checks that a tree is the one that is derived from this secret.
    pub(crate) fn check(&self, id: TreeId, tree: &Tree) -> Result<()> {
        let is_own = self.tree(id)?.shape() == tree.seed().shape();
        Error::require(is_own, "tree", "the tree that follows from the key's secret", id.number)
    }
}
