//! A complete LMS tree, which can sign.

use alloc::vec::Vec;
use core::fmt;

use quicksalt::memory;

use super::BATCH;
use super::leaf_cache::LeafCache;
use super::seed::TreeSeed;
use crate::error::{Error, Result};
use crate::lms::ots::SignRequest;
use crate::lms::{Params, PublicKey};
use crate::message::Message;
use crate::reserved::ReservedIndex;

/// An LMS tree that can sign. It stores its secret, and its nodes from the root down to some depth.
/// The leaves below that depth are computed subtree by subtree. The first signature in a subtree
/// computes all of its 2^(height - depth) leaves, and each signature computes one or two leaves of
/// the next subtree. If signatures use the leaves in order, each therefore takes about twice the
/// time that it would take in a tree with all nodes stored.
pub struct Tree {
    seed: TreeSeed,
    depth: u32,
    /// Node i of the 2^d nodes at depth d begins at byte n * (2^d + i). The first n bytes are unused.
    kept: Vec<u8>,
    leaf_cache: LeafCache,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("seed", &self.seed).field("depth", &self.depth).finish()
    }
}

impl Tree {
    /// Computes the tree of a secret. The time grows with the size of the tree;
    /// [`super::TreeBuilder`] computes it in parts.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn generate(seed: TreeSeed) -> Result<Self> {
        let depth = seed.default_depth();
        let level = seed.nodes(depth, 0..1 << depth)?;
        Self::from_level(seed, depth, level)
    }

    /// Creates the tree from its nodes at one depth, concatenated as returned by
    /// [`TreeSeed::nodes`].
    ///
    /// Nodes of unknown origin, such as from a cache file, are authentic if and only if they yield
    /// the known public key.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the level is incomplete; [`Error::Parameter`] if the depth is
    /// invalid for [`TreeSeed::nodes`]; [`Error::Primitive`] if no candidate of the hash function
    /// is usable or memory runs out.
    pub fn from_level(seed: TreeSeed, depth: u32, level: Vec<u8>) -> Result<Self> {
        seed.check_depth(depth)?;
        let (n, h) = (seed.params().n(), seed.params().h());
        if level.len() != n << depth {
            let expected = "2^depth nodes";
            return Err(Error::Malformed { what: "a level of the tree", expected });
        }
        let mut kept = memory::zeros(n << (depth + 1))?;
        let mut row = level;
        for above in (0..depth).rev() {
            let parents = seed.parents(h - above, 0, &row)?;
            kept[n << (above + 1)..n << (above + 2)].copy_from_slice(&row);
            row = parents;
        }
        kept[n..2 * n].copy_from_slice(&row);
        Ok(Self { seed, depth, kept, leaf_cache: LeafCache::default() })
    }

    /// Returns the lowest stored level of nodes, for [`Self::from_level`]. This level is not
    /// secret.
    #[must_use]
    pub fn level(&self) -> &[u8] {
        &self.kept[self.params().n() << self.depth..]
    }

    getters! {
        (const &self)
        /// The depth of [`Self::level`].
        depth: u32 = self.depth;
        /// The parameters.
        params: Params = self.seed.params();
        /// The secret of the tree.
        seed: &TreeSeed = &self.seed;
    }

    /// Returns the root, which is part of the public key.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        let n = self.params().n();
        &self.kept[n..2 * n]
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::new(self.params(), *self.seed().id(), self.root())
    }

    /// Signs a message with the one-time key of an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range; [`Error::Primitive`] if the random
    /// generator fails or no candidate of the hash function is usable.
    pub fn sign(&self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let leaf = u32::try_from(index.get()).map_err(|_| Error::Exhausted)?;
        let mut signature = [Vec::with_capacity(self.params().signature_len())];
        self.sign_leaves(&[(leaf, message.into())], true, &mut signature)?;
        let [signature] = signature;
        Ok(signature)
    }
    /// Signs the only message that a leaf ever signs, always with the same randomiser.
    pub(crate) fn sign_leaf(&self, leaf: u32, message: &[u8]) -> Result<Vec<u8>> {
        let mut signature = [Vec::with_capacity(self.params().signature_len())];
        self.sign_leaves(&[(leaf, message.into())], false, &mut signature)?;
        let [signature] = signature;
        Ok(signature)
    }

    /// Signs each message with the one-time key of its leaf, and appends each signature to an
    /// element of `signatures`. The caller owns these one-time keys. Unless `is_fresh` is true,
    /// signing a message again with the same leaf yields the same signature.
    pub(crate) fn sign_leaves(
        &self,
        requests: &[(u32, Message<'_>)],
        is_fresh: bool,
        signatures: &mut [Vec<u8>],
    ) -> Result<()> {
        let n = self.params().n();
        for (requests, signatures) in requests.chunks(BATCH).zip(signatures.chunks_mut(BATCH)) {
            let leaves = requests.iter().map(|&(leaf, _)| leaf);
            let randomisers = self.seed.randomisers(leaves, is_fresh)?;
            let requests = requests.iter().zip(randomisers.chunks_exact(n));
            let requests = requests
                .map(|(&(leaf, message), randomiser)| SignRequest { leaf, randomiser, message })
                .collect::<Vec<_>>();
            self.sign_requests(&requests, signatures)?;
        }
        Ok(())
    }

    /// Signs like [`Self::sign_leaves`], with given randomisers and at most [`BATCH`] requests.
    pub(crate) fn sign_requests(
        &self,
        requests: &[SignRequest<'_>],
        signatures: &mut [Vec<u8>],
    ) -> Result<()> {
        if requests.iter().any(|request| request.leaf >= self.params().leaves()) {
            return Err(Error::Exhausted);
        }
        self.seed.sign(requests, signatures)?;
        for (request, signature) in requests.iter().zip(signatures) {
            self.path(request.leaf, signature)?;
        }
        let last = requests.iter().map(|request| request.leaf).max();
        last.map_or(Ok(()), |last| self.prepare(last, requests.len() as u32))
    }

    /// Appends the siblings on the path from a leaf to the root.
    fn path(&self, leaf: u32, path: &mut Vec<u8>) -> Result<()> {
        let (h, n) = (self.params().h(), self.params().n());
        let below = h - self.depth;
        if below > 0 {
            let mut row = self.row(leaf)?;
            for height in 0..below {
                let sibling = (((leaf >> height) ^ 1) & ((1 << (below - height)) - 1)) as usize;
                path.extend_from_slice(&row[n * sibling..n * (sibling + 1)]);
                let first = leaf >> below << (below - height - 1);
                row = self.seed.parents(height + 1, first, &row)?;
            }
        }
        for height in below..h {
            let at = n * (((1 << h | leaf) >> height) ^ 1) as usize;
            path.extend_from_slice(&self.kept[at..at + n]);
        }
        Ok(())
    }

    /// Returns all leaves of the lowest subtree, below the stored nodes, that contains `leaf`.
    fn row(&self, leaf: u32) -> Result<Vec<u8>> {
        let below = self.params().h() - self.depth;
        let start = leaf >> below << below;
        let mut row = self.leaf_cache.find(start);
        let done = (row.len() / self.params().n()) as u32;
        row.extend_from_slice(&self.seed.leaves(start + done..start + (1 << below))?);
        self.leaf_cache.keep_all(start, &row);
        Ok(row)
    }

    /// Computes some leaves of the next subtree after `signatures` signatures up to `leaf`: enough
    /// to complete the subtree before its first leaf signs, and at most two per signature.
    fn prepare(&self, leaf: u32, signatures: u32) -> Result<()> {
        let below = self.params().h() - self.depth;
        let next = ((leaf >> below) + 1) << below;
        if below == 0 || next == self.params().leaves() {
            return Ok(());
        }
        let mut row = self.leaf_cache.find(next);
        let done = (row.len() / self.params().n()) as u32;
        if done == 1 << below {
            return Ok(());
        }
        let each = ((1 << below) - done).div_ceil(next - leaf).min(2);
        let end = next + (1 << below).min(done + each * signatures);
        row.extend_from_slice(&self.seed.leaves(next + done..end)?);
        self.leaf_cache.keep_some(next, row);
        Ok(())
    }

    /// Returns the number of cached bytes of leaves from `start` on.
    #[cfg(test)]
    pub(crate) fn known_from(&self, start: u32) -> usize {
        let known = self.leaf_cache.find(start);
        let len = known.len();
        self.leaf_cache.keep_some(start, known);
        len
    }
}
