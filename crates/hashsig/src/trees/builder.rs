//! Concurrent construction of a tree by any number of threads. A call computes whole nodes or the
//! much smaller work units.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use quicksalt::{interrupt, memory};

use super::partial::{self, PartialNode};
use super::seed::TreeSeed;
use super::tree::Tree;
use crate::error::Result;

/// The minimum number of hash chains to compute together, so that few lanes of any kernel stay
/// empty.
const MIN_CHAINS: usize = 512;
/// The number of work units between two cancellation checks: some milliseconds.
const UNITS_PER_CHECK: u64 = 1024;
/// The interval between two cancellation checks while waiting for other threads.
const PAUSE: Duration = Duration::from_millis(20);

/// Builds a tree. Any number of threads may call it; each call computes a few nodes that no other
/// thread computes. A thread that gives up or panics releases the nodes that it claimed.
#[derive(Debug)]
pub struct TreeBuilder {
    seed: TreeSeed,
    depth: u32,
    state: Mutex<State>,
    changed: Condvar,
}

/// The lock is never held during a computation.
#[derive(Debug)]
struct State {
    /// The unclaimed nodes.
    free: Vec<Range<u32>>,
    /// The partially computed nodes on which no thread works.
    parked: Vec<PartialNode>,
    /// The number of computed nodes.
    done: u32,
    /// The nodes of the level; empty after the tree was assembled.
    level: Vec<u8>,
    tree: Option<Arc<Tree>>,
}

/// Nodes claimed by one thread. When the claim is dropped, they are either done or free again.
pub(crate) struct Claim<'a> {
    builder: &'a TreeBuilder,
    range: Range<u32>,
    outcome: Outcome,
}

/// The outcome of a claim.
enum Outcome {
    /// No node was computed.
    Nothing,
    /// The claim has one node, which is partially computed.
    Part(PartialNode),
    /// All nodes were computed; their bytes, concatenated.
    Nodes(Vec<u8>),
}

impl TreeBuilder {
    /// Starts a tree that will store its nodes down to this depth below the root;
    /// [`TreeSeed::default_depth`] is a good choice.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if the depth is invalid for [`TreeSeed::nodes`];
    /// [`crate::Error::Primitive`] if memory runs out.
    pub fn new(seed: TreeSeed, depth: u32) -> Result<Self> {
        seed.check_depth(depth)?;
        let level = memory::zeros(seed.params().n() << depth)?;
        let free = core::iter::once(0..1 << depth).collect();
        let state = State { free, parked: Vec::new(), done: 0, level, tree: None };
        Ok(Self { seed, depth, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// Returns the total number of nodes to compute.
    #[must_use]
    pub const fn total(&self) -> u32 {
        1 << self.depth
    }

    getters! {
        (&self)
        /// The number of computed nodes.
        done: u32 = self.state().done;
        /// The total number of work units; see [`Self::advance`].
        total_units: u64 = partial::units_per_node(&self.seed, self.depth) << self.depth;
        /// Whether the tree is complete and [`Self::tree`] returns immediately.
        is_finished: bool = self.state().tree.is_some();
    }

    /// Returns the minimum number of nodes to compute together so that the kernels' lanes are full.
    #[must_use]
    pub fn batch(&self) -> u32 {
        let leaves = 1_usize << (self.seed.params().h() - self.depth);
        MIN_CHAINS.div_ceil(leaves * self.seed.params().chains()) as u32
    }

    /// Returns the number of work units not computed yet.
    #[must_use]
    pub fn open_units(&self) -> u64 {
        let state = self.state();
        let nodes = u64::from(self.total() - state.done);
        let parked: u64 = state.parked.iter().map(PartialNode::done).sum();
        nodes * partial::units_per_node(&self.seed, self.depth) - parked
    }

    /// Computes up to `count` unclaimed nodes. If all nodes are claimed, continues an unfinished
    /// node on which no thread works. Returns false if there is nothing to compute.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if no candidate of the hash function is usable, or the work is
    /// interrupted ([`interrupt::while_wanted`]). After an interruption a later call continues the
    /// tree.
    pub fn work(&self, count: u32) -> Result<bool> {
        let Some(mut claim) = self.claim(count) else {
            interrupt::check()?;
            return Ok(self.advance(UNITS_PER_CHECK)? > 0);
        };
        claim.outcome = Outcome::Nodes(self.seed.nodes(self.depth, claim.range.clone())?);
        Ok(true)
    }

    /// Computes up to `units` work units of one node that no other thread computes, and returns the
    /// number of units computed: 0 if no such node exists.
    ///
    /// A work unit is a few steps of all chains of a one-time key. All units take about the same
    /// time, a few microseconds: a tree of 1024 one-time keys has 16,384 units with a Winternitz
    /// parameter of 8 bits, and 4096 with 4.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if no candidate of the hash function is usable.
    pub fn advance(&self, units: u64) -> Result<u64> {
        let Some((mut claim, mut part)) = self.claim_part() else { return Ok(0) };
        let before = part.done();
        let nodes = part.advance(&self.seed, self.depth, units)?;
        let count = part.done() - before;
        claim.outcome = nodes.map_or(Outcome::Part(part), Outcome::Nodes);
        Ok(count)
    }

    /// Computes all unclaimed nodes, waits for the other threads, and returns the tree.
    ///
    /// # Errors
    /// Same errors as [`Self::work`].
    pub fn tree(&self) -> Result<Arc<Tree>> {
        loop {
            self.tell();
            while self.work(self.batch())? {
                self.tell();
            }
            let mut state = self.state();
            while state.is_claimed() && state.done < self.total() {
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

    /// Reports the progress of the tree to the interrupt source of this thread.
    fn tell(&self) {
        if interrupt::is_asked() {
            interrupt::tell(f64::from(self.done()) / f64::from(self.total()));
        }
    }

    /// Assembles the tree from the complete level of nodes. If two threads assemble it, the first
    /// result is used.
    fn finish(&self, level: Vec<u8>) -> Result<Arc<Tree>> {
        let tree = Arc::new(Tree::from_level(self.seed.clone(), self.depth, level)?);
        let mut state = self.state();
        state.level = Vec::new();
        Ok(Arc::clone(state.tree.get_or_insert(tree)))
    }

    /// Claims up to `count` nodes; returns `None` if all nodes are claimed.
    pub(crate) fn claim(&self, count: u32) -> Option<Claim<'_>> {
        let mut state = self.state();
        let free = state.free.last_mut()?;
        let end = free.end.min(free.start.saturating_add(count.max(1)));
        let range = free.start..end;
        free.start = end;
        if free.start == free.end {
            state.free.pop();
        }
        Some(Claim { builder: self, range, outcome: Outcome::Nothing })
    }

    /// Claims one node, preferably an unfinished one; returns `None` if there is nothing to claim.
    fn claim_part(&self) -> Option<(Claim<'_>, PartialNode)> {
        let parked = self.state().parked.pop();
        let Some(part) = parked else {
            let claim = self.claim(1)?;
            let part = PartialNode::new(claim.range.start);
            return Some((claim, part));
        };
        let range = part.node()..part.node() + 1;
        Some((Claim { builder: self, range, outcome: Outcome::Nothing }, part))
    }

    /// Recovering a poisoned lock is safe, because no code that holds this lock can panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether all uncomputed nodes are claimed.
    const fn is_claimed(&self) -> bool {
        self.free.is_empty() && self.parked.is_empty()
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let n = self.builder.seed.params().n();
        let mut state = self.builder.state();
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
        self.builder.changed.notify_all();
    }
}
