//! Key generation of a tree, in as many pieces as one likes.

use alloc::vec::Vec;

use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::Result;

/// A tree whose nodes are being computed, a few in each call, so that a thread with other duties
/// can do it. What takes the time is the level of nodes at the depth that the tree will keep.
#[derive(Debug)]
pub struct Growth {
    seed: TreeSeed,
    depth: u32,
    level: Vec<u8>,
}

impl Growth {
    /// Begins a tree that will keep its nodes down to this depth below the topmost; the depth of
    /// [`TreeSeed::default_depth`] is a good one.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if the depth is none of [`TreeSeed::nodes`].
    pub fn new(seed: TreeSeed, depth: u32) -> Result<Self> {
        seed.check_depth(depth)?;
        let level = Vec::with_capacity(seed.params().n() << depth);
        Ok(Self { seed, depth, level })
    }

    /// How many nodes there are to compute in all.
    #[must_use]
    pub const fn total(&self) -> u32 {
        1 << self.depth
    }

    /// How many of them are computed.
    #[must_use]
    pub fn done(&self) -> u32 {
        (self.level.len() / self.seed.params().n()) as u32
    }

    /// Computes up to `count` more nodes; true if none is left to compute. Multiples of 16 leaves
    /// fill the lanes.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn step(&mut self, count: u32) -> Result<bool> {
        let from = self.done();
        let to = from.saturating_add(count).min(self.total());
        self.level.extend_from_slice(&self.seed.nodes(self.depth, from..to)?);
        Ok(to == self.total())
    }

    /// The tree, after computing whatever is left.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn finish(mut self) -> Result<Tree> {
        self.step(u32::MAX)?;
        Tree::from_level(self.seed, self.depth, self.level)
    }
}
