//! Building a tree with any number of threads at once: by nodes, or by the much smaller work units.

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

/// The least number of chains to compute in one go, so that few lanes of any kernel stay empty.
const MIN_CHAINS: usize = 512;
/// Work units to compute before asking whether the work is still wanted: some milliseconds.
const UNITS_PER_CHECK: u64 = 1024;
/// How long to wait for other threads before asking the same.
const PAUSE: Duration = Duration::from_millis(20);

/// Builds a tree. Any number of threads may call it, and each call computes a few nodes that no other
/// thread computes. A thread that gives up, or panics, gives the nodes that it claimed back.
#[derive(Debug)]
pub struct TreeBuilder {
    seed: TreeSeed,
    depth: u32,
    state: Mutex<State>,
    changed: Condvar,
}

/// No lock is held while anything is computed.
#[derive(Debug)]
struct State {
    /// The nodes that no thread has claimed.
    free: Vec<Range<u32>>,
    /// Nodes that are computed in part and that no thread works on.
    parked: Vec<PartialNode>,
    /// How many nodes are computed.
    done: u32,
    /// The nodes of the level; empty once the tree is made of them.
    level: Vec<u8>,
    tree: Option<Arc<Tree>>,
}

/// Nodes that one thread computes. When it is dropped, they are done or free again.
pub(crate) struct Claim<'a> {
    builder: &'a TreeBuilder,
    range: Range<u32>,
    outcome: Outcome,
}

/// What became of claimed nodes.
enum Outcome {
    /// None is computed.
    Nothing,
    /// The claim has one node, which is computed in part.
    Part(PartialNode),
    /// All are computed: the nodes one after another.
    Nodes(Vec<u8>),
}

impl TreeBuilder {
    /// Begins a tree that will keep its nodes down to this depth below the root; the depth of
    /// [`TreeSeed::default_depth`] is a good one.
    ///
    /// # Errors
    /// [`crate::Error::Parameter`] if the depth is none of [`TreeSeed::nodes`];
    /// [`crate::Error::Primitive`] if there is no memory for the nodes.
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

    getters! {
        (&self)
        /// How many nodes are computed.
        done: u32 = self.state().done;
        /// How many work units the whole tree takes, see [`Self::advance`].
        total_units: u64 = partial::units_per_node(&self.seed, self.depth) << self.depth;
        /// Whether the tree is complete, so that [`Self::tree`] returns at once.
        is_finished: bool = self.state().tree.is_some();
    }

    /// The smallest number of nodes that keeps kernels busy when they are computed in one go.
    #[must_use]
    pub fn batch(&self) -> u32 {
        let leaves = 1_usize << (self.seed.params().h() - self.depth);
        MIN_CHAINS.div_ceil(leaves * self.seed.params().chains()) as u32
    }

    /// How many work units are not computed yet.
    #[must_use]
    pub fn open_units(&self) -> u64 {
        let state = self.state();
        let nodes = u64::from(self.total() - state.done);
        let parked: u64 = state.parked.iter().map(PartialNode::done).sum();
        nodes * partial::units_per_node(&self.seed, self.depth) - parked
    }

    /// Computes up to `count` unclaimed nodes or, if there are none, continues a node that another
    /// thread left unfinished. Returns false if there is neither.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate, or the work is
    /// interrupted ([`interrupt::while_wanted`]): a later call continues the tree.
    pub fn work(&self, count: u32) -> Result<bool> {
        let Some(mut claim) = self.claim(count) else {
            interrupt::check()?;
            return Ok(self.advance(UNITS_PER_CHECK)? > 0);
        };
        claim.outcome = Outcome::Nodes(self.seed.nodes(self.depth, claim.range.clone())?);
        Ok(true)
    }

    /// Computes up to `units` work units of one node that no other thread computes, and returns how
    /// many it computed: 0 if there is no such node.
    ///
    /// A work unit is a few steps of all chains of a one-time key. All units take about equally
    /// long, a few microseconds: a tree of 1024 one-time keys has 16,384 of them with a Winternitz
    /// parameter of 8 bits, 4096 with 4.
    ///
    /// # Errors
    /// [`crate::Error::Primitive`] if the hash function has no usable candidate.
    pub fn advance(&self, units: u64) -> Result<u64> {
        let Some((mut claim, mut part)) = self.claim_part() else { return Ok(0) };
        let before = part.done();
        let nodes = part.advance(&self.seed, self.depth, units)?;
        let count = part.done() - before;
        claim.outcome = nodes.map_or(Outcome::Part(part), Outcome::Nodes);
        Ok(count)
    }

    /// Returns the tree, after computing all unclaimed nodes and waiting for the other threads.
    ///
    /// # Errors
    /// As [`Self::work`].
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

    /// Reports to whoever watches this thread's work how much of the tree is computed.
    fn tell(&self) {
        if interrupt::is_asked() {
            interrupt::tell(f64::from(self.done()) / f64::from(self.total()));
        }
    }

    /// Makes the tree out of the whole level. If two threads do so, the first one's tree is kept.
    fn finish(&self, level: Vec<u8>) -> Result<Arc<Tree>> {
        let tree = Arc::new(Tree::from_level(self.seed.clone(), self.depth, level)?);
        let mut state = self.state();
        state.level = Vec::new();
        Ok(Arc::clone(state.tree.get_or_insert(tree)))
    }

    /// Claims up to `count` nodes; `None` if all are claimed.
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

    /// Claims one node, an unfinished one if there is any; `None` if there is none to claim.
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

    /// Nothing that can panic happens under the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether threads have claimed all nodes that are not computed.
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
