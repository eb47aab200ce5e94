//! A tree that signs.

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

/// An LMS tree with what it needs to sign: its secret and the nodes from the topmost down to some
/// depth. The leaves below are computed subtree by subtree: the first signature in a subtree computes
/// all its 2^(height - depth) leaves, and each signature computes one or two leaves of the next
/// subtree. A signature with the next leaf therefore takes about twice as long as in a tree that
/// keeps all nodes.
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
    /// Computes the tree of a secret. This takes as long as the tree is large; see
    /// [`super::TreeBuilder`] to compute it in parts.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn generate(seed: TreeSeed) -> Result<Self> {
        let depth = seed.default_depth();
        let level = seed.nodes(depth, 0..1 << depth)?;
        Self::from_level(seed, depth, level)
    }

    /// The tree that has these nodes at this depth, one after another, as [`TreeSeed::nodes`]
    /// gives them.
    ///
    /// Nodes of unknown origin, such as those of a cache file, are authentic if and only if the
    /// public key is then the known one.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the level is not complete, [`Error::Parameter`] if the depth is none
    /// of [`TreeSeed::nodes`], [`Error::Primitive`] if the hash function has no usable candidate or
    /// there is no memory.
    pub fn from_level(seed: TreeSeed, depth: u32, level: Vec<u8>) -> Result<Self> {
        seed.check_depth(depth)?;
        let (n, h) = (seed.params().n(), seed.params().h());
        if level.len() != n << depth {
            let expected = "2 to the power of the depth nodes";
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

    /// The lowest level of nodes that the tree keeps, for [`Self::from_level`]. It is not secret.
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

    /// The topmost node, which is part of the public key.
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
    /// [`Error::Exhausted`] if the tree has no such key; [`Error::Primitive`] if the operating
    /// system gives no random bytes or the hash function has no usable candidate.
    pub fn sign(&self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let leaf = u32::try_from(index.get()).map_err(|_| Error::Exhausted)?;
        let mut signature = [Vec::with_capacity(self.params().signature_len())];
        self.sign_leaves(&[(leaf, message.into())], true, &mut signature)?;
        let [signature] = signature;
        Ok(signature)
    }
    /// Signs the one message that a leaf ever signs, always in the same way.
    pub(crate) fn sign_leaf(&self, leaf: u32, message: &[u8]) -> Result<Vec<u8>> {
        let mut signature = [Vec::with_capacity(self.params().signature_len())];
        self.sign_leaves(&[(leaf, message.into())], false, &mut signature)?;
        let [signature] = signature;
        Ok(signature)
    }

    /// Signs messages, each with the one-time key of the leaf beside it, which the caller owns:
    /// appends a signature to each of `signatures`. Unless randomisers are to be fresh, the same
    /// message gets the same signature.
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

    /// As [`Self::sign_leaves`], with given randomisers and no more than [`BATCH`] at once.
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

    /// Appends the siblings on the way from a leaf to the topmost node.
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

    /// The leaves of the subtree of a leaf below the lowest nodes kept.
    fn row(&self, leaf: u32) -> Result<Vec<u8>> {
        let below = self.params().h() - self.depth;
        let start = leaf >> below << below;
        let mut row = self.leaf_cache.find(start);
        let done = (row.len() / self.params().n()) as u32;
        row.extend_from_slice(&self.seed.leaves(start + done..start + (1 << below))?);
        self.leaf_cache.keep_all(start, &row);
        Ok(row)
    }

    /// Computes some leaves of the next subtree, after `signatures` signatures up to `leaf`: as many as
    /// each signature must compute so that the subtree is complete when its first leaf signs, and at
    /// most two for each signature.
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

    /// How many bytes of leaves are known from one on.
    #[cfg(test)]
    pub(crate) fn known_from(&self, start: u32) -> usize {
        let known = self.leaf_cache.find(start);
        let len = known.len();
        self.leaf_cache.keep_some(start, known);
        len
    }
}
