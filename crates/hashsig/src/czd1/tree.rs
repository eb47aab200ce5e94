//! A tree that signs.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::grow::Growth;
use super::ots;
use super::params::Params;
use super::place::BATCH;
use super::public::message_digest;
use super::seed::TreeSeed;
use crate::error::{Error, Result};

/// A tree with what it needs to sign: its secret and the nodes from the topmost down to some depth.
/// Nodes below are computed anew for each signature, 2^(height - depth) one-time keys.
pub struct Tree {
    seed: TreeSeed,
    depth: u32,
    /// From the top down, the nodes of each depth one after another.
    kept: Vec<Vec<u8>>,
    root: Vec<u8>,
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
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn generate(seed: TreeSeed) -> Result<Self> {
        let depth = seed.default_depth();
        Growth::new(seed, depth)?.finish()
    }

    /// The tree that has these nodes at this depth, one after another, as [`TreeSeed::nodes`]
    /// gives them.
    ///
    /// Nodes of unknown origin, such as those of a cache file, are authentic if and only if the
    /// [`Self::public_key`] is then the known one.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the level is not complete, [`Error::Parameter`] if the depth is none
    /// of [`TreeSeed::nodes`], [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn from_level(seed: TreeSeed, depth: u32, level: Vec<u8>) -> Result<Self> {
        seed.check_depth(depth)?;
        let (n, h) = (seed.params().n(), seed.params().h());
        if level.len() != n << depth {
            let expected = "2 to the power of the depth nodes";
            return Err(Error::Malformed { what: "a level of the tree", expected });
        }
        let mut kept = vec![level];
        for above in (0..depth).rev() {
            let row = seed.place().parents(h - above, 0, &kept[kept.len() - 1])?;
            kept.push(row);
        }
        kept.reverse();
        let root = seed.place().root(&kept[0])?;
        Ok(Self { seed, depth, kept, root })
    }

    /// The lowest level of nodes that the tree keeps, for [`Self::from_level`]. It is not secret.
    #[must_use]
    pub fn level(&self) -> &[u8] {
        self.row(self.depth)
    }

    /// The depth of [`Self::level`].
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The sizes.
    #[must_use]
    pub fn params(&self) -> Params {
        self.seed.params()
    }

    /// The secret of the tree.
    #[must_use]
    pub const fn seed(&self) -> &TreeSeed {
        &self.seed
    }

    /// The tree as a public key has it: the commitment to its topmost node and to all sizes.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.root
    }

    /// What the tree above signs: salt and root.
    #[must_use]
    pub fn public_key(&self) -> Vec<u8> {
        [&self.seed.salt()[..], &self.root].concat()
    }

    /// What a leaf adds to a signature of a message: randomiser, values of the chains, path. The
    /// same message gets the same. The caller owns the leaf, or signs the one message that this
    /// leaf ever signs.
    pub(super) fn sign_leaf(&self, leaf: u32, message: &[u8]) -> Result<Vec<u8>> {
        let mut signature = Vec::with_capacity(self.params().signature_len());
        self.sign_leaves(&[(leaf, message)], |_, own| signature.extend_from_slice(own))?;
        Ok(signature)
    }

    /// The same for many leaves with a message each, whose chains share the lanes. `take` gets the
    /// place in `wanted` and a part of what the leaf adds, in order.
    pub(super) fn sign_leaves(
        &self,
        wanted: &[(u32, &[u8])],
        mut take: impl FnMut(usize, &[u8]),
    ) -> Result<()> {
        let (params, place) = (self.params(), self.seed.place());
        if wanted.iter().any(|wanted| wanted.0 >= params.leaves()) {
            return Err(Error::Exhausted);
        }
        for (batch, wanted) in wanted.chunks(BATCH).enumerate() {
            let leaves: Vec<_> = wanted.iter().map(|wanted| wanted.0).collect();
            let mut digests = Vec::with_capacity(wanted.len());
            for (at, &(leaf, message)) in wanted.iter().enumerate() {
                let randomiser = self.seed.randomiser(leaf, message)?;
                digests.push(message_digest(place, leaf, &randomiser, &self.root, message)?);
                take(batch * BATCH + at, &randomiser);
            }
            let digests = digests.iter().map(Vec::as_slice);
            let values = ots::sign(place, self.seed.bytes(), &leaves, digests)?;
            for (at, values) in values.chunks_exact(params.values_len()).enumerate() {
                take(batch * BATCH + at, values);
                take(batch * BATCH + at, &self.path(leaves[at])?);
            }
        }
        Ok(())
    }

    /// The siblings on the way from a leaf to the topmost node.
    fn path(&self, leaf: u32) -> Result<Vec<u8>> {
        let (h, n, place) = (self.params().h(), self.params().n(), self.seed.place());
        let mut path = Vec::with_capacity(n * h as usize);
        let mut append = |row: &[u8], sibling: u32| {
            path.extend_from_slice(&row[n * sibling as usize..n * (sibling as usize + 1)]);
        };
        let below = h - self.depth;
        let first = leaf >> below << below;
        let mut row = match below {
            0 => Vec::new(),
            _ => place.leaves(self.seed.bytes(), first..first + (1 << below))?,
        };
        for height in 0..below {
            append(&row, (leaf >> height ^ 1) - (first >> height));
            row = place.parents(height + 1, first >> (height + 1), &row)?;
        }
        for height in below..h {
            append(self.row(h - height), leaf >> height ^ 1);
        }
        Ok(path)
    }

    fn row(&self, depth: u32) -> &[u8] {
        &self.kept[depth as usize]
    }
}
