//! Key generation of a tree by any number of threads at once.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::Result;

/// Chains enough that few lanes of any kernel stay empty.
const CHAINS: usize = 512;

/// A tree whose nodes are computed by whatever threads come along, each a few at a time. A thread
/// that gives up, or panics, gives back what it took.
#[derive(Debug)]
pub struct SharedGrowth {
    seed: TreeSeed,
    depth: u32,
    state: Mutex<State>,
    changed: Condvar,
}

/// No lock is held while anything is computed.
#[derive(Debug)]
struct State {
    /// What nobody computes yet.
    free: Vec<Range<u32>>,
    /// How many nodes are computed.
    done: u32,
    /// The nodes of the level; empty once there is the tree.
    level: Vec<u8>,
    tree: Option<Arc<Tree>>,
}

/// Nodes that a thread has taken upon itself.
pub(super) struct Piece<'a> {
    growth: &'a SharedGrowth,
    range: Range<u32>,
    nodes: Option<Vec<u8>>,
}

impl SharedGrowth {
    /// Begins a tree that will keep its nodes down to this depth below the root; the depth of
    /// [`TreeSeed::default_depth`] is a good one.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if the depth is none of [`TreeSeed::nodes`].
    pub fn new(seed: TreeSeed, depth: u32) -> Result<Self> {
        seed.check_depth(depth)?;
        let level = vec![0; seed.params().n() << depth];
        let free = core::iter::once(0..1 << depth).collect();
        let state = State { free, done: 0, level, tree: None };
        Ok(Self { seed, depth, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// How many nodes there are to compute in all.
    #[must_use]
    pub const fn total(&self) -> u32 {
        1 << self.depth
    }

    /// How many of them are computed.
    #[must_use]
    pub fn done(&self) -> u32 {
        self.state().done
    }

    /// The smallest number of nodes that keeps kernels busy when they are computed in one go.
    #[must_use]
    pub fn piece(&self) -> u32 {
        let leaves = 1_usize << (self.seed.params().h() - self.depth);
        CHAINS.div_ceil(leaves * self.seed.params().chains()) as u32
    }

    /// Computes up to `count` nodes that nobody computes yet; false if there are none.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    pub fn work(&self, count: u32) -> Result<bool> {
        let Some(mut piece) = self.take(count) else { return Ok(false) };
        piece.nodes = Some(self.seed.nodes(self.depth, piece.range.clone())?);
        Ok(true)
    }

    /// The tree, after computing whatever nobody computes and waiting for those who compute.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    pub fn tree(&self) -> Result<Arc<Tree>> {
        loop {
            while self.work(self.piece())? {}
            let mut state = self.state();
            while state.free.is_empty() && state.done < self.total() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if let Some(tree) = &state.tree {
                return Ok(Arc::clone(tree));
            }
            if state.done == self.total() {
                let level = state.level.clone();
                drop(state);
                return self.finish(level);
            }
        }
    }

    /// Makes the tree of the whole level. Two threads may do so; the first one's tree is taken.
    fn finish(&self, level: Vec<u8>) -> Result<Arc<Tree>> {
        let tree = Arc::new(Tree::from_level(self.seed.clone(), self.depth, level)?);
        let mut state = self.state();
        state.level = Vec::new();
        Ok(Arc::clone(state.tree.get_or_insert(tree)))
    }

    pub(super) fn take(&self, count: u32) -> Option<Piece<'_>> {
        let mut state = self.state();
        let free = state.free.last_mut()?;
        let end = free.end.min(free.start.saturating_add(count.max(1)));
        let range = free.start..end;
        free.start = end;
        if free.start == free.end {
            state.free.pop();
        }
        Some(Piece { growth: self, range, nodes: None })
    }

    /// Nothing that can panic happens under the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Piece<'_> {
    fn drop(&mut self) {
        let n = self.growth.seed.params().n();
        let mut state = self.growth.state();
        match &self.nodes {
            Some(nodes) => {
                let at = n * self.range.start as usize;
                state.level[at..at + nodes.len()].copy_from_slice(nodes);
                state.done += self.range.len() as u32;
            }
            None => state.free.push(self.range.clone()),
        }
        drop(state);
        self.growth.changed.notify_all();
    }
}
