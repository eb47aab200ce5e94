//! A tree that signs.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::nacl::random;

use super::grow::Growth;
use super::ots::{self, Place};
use super::params::Params;
use super::public::PublicKey;
use super::seed::TreeSeed;
use crate::error::{Error, Result};
use crate::reserved::ReservedIndex;

/// Numbers from which more is derived out of a tree's seed than the starts of chains. The largest
/// number of a chain is 264.
pub(super) const DERIVE_RANDOMISER: u16 = 0xfffd;

/// An LMS tree with what it needs to sign: its secret and the nodes from the root down to some
/// depth. Nodes below are computed anew for each signature, 2^(height - depth) one-time keys.
pub struct Tree {
    seed: TreeSeed,
    depth: u32,
    /// Node r at n * r; node 0 is no node.
    kept: Vec<u8>,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("seed", &self.seed).field("depth", &self.depth).finish()
    }
}

impl Tree {
    /// Computes the tree of a secret. This takes as long as the tree is large; see [`Growth`] for
    /// the same in pieces.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn generate(seed: TreeSeed) -> Result<Self> {
        let depth = seed.default_depth();
        Growth::new(seed, depth)?.finish()
    }

    /// The tree that has these nodes at this depth, one after another, as [`TreeSeed::nodes`]
    /// gives them.
    ///
    /// Nodes of unknown origin, such as those of a cache file, are authentic if and only if
    /// [`Self::public_key`] is then the known one.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the level is not complete, [`Error::Parameter`] if the depth is none
    /// of [`TreeSeed::nodes`], [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn from_level(seed: TreeSeed, depth: u32, level: Vec<u8>) -> Result<Self> {
        seed.check_depth(depth)?;
        let n = seed.params().n();
        if level.len() != n << depth {
            let expected = "2 to the power of the depth nodes";
            return Err(Error::Malformed { what: "a level of the tree", expected });
        }
        let mut kept = vec![0; n << (depth + 1)];
        let mut row = level;
        for above in (0..depth).rev() {
            let parents = seed.shape().parents(1 << above, &row)?;
            kept[n << (above + 1)..n << (above + 2)].copy_from_slice(&row);
            row = parents;
        }
        kept[n..2 * n].copy_from_slice(&row);
        Ok(Self { seed, depth, kept })
    }

    /// The lowest level of nodes that the tree keeps, for [`Self::from_level`]. It is not secret.
    #[must_use]
    pub fn level(&self) -> &[u8] {
        &self.kept[self.params().n() << self.depth..]
    }

    /// The depth of [`Self::level`].
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.seed.params()
    }

    /// The secret of the tree.
    #[must_use]
    pub const fn seed(&self) -> &TreeSeed {
        &self.seed
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.params(), *self.seed.id(), self.node(1))
    }

    /// Signs a message with the one-time key of an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the tree has no such key; [`Error::Primitive`] if the operating
    /// system gives no random bytes or the hash function has no usable candidate.
    pub fn sign(&self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let leaf = u32::try_from(index.get()).map_err(|_| Error::Exhausted)?;
        let mut fresh = [0; 32];
        random::fill(&mut fresh)?;
        self.sign_leaf(leaf, message, &fresh)
    }

    /// Signs with a randomiser derived from the seed and `fresh` bytes: nobody can predict it who
    /// knows less than both, and with nothing fresh the same message gets the same signature.
    ///
    /// The caller owns the leaf, or signs the one message that this leaf ever signs.
    pub(super) fn sign_leaf(&self, leaf: u32, message: &[u8], fresh: &[u8]) -> Result<Vec<u8>> {
        let (params, place) = (self.params(), self.place(leaf));
        let randomiser = ots::derive(params, place, DERIVE_RANDOMISER, self.seed.bytes(), fresh)?;
        self.sign_randomised(leaf, message, &randomiser[..params.n()])
    }

    /// Signs with a given randomiser of `n` bytes; the caller owns the leaf.
    pub(super) fn sign_randomised(
        &self,
        leaf: u32,
        message: &[u8],
        randomiser: &[u8],
    ) -> Result<Vec<u8>> {
        let params = self.params();
        if leaf >= params.leaves() {
            return Err(Error::Exhausted);
        }
        let path = self.path(leaf)?;
        let mut signature = Vec::with_capacity(params.signature_len());
        signature.extend_from_slice(&leaf.to_be_bytes());
        signature.extend_from_slice(&params.lmots().to_be_bytes());
        let (place, seed) = (self.place(leaf), self.seed.bytes());
        ots::sign(params, place, seed, randomiser, message, &mut signature)?;
        signature.extend_from_slice(&params.lms().to_be_bytes());
        signature.extend_from_slice(&path);
        debug_assert_eq!(signature.len(), params.signature_len());
        Ok(signature)
    }

    /// The siblings on the way from a leaf to the root.
    fn path(&self, leaf: u32) -> Result<Vec<u8>> {
        let (h, n) = (self.params().h(), self.params().n());
        let mut path = Vec::with_capacity(n * h as usize);
        let below = h - self.depth;
        if below > 0 {
            let mut start = leaf >> below << below;
            let mut row =
                self.seed.shape().leaves(self.seed.bytes(), start..start + (1 << below))?;
            start += self.params().leaves();
            for level in 0..below {
                let sibling = (((leaf >> level) ^ 1) & ((1 << (below - level)) - 1)) as usize;
                path.extend_from_slice(&row[n * sibling..n * (sibling + 1)]);
                start >>= 1;
                row = self.seed.shape().parents(start, &row)?;
            }
        }
        for level in below..h {
            path.extend_from_slice(self.node(((1 << h | leaf) >> level) ^ 1));
        }
        Ok(path)
    }

    fn node(&self, number: u32) -> &[u8] {
        let n = self.params().n();
        let at = n * number as usize;
        &self.kept[at..at + n]
    }

    const fn place(&self, leaf: u32) -> Place<'_> {
        Place { id: self.seed.id(), leaf }
    }
}
