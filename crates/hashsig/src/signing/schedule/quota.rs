//! Determines how many work units of the scheduled trees a signature computes.

use alloc::sync::Arc;

use super::upcoming::LEAD;
use crate::trees::{TreeBuilder, TreeId};

/// Signatures clear their backlog while they use this fraction of a tree.
///
/// In the steady state a tree is complete this fraction of a tree later than the schedule's line
/// demands. With a smaller value it would be complete closer to that time, but signatures would
/// take less even times when the backlog jumps, as it does after opening a key.
const CATCH_UP: f64 = 0.25;
/// The maximum number of one-time keys that a signature computes, unless a tree would then be late.
///
/// To follow the line, a signature must compute one one-time key. Computing more clears the
/// backlog: with a larger maximum a late tree catches up sooner, but the slowest signatures take
/// longer.
const MAX_KEYS: f64 = 1.25;
/// How often the background thread's speed is sampled while a tree is used up.
///
/// A sample over fewer signatures is less accurate, and a sample over more signatures detects a
/// change of the speed later.
const SAMPLES: u64 = 16;
/// With a thread, a tree must be complete when this fraction of the signatures before its first use
/// is still left, in case the thread slows down.
const MARGIN: f64 = 0.125;

/// A tree that signatures will need, with its builder.
#[derive(Clone, Debug)]
pub(in crate::signing) struct ScheduledTree {
    pub(in crate::signing) id: TreeId,
    pub(in crate::signing) builder: Arc<TreeBuilder>,
    /// The number of signatures, counted since the key was opened, before the first signature that
    /// needs the tree.
    pub(in crate::signing) needed: u64,
    /// Whether the tree is started early, before it is required.
    pub(in crate::signing) is_spare: bool,
}

/// Returns how many work units of these trees are not computed yet.
pub(super) fn open_units<'a>(trees: impl Iterator<Item = &'a ScheduledTree>) -> u64 {
    trees.map(|tree| tree.builder.open_units()).sum()
}

/// Estimates how fast a background thread builds lowest-level trees, in work units per signature.
/// Signatures are the only clock.
#[derive(Debug, Default)]
pub(in crate::signing) struct ThreadMonitor {
    /// The number of signatures made and the number of open work units at the time of the last
    /// sample.
    last: Option<(u64, u64)>,
    /// The work units computed by signatures, not by the thread, since the last sample.
    own: u64,
    /// The work units that the thread computes per signature; unknown before the second sample.
    rate: Option<f64>,
}

impl ThreadMonitor {
    /// Records that a signature, not the thread, computes these units.
    pub(in crate::signing) const fn exclude(&mut self, units: u64) {
        self.own += units;
    }

    /// Records a new set of scheduled trees, which changed the number of open units from `before`
    /// to `after`.
    pub(super) fn replan(&mut self, before: u64, after: u64) {
        self.last = self.last.map(|(made, open)| (made, open.saturating_sub(before) + after));
    }

    /// Returns how many work units of these trees the next signature should compute, so that no
    /// signature has to wait and all signatures take about the same time.
    pub(in crate::signing) fn quota<'a>(
        &mut self,
        position: Position,
        trees: impl Iterator<Item = &'a ScheduledTree> + Clone,
    ) -> f64 {
        self.sample(position, open_units(trees.clone()));
        let Some(rate) = self.rate else { return 0.0 };
        let (mut quota, mut all) = (0.0, 0.0);
        for tree in trees {
            all += tree.builder.open_units() as f64;
            let left = (1.0 - MARGIN) * position.left(tree.needed);
            quota = f64::max(quota, all / left - rate);
        }
        quota
    }

    fn sample(&mut self, position: Position, open: u64) {
        let Some((made, before)) = self.last else {
            (self.last, self.own) = (Some((position.made, open)), 0);
            return;
        };
        let passed = position.made - made;
        // Without open units the thread is idle, which gives no information about its speed.
        if open > 0 && passed >= (position.span / SAMPLES).max(1) {
            let done = before.saturating_sub(open).saturating_sub(self.own);
            let now = done as f64 / passed as f64;
            self.rate = Some(self.rate.map_or(now, |rate| f64::midpoint(rate, now)));
            (self.last, self.own) = (Some((position.made, open)), 0);
        }
    }
}

/// The progress of a key.
#[derive(Clone, Copy, Debug)]
pub(in crate::signing) struct Position {
    /// The number of signatures made since the key was opened.
    pub(in crate::signing) made: u64,
    /// The number of signatures per tree of the lowest level.
    pub(in crate::signing) span: u64,
    /// The number of lowest-level trees that must be ready in addition to the present one.
    pub(in crate::signing) ahead: usize,
}

impl Position {
    /// Returns how many work units of these lowest-level trees the next signature should compute.
    pub(super) fn lowest_quota<'a>(self, trees: impl Iterator<Item = &'a ScheduledTree>) -> f64 {
        let span = self.span as f64;
        let (mut backlog, mut usual, mut least, mut all) = (0.0, 0.0, 0.0, 0.0);
        for tree in trees {
            let (total, open) =
                (tree.builder.total_units() as f64, tree.builder.open_units() as f64);
            let left = self.left(tree.needed);
            // The fraction of the tree's work units that may still be open according to the
            // schedule's line.
            let line = (left / span - self.ahead as f64 + (1.0 - LEAD)).clamp(0.0, 1.0);
            backlog += (open - line * total).max(0.0);
            usual = total / span;
            all += open;
            least = f64::max(least, all / left);
        }
        let most = MAX_KEYS * usual;
        let quota = (backlog / (CATCH_UP * span)).min(most);
        if least > most { least } else { quota }
    }

    /// Returns the number of work units of a higher-level tree that the next signature should
    /// compute. The number is constant, so that the tree is complete when the first tree below it
    /// is started, or, if that start is near, long before the tree is needed.
    pub(super) fn higher_quota(self, tree: &ScheduledTree) -> f64 {
        let lead = (self.ahead as f64 + LEAD) * self.span as f64;
        let left = self.left(tree.needed);
        tree.builder.open_units() as f64 / f64::max(left - lead, left / 2.0)
    }

    /// Returns the number of signatures from the next one up to and including the first one that
    /// needs a tree: at least one.
    fn left(self, needed: u64) -> f64 {
        (needed.saturating_sub(self.made) + 1) as f64
    }
}
