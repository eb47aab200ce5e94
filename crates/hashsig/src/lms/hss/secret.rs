//! The secret of a key, out of which all its trees follow.

use alloc::vec::Vec;
use core::fmt;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::levels::{Levels, TreeId};
use super::public::PublicKey;
use crate::error::{Error, Result};
use crate::lms::ots::{self, Place};
use crate::lms::{ID_LEN, N_MAX, Tree, TreeSeed};
use crate::reader::Reader;

/// Length of the seed of a whole key in bytes.
pub const SEED_LEN: usize = 32;

/// Numbers from which the tree below a leaf is derived; see [`super`].
const DERIVE_SEED: u16 = 0xfffe;
const DERIVE_ID: u16 = 0xffff;

/// The secret of an HSS key: its levels and the secret of its top tree. It knows nothing of which
/// one-time keys are used.
#[derive(Clone)]
pub struct SecretKey {
    levels: Levels,
    top: TreeSeed,
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
    /// [`Error::Primitive`] if it gives none, or the hash function has no usable candidate.
    pub fn generate(levels: Levels) -> Result<Self> {
        let mut seed = Wiped::new([0; SEED_LEN]);
        random::fill(seed.as_mut_slice())?;
        Self::from_seed(levels, &seed)
    }

    /// The one that follows from a seed. The levels go into the derivation, so that one seed under
    /// two sets of parameters gives keys that have nothing in common:
    /// SEED = H("quicksalt HSS SEED" || levels || seed), I = the first 16 bytes of
    /// H("quicksalt HSS I" || levels || seed), `levels` as [`Levels::to_bytes`] writes them.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn from_seed(levels: Levels, seed: &[u8; SEED_LEN]) -> Result<Self> {
        let params = levels.top();
        let encoded = levels.to_bytes();
        let mut own = Wiped::new([0; N_MAX]);
        let own = &mut own[..params.n()];
        params.hash().digest(own, &[b"quicksalt HSS SEED", &encoded, seed])?;
        let mut id = [0; ID_LEN];
        params.hash().digest(&mut id, &[b"quicksalt HSS I", &encoded, seed])?;
        Self::from_top(levels, TreeSeed::new(params, id, own)?)
    }

    /// The one with this top tree.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree's parameters are not those of the top level.
    pub fn from_top(levels: Levels, top: TreeSeed) -> Result<Self> {
        if top.params() != levels.top() {
            let expected = "a tree of the top level's parameters";
            let actual = top.params().lms().into();
            return Err(Error::Parameter { argument: "top", expected, actual });
        }
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

    /// The levels as [`Levels::to_bytes`] writes them, I and SEED.
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
        self.levels.check(id)?;
        let (start, _) = self.levels.span(id)?;
        let mut tree = self.top.clone();
        for level in 0..id.level {
            tree = self.below(&tree, self.levels.leaf(level, start), level + 1)?;
        }
        Ok(tree)
    }

    /// Checks that a tree is the one that follows from the secret.
    pub(crate) fn check(&self, id: TreeId, tree: &Tree) -> Result<()> {
        let own = self.tree(id)?;
        if own.params() == tree.params() && own.id() == tree.seed().id() {
            return Ok(());
        }
        let expected = "the tree that follows from the key's secret";
        Err(Error::Parameter { argument: "tree", expected, actual: id.number })
    }

    /// The tree of `level` below a leaf.
    fn below(&self, tree: &TreeSeed, leaf: u32, level: usize) -> Result<TreeSeed> {
        let place = Place { id: tree.id(), leaf };
        let seed = ots::derive(tree.params(), place, DERIVE_SEED, tree.bytes(), &[])?;
        let long = ots::derive(tree.params(), place, DERIVE_ID, tree.bytes(), &[])?;
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&long[..ID_LEN]);
        let params = self.levels.level(level)?;
        TreeSeed::new(params, id, &seed[..params.n()])
    }
}
