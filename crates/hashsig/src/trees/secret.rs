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

/// The length of a key's seed in bytes.
pub const SEED_LEN: usize = 32;

/// The secret of a key: its levels and the seed from which all its trees are derived. The secret
/// does not record which one-time keys are used.
#[derive(Clone)]
pub struct SecretKey {
    levels: Levels,
    top: TreeSeed,
}

shows!(SecretKey: levels);

impl SecretKey {
    /// Generates a new secret from the operating system's random generator.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the random generator fails or no candidate of the hash function is
    /// usable.
    pub fn generate(levels: Levels) -> Result<Self> {
        let mut seed = Wiped::new([0; SEED_LEN]);
        random::fill(seed.as_mut_slice())?;
        Self::from_seed(levels, &seed)
    }

    /// Derives the secret from a seed. One seed with two sets of parameters yields two independent
    /// keys, because the levels are part of the derivation. The top tree's SEED is H("quicksalt HSS
    /// SEED" || levels || seed), and its I is the first 16 bytes of H("quicksalt HSS I" || levels
    /// || seed), with `levels` as encoded by [`Levels::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
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

    /// Decodes the output of [`Self::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Malformed`] or [`Error::Parameter`] for any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let expected = "levels, I and SEED of the lengths that the levels imply";
        let malformed = Error::Malformed { what: "an HSS secret key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader)?;
        let id = reader.array().ok_or(malformed.clone())?;
        let seed = reader.take(levels.top().n()).ok_or(malformed.clone())?;
        let top = TreeSeed::new(levels.top(), id, seed)?;
        reader.end(Self { levels, top }).ok_or(malformed)
    }

    /// Encodes the secret as the levels ([`Levels::to_bytes`]), followed by the top tree's I and
    /// SEED.
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

    /// Returns the public key, given the top tree.
    #[must_use]
    pub fn public_key(&self, top: &Tree) -> PublicKey {
        PublicKey::new(self.levels.as_slice().len() as u32, top.public_key())
    }

    /// Derives the secret of one tree, with a few hashes for each level above it.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree does not exist; [`Error::Primitive`] if no candidate of the
    /// hash function is usable.
    pub fn tree(&self, id: TreeId) -> Result<TreeSeed> {
        let (start, _) = self.levels.span(id)?;
        let mut tree = self.top.clone();
        for (level, &params) in (0..id.level).zip(&self.levels.as_slice()[1..]) {
            tree = tree.below(self.levels.leaf(level, start), params)?;
        }
        Ok(tree)
    }

    /// Checks that a tree is derived from this secret.
    pub(crate) fn check(&self, id: TreeId, tree: &Tree) -> Result<()> {
        let is_own = self.tree(id)?.shape() == tree.seed().shape();
        Error::require(is_own, "tree", "the tree derived from the key's secret", id.number)
    }
}
