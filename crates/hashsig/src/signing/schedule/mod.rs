//! Schedules the construction of a key's trees so that all signatures take about the same time.
//!
//! A lowest-level tree is built while the present tree makes the number of signatures that the new
//! tree will make. The open work units of the new tree, which are not computed yet, follow a line
//! (`*`). The diagram shows the line for one tree ready ahead:
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
//! According to the line, tree n is started 1.75 trees before its first signature, when a quarter
//! of tree n - 2 is used. It is complete when a quarter of tree n - 1 is used. The open units above
//! the line are the backlog. Without a background thread, each signature computes the part of the
//! backlog that would clear it within a quarter of a tree ([`quota`]). In the steady state every
//! signature then computes the work units of one one-time key, and tree n is complete when half of
//! tree n - 1 is used.
//!
//! With a thread, signatures compute only the part that the thread would not finish in time, judged
//! by its speed so far. The backlog of a newly opened key is a whole tree. Without this rule its
//! first signatures would compute units that the thread is already computing.

mod quota;
mod upcoming;

use alloc::vec;
use alloc::vec::Vec;

use crate::error::Result;
use crate::trees::{AHEAD_MAX, Levels, TreeId};

use quota::open_units;

pub(super) use quota::{Position, ScheduledTree, ThreadMonitor};
pub(super) use upcoming::{IndexPlan, UpcomingTree};

/// The trees that are scheduled or under construction, and the part of them that each signature
/// computes.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The number of signatures per tree of the lowest level.
    span: u64,
    /// The number of lowest-level trees that must be ready in addition to the present one.
    ahead: usize,
    /// The trees in order of first use.
    trees: Vec<ScheduledTree>,
    /// The fraction of a work unit that signatures still have to compute, for each level. Quotas
    /// are fractional, but only whole work units can be computed.
    debt: Vec<f64>,
    /// The speed estimate of the background thread.
    thread: ThreadMonitor,
}

/// The work on the trees of one level that is due from one signing call.
#[derive(Debug)]
pub(super) struct Quota {
    /// The trees of the level, in order of first use.
    pub(super) trees: Vec<ScheduledTree>,
    /// The total number of work units, at least one.
    pub(super) units: u64,
}

impl Schedule {
    /// Creates an empty schedule for a key with these levels.
    pub(super) fn new(levels: &Levels) -> Result<Self> {
        let count = levels.as_slice().len();
        let (_, span) = levels.span(TreeId { level: count - 1, number: 0 })?;
        let (trees, thread) = (Vec::new(), ThreadMonitor::default());
        Ok(Self { span, ahead: 1, trees, debt: vec![0.0; count], thread })
    }

    /// Sets the number of lowest-level trees that must be ready in addition to the present one. The
    /// maximum is [`AHEAD_MAX`].
    pub(super) fn set_ahead(&mut self, ahead: usize) {
        self.ahead = ahead.clamp(1, AHEAD_MAX);
    }

    /// The number of lowest-level trees that must be ready in addition to the present one.
    pub(super) const fn ahead(&self) -> usize {
        self.ahead
    }

    /// The number of signatures per tree of the lowest level.
    pub(super) const fn span(&self) -> u64 {
        self.span
    }

    /// Returns all trees, in order of first use.
    #[cfg(test)]
    pub(super) fn trees(&self) -> &[ScheduledTree] {
        &self.trees
    }

    /// Returns the tree that signatures need first.
    pub(super) fn first(&self) -> Option<&ScheduledTree> {
        self.trees.first()
    }

    /// Returns the first required tree.
    pub(super) fn first_required(&self) -> Option<&ScheduledTree> {
        self.trees.iter().find(|tree| !tree.is_spare)
    }

    /// Replaces the trees; the new trees must be in order of first use.
    pub(super) fn replace(&mut self, trees: Vec<ScheduledTree>) {
        let before = open_units(self.lowest());
        self.trees = trees;
        self.thread.replan(before, open_units(self.lowest()));
    }

    /// Returns the trees of the lowest level.
    fn lowest(&self) -> impl Iterator<Item = &ScheduledTree> {
        let level = self.debt.len() - 1;
        self.trees.iter().filter(move |tree| tree.id.level == level)
    }

    /// Returns the work that is due from a call that makes `signatures` signatures, with or without
    /// a background thread. The key has made `made` signatures since it was opened.
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
