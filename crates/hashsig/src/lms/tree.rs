//! A tree that signs.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::bottom::Bottom;
use super::grow::Growth;
use super::ots::{self, Place, Wanted};
use super::params::{N_MAX, Params};
use super::public::PublicKey;
use super::seed::TreeSeed;
use crate::error::{Error, Result};
use crate::reserved::ReservedIndex;

/// The most messages signed at once: chains enough to fill the lanes of any kernel.
const BATCH: usize = 16;

/// Numbers from which more is derived out of a tree's seed than the starts of chains. The largest
/// number of a chain is 264.
pub(super) const DERIVE_RANDOMISER: u16 = 0xfffd;

/// An LMS tree with what it needs to sign: its secret and the nodes from the root down to some
/// depth. Leaves below are computed subtree by subtree: all 2^(height - depth) for the first
/// signature of a subtree, and those of the next subtree one or two with each signature, so that
/// leaves that sign in their order cost about twice a signature.
pub struct Tree {
    seed: TreeSeed,
    depth: u32,
    /// Node r at n * r; node 0 is no node.
    kept: Vec<u8>,
    bottom: Bottom,
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
        Ok(Self { seed, depth, kept, bottom: Bottom::default() })
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
        let randomiser = self.randomiser(leaf, fresh)?;
        self.sign_randomised(leaf, message, &randomiser[..self.params().n()])
    }

    /// Signs messages, each with the one-time key of the leaf beside it, which the caller owns.
    /// Each signature begins with `head`.
    pub(super) fn sign_leaves(&self, head: &[u8], wanted: &[(u32, &[u8])]) -> Result<Vec<Vec<u8>>> {
        let n = self.params().n();
        let mut signatures = Vec::with_capacity(wanted.len());
        for wanted in wanted.chunks(BATCH) {
            let mut fresh = [[0; 32]; BATCH];
            random::fill(fresh.as_flattened_mut())?;
            let randomisers =
                wanted.iter().zip(&fresh).map(|(w, fresh)| self.randomiser(w.0, fresh));
            let randomisers = randomisers.collect::<Result<Vec<_>>>()?;
            let wanted = wanted.iter().zip(&randomisers).map(|(&(leaf, message), randomiser)| {
                Wanted { leaf, randomiser: &randomiser[..n], message }
            });
            self.sign_wanted(head, &wanted.collect::<Vec<_>>(), &mut signatures)?;
        }
        Ok(signatures)
    }

    /// Signs with a given randomiser of `n` bytes; the caller owns the leaf.
    pub(super) fn sign_randomised(
        &self,
        leaf: u32,
        message: &[u8],
        randomiser: &[u8],
    ) -> Result<Vec<u8>> {
        let mut signatures = Vec::with_capacity(1);
        self.sign_wanted(&[], &[Wanted { leaf, randomiser, message }], &mut signatures)?;
        signatures.pop().ok_or(Error::Exhausted)
    }

    fn sign_wanted(
        &self,
        head: &[u8],
        wanted: &[Wanted<'_>],
        signatures: &mut Vec<Vec<u8>>,
    ) -> Result<()> {
        let params = self.params();
        if wanted.iter().any(|wanted| wanted.leaf >= params.leaves()) {
            return Err(Error::Exhausted);
        }
        let chains = ots::sign(params, self.seed.id(), self.seed.bytes(), wanted)?;
        let values = chains.values().chunks_exact(params.chains() * params.n());
        for (&Wanted { leaf, randomiser, .. }, values) in wanted.iter().zip(values) {
            let mut signature = Vec::with_capacity(head.len() + params.signature_len());
            signature.extend_from_slice(head);
            signature.extend_from_slice(&leaf.to_be_bytes());
            signature.extend_from_slice(&params.lmots().to_be_bytes());
            signature.extend_from_slice(randomiser);
            signature.extend_from_slice(values);
            signature.extend_from_slice(&params.lms().to_be_bytes());
            self.path(leaf, &mut signature)?;
            debug_assert_eq!(signature.len(), head.len() + params.signature_len());
            signatures.push(signature);
        }
        let last = wanted.iter().map(|wanted| wanted.leaf).max();
        last.map_or(Ok(()), |last| self.prepare(last, wanted.len() as u32))
    }

    fn randomiser(&self, leaf: u32, fresh: &[u8]) -> Result<Wiped<[u8; N_MAX]>> {
        let (place, seed) = (Place { id: self.seed.id(), leaf }, self.seed.bytes());
        ots::derive(self.params(), place, DERIVE_RANDOMISER, seed, fresh)
    }

    /// Appends the siblings on the way from a leaf to the root.
    fn path(&self, leaf: u32, path: &mut Vec<u8>) -> Result<()> {
        let (h, n) = (self.params().h(), self.params().n());
        let below = h - self.depth;
        if below > 0 {
            let mut row = self.row(leaf)?;
            let mut start = self.params().leaves() + (leaf >> below << below);
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
        Ok(())
    }

    /// The leaves of the subtree of a leaf below the lowest nodes kept.
    fn row(&self, leaf: u32) -> Result<Vec<u8>> {
        let below = self.params().h() - self.depth;
        let start = leaf >> below << below;
        let mut row = self.bottom.find(start);
        let done = (row.len() / self.params().n()) as u32;
        let missing = start + done..start + (1 << below);
        row.extend_from_slice(&self.seed.shape().leaves(self.seed.bytes(), missing)?);
        self.bottom.keep_whole(start, &row);
        Ok(row)
    }

    /// Computes leaves of the subtree after that of a leaf, as if so many signatures had been made
    /// up to there: enough to have all of it when the first of them signs, at most two a signature.
    fn prepare(&self, leaf: u32, signatures: u32) -> Result<()> {
        let below = self.params().h() - self.depth;
        let next = ((leaf >> below) + 1) << below;
        if below == 0 || next == self.params().leaves() {
            return Ok(());
        }
        let mut row = self.bottom.find(next);
        let done = (row.len() / self.params().n()) as u32;
        if done == 1 << below {
            return Ok(());
        }
        let each = ((1 << below) - done).div_ceil(next - leaf).min(2);
        let end = next + (1 << below).min(done + each * signatures);
        row.extend_from_slice(&self.seed.shape().leaves(self.seed.bytes(), next + done..end)?);
        self.bottom.keep_some(next, row);
        Ok(())
    }

    /// How many bytes of leaves are known from one on.
    #[cfg(test)]
    pub(super) fn known_from(&self, start: u32) -> usize {
        let known = self.bottom.find(start);
        let len = known.len();
        self.bottom.keep_some(start, known);
        len
    }

    fn node(&self, number: u32) -> &[u8] {
        let n = self.params().n();
        let at = n * number as usize;
        &self.kept[at..at + n]
    }
}
