//! When the trees of a key are built, so that no signature takes much longer than another.
//!
//! A tree of the lowest level is built while as many signatures are made as it has itself. Its open
//! work units, those that nobody has computed yet, follow a line (`*`, with one tree to be ready
//! ahead):
//!
//! ```text
//! open units
//!    all |=====*    o
//!        |          *    o
//!   half |               *    o        * the line
//!        |                    *    o   o without a background thread
//!      0 |                         *====o=========
//!        +----|--------------|----|----|---------|
//!        2   1.75            1  0.75  0.5        0   trees before its first signature
//! ```
//!
//! By the line the tree is begun 1.75 trees before its first signature, when a quarter of the tree
//! two before it is used, and complete when a quarter of the tree before it is used. The open units
//! above the line are the backlog. Without a background thread, each signature computes the part of
//! the backlog that would clear it within a quarter of a tree ([`quota`]). In the long run every
//! signature then computes the same, as many units as one one-time key has, and the tree is complete
//! when half of the tree before it is used.
//!
//! Beside a thread, signatures compute only what the thread would not have computed in time, judged
//! by its work so far. A key that was just opened is a whole tree behind the line: without this rule
//! its first signatures would compute what the thread computes already.

mod quota;
mod upcoming;

use alloc::vec;
use alloc::vec::Vec;

use crate::error::Result;
use crate::trees::{AHEAD_MAX, Levels, TreeId};

use quota::open_units;

pub(super) use quota::{Position, ScheduledTree, ThreadMonitor};
pub(super) use upcoming::{IndexPlan, UpcomingTree};

/// The trees that are being built or will be, and how much of them each signature computes.
#[derive(Debug)]
pub(super) struct Schedule {
    /// Signatures of a tree of the lowest level.
    span: u64,
    /// How many trees of the lowest level are to be ready beyond the present one.
    ahead: usize,
    /// In the order in which signatures need them.
    trees: Vec<ScheduledTree>,
    /// For each level, the work units that signatures should have computed and have not, less than
    /// one: quotas are fractions, and work units are not.
    debt: Vec<f64>,
    /// How fast a background thread builds trees of the lowest level.
    thread: ThreadMonitor,
}

/// What one call that signs is to compute of the trees of one level.
#[derive(Debug)]
pub(super) struct Quota {
    /// The trees of the level, in the order in which signatures need them.
    pub(super) trees: Vec<ScheduledTree>,
    /// How many work units of them in all, at least one.
    pub(super) units: u64,
}

impl Schedule {
    /// A schedule without trees, for a key of these levels.
    pub(super) fn new(levels: &Levels) -> Result<Self> {
        let count = levels.as_slice().len();
        let (_, span) = levels.span(TreeId { level: count - 1, number: 0 })?;
        let (trees, thread) = (Vec::new(), ThreadMonitor::default());
        Ok(Self { span, ahead: 1, trees, debt: vec![0.0; count], thread })
    }

    /// Sets how many trees of the lowest level are to be ready beyond the present one, at most
    /// [`AHEAD_MAX`].
    pub(super) fn set_ahead(&mut self, ahead: usize) {
        self.ahead = ahead.clamp(1, AHEAD_MAX);
    }

    /// How many trees of the lowest level are to be ready beyond the present one.
    pub(super) const fn ahead(&self) -> usize {
        self.ahead
    }

    /// Signatures of a tree of the lowest level.
    pub(super) const fn span(&self) -> u64 {
        self.span
    }

    /// All trees, in the order in which signatures need them.
    #[cfg(test)]
    pub(super) fn trees(&self) -> &[ScheduledTree] {
        &self.trees
    }

    /// The tree that signatures need first.
    pub(super) fn first(&self) -> Option<&ScheduledTree> {
        self.trees.first()
    }

    /// The tree that signatures need first among those that are to be ready.
    pub(super) fn first_required(&self) -> Option<&ScheduledTree> {
        self.trees.iter().find(|tree| !tree.is_spare)
    }

    /// Replaces the trees, which are in the order in which signatures need them.
    pub(super) fn replace(&mut self, trees: Vec<ScheduledTree>) {
        let before = open_units(self.lowest());
        self.trees = trees;
        self.thread.replan(before, open_units(self.lowest()));
    }

    /// The trees of the lowest level.
    fn lowest(&self) -> impl Iterator<Item = &ScheduledTree> {
        let level = self.debt.len() - 1;
        self.trees.iter().filter(move |tree| tree.id.level == level)
    }

    /// What a call that makes `signatures` signatures is to compute, beside a thread or alone.
    /// `made` signatures were made before it since the key was opened.
    pub(super) fn quotas(&mut self, signatures: usize, made: u64, has_thread: bool) -> Vec<Quota> {
        let position = Position { made, span: self.span, ahead: self.ahead };
        let lowest = self.debt.len() - 1;
        let mut quotas = Vec::new();
        for (level, debt) in self.debt.iter_mut().enumerate() {
            let trees = || self.trees.iter().filter(|tree| tree.id.level == level);
            let each = if level == lowest && has_thread {
                self.thread.quota(position, trees())
            } else if level == lowest {
                position.lowest_quota(trees())
            } else {
                trees().next().map_or(0.0, |tree| position.higher_quota(tree))
            };
            *debt += each * signatures as f64;
            let units = *debt as u64;
            if units > 0 {
                *debt -= units as f64;
                if level == lowest {
                    self.thread.exclude(units);
                }
                quotas.push(Quota { trees: trees().cloned().collect(), units });
            }
        }
        quotas
    }
}
