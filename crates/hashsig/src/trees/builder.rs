//! Key generation of a tree by any number of threads at once, in parts large and small.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quicksalt::{interrupt, memory};

use super::partial::{self, Partial};
use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::Result;

/// Chains enough that few lanes of any kernel stay empty.
const CHAINS: usize = 512;
/// Portions of a node that are computed before anybody is asked whether it is still wanted: some
/// milliseconds.
const PORTIONS: u64 = 1024;
/// How long other threads are waited for before the same is asked.
const PAUSE: Duration = Duration::from_millis(20);

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
    /// Nodes of which somebody computed a part.
    parked: Vec<Partial>,
    /// How many nodes are computed.
    done: u32,
    /// The nodes of the level; empty once there is the tree.
    level: Vec<u8>,
    tree: Option<Arc<Tree>>,
}

/// Nodes that a thread has taken upon itself.
pub(crate) struct Piece<'a> {
    growth: &'a SharedGrowth,
    range: Range<u32>,
    outcome: Outcome,
}

/// What became of nodes that were taken.
enum Outcome {
    /// Nothing: they are as free as before.
    Nothing,
    /// The only one of them is computed in part.
    Part(Partial),
    /// All are computed.
    Nodes(Vec<u8>),
}

impl SharedGrowth {
    /// Begins a tree that will keep its nodes down to this depth below the root; the depth of
    /// [`TreeSeed::default_depth`] is a good one.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if the depth is none of [`TreeSeed::nodes`];
    /// [`crate::Error::Primitive`] if there is no memory for so many nodes.
    pub fn new(seed: TreeSeed, depth: u32) -> Result<Self> {
        seed.check_depth(depth)?;
        let level = memory::zeros(seed.params().n() << depth)?;
        let free = core::iter::once(0..1 << depth).collect();
        let state = State { free, parked: Vec::new(), done: 0, level, tree: None };
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

    /// How many portions there are to compute in all, see [`Self::advance`].
    #[must_use]
    pub fn portions(&self) -> u64 {
        partial::portions(&self.seed, self.depth) << self.depth
    }

    /// How many portions nobody has computed yet.
    #[must_use]
    pub fn open(&self) -> u64 {
        let state = self.state();
        let nodes = u64::from(self.total() - state.done);
        let parked: u64 = state.parked.iter().map(Partial::done).sum();
        nodes * partial::portions(&self.seed, self.depth) - parked
    }

    /// Whether [`Self::tree`] has nothing left to compute.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.state().tree.is_some()
    }

    /// Computes up to `count` nodes that nobody computes yet, or what is missing of one that was
    /// begun, or a part of that; false if there are none.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate, or the work is
    /// interrupted ([`interrupt::while_wanted`]): then the tree can be gone on with.
    pub fn work(&self, count: u32) -> Result<bool> {
        let Some(mut piece) = self.take(count) else {
            interrupt::check()?;
            return Ok(self.advance(PORTIONS)? > 0);
        };
        piece.outcome = Outcome::Nodes(self.seed.nodes(self.depth, piece.range.clone())?);
        Ok(true)
    }

    /// Computes up to so many portions of one node that nobody else is at; how many it were. All
    /// portions take about equally long, a few microseconds: a tree of 1024 one-time keys has 16,384
    /// of them with a Winternitz parameter of 8 bits, 4096 with 4.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    pub fn advance(&self, portions: u64) -> Result<u64> {
        let Some((mut piece, mut part)) = self.take_part() else { return Ok(0) };
        let before = part.done();
        let nodes = part.advance(&self.seed, self.depth, portions)?;
        let count = part.done() - before;
        piece.outcome = nodes.map_or(Outcome::Part(part), Outcome::Nodes);
        Ok(count)
    }

    /// The tree, after computing whatever nobody computes and waiting for those who compute.
    ///
    /// # Errors
    /// As [`Self::work`].
    pub fn tree(&self) -> Result<Arc<Tree>> {
        loop {
            self.tell();
            while self.work(self.piece())? {
                self.tell();
            }
            let mut state = self.state();
            while state.is_taken() && state.done < self.total() {
                let waited = self.changed.wait_timeout(state, PAUSE);
                (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
                if interrupt::is_asked() {
                    drop(state);
                    self.tell();
                    interrupt::check()?;
                    state = self.state();
                }
            }
            if let Some(tree) = &state.tree {
                return Ok(Arc::clone(tree));
            }
            if state.done == self.total() {
                let level = memory::copy(&state.level)?;
                drop(state);
                return self.finish(level);
            }
        }
    }

    /// Tells who asks after this thread's work how much of the tree is there.
    fn tell(&self) {
        if interrupt::is_asked() {
            interrupt::tell(f64::from(self.done()) / f64::from(self.total()));
        }
    }

    /// Makes the tree of the whole level. Two threads may do so; the first one's tree is taken.
    fn finish(&self, level: Vec<u8>) -> Result<Arc<Tree>> {
        let tree = Arc::new(Tree::from_level(self.seed.clone(), self.depth, level)?);
        let mut state = self.state();
        state.level = Vec::new();
        Ok(Arc::clone(state.tree.get_or_insert(tree)))
    }

    pub(crate) fn take(&self, count: u32) -> Option<Piece<'_>> {
        let mut state = self.state();
        let free = state.free.last_mut()?;
        let end = free.end.min(free.start.saturating_add(count.max(1)));
        let range = free.start..end;
        free.start = end;
        if free.start == free.end {
            state.free.pop();
        }
        Some(Piece { growth: self, range, outcome: Outcome::Nothing })
    }

    /// A node that somebody began, or that nobody did.
    fn take_part(&self) -> Option<(Piece<'_>, Partial)> {
        let parked = self.state().parked.pop();
        let Some(part) = parked else {
            let piece = self.take(1)?;
            let part = Partial::new(piece.range.start);
            return Some((piece, part));
        };
        let range = part.node()..part.node() + 1;
        Some((Piece { growth: self, range, outcome: Outcome::Nothing }, part))
    }

    /// Nothing that can panic happens under the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether somebody is at all that is not computed.
    const fn is_taken(&self) -> bool {
        self.free.is_empty() && self.parked.is_empty()
    }
}

impl Drop for Piece<'_> {
    fn drop(&mut self) {
        let n = self.growth.seed.params().n();
        let mut state = self.growth.state();
        match core::mem::replace(&mut self.outcome, Outcome::Nothing) {
            Outcome::Nodes(nodes) => {
                let at = n * self.range.start as usize;
                state.level[at..at + nodes.len()].copy_from_slice(&nodes);
                state.done += self.range.len() as u32;
            }
            Outcome::Part(part) => state.parked.push(part),
            Outcome::Nothing => state.free.push(self.range.clone()),
        }
        drop(state);
        self.growth.changed.notify_all();
    }
}
