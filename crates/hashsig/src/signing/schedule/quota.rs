//! How many work units of the scheduled trees a signature computes.

use alloc::sync::Arc;

use super::upcoming::LEAD;
use crate::trees::{TreeBuilder, TreeId};

/// Signatures clear their backlog within this part of a tree.
///
/// In the long run a tree is complete this part of a tree later than by the line. A smaller part would
/// bring it closer to the line and make signatures differ more when the backlog jumps, as it does when a key
/// is opened.
const CATCH_UP: f64 = 0.25;
/// The most that a signature computes, in one-time keys, unless a tree would come too late by that.
///
/// To keep up takes 1. The rest is for the backlog: with more, a tree catches up sooner, and the
/// slowest signatures take longer.
const MAX_KEYS: f64 = 1.25;
/// How often the thread's work is sampled, in samples for each tree of signatures.
///
/// A sample over fewer signatures says less about the thread's speed, and one over more finds later
/// that the speed has changed.
const SAMPLES: u64 = 16;
/// Beside a thread, a tree is to be complete when this part of the signatures that come before it is
/// still left, in case the thread gets slower than it was.
const MARGIN: f64 = 0.125;

/// A tree that signatures will need, and the builder that builds it.
#[derive(Clone, Debug)]
pub(in crate::signing) struct ScheduledTree {
    pub(in crate::signing) id: TreeId,
    pub(in crate::signing) builder: Arc<TreeBuilder>,
    /// How many signatures will have been made, since the key was opened, before the first one that
    /// needs it.
    pub(in crate::signing) needed: u64,
    /// It is not one of those that are to be ready: it is begun early.
    pub(in crate::signing) is_spare: bool,
}

/// How many work units of these trees are not computed yet.
pub(super) fn open_units<'a>(trees: impl Iterator<Item = &'a ScheduledTree>) -> u64 {
    trees.map(|tree| tree.builder.open_units()).sum()
}

/// How fast a thread builds trees of the lowest level, in work units a signature: signatures are the
/// only clock.
#[derive(Debug, Default)]
pub(in crate::signing) struct ThreadMonitor {
    /// At the last sample: how many signatures had been made, how many work units were open.
    last: Option<(u64, u64)>,
    /// Work units that signatures, not the thread, have computed since the last sample.
    own: u64,
    /// Work units that the thread computes while one signature is made; unknown before the second
    /// sample.
    rate: Option<f64>,
}

impl ThreadMonitor {
    /// Takes note that a signature computes these units, and not the thread.
    pub(in crate::signing) const fn exclude(&mut self, units: u64) {
        self.own += units;
    }

    /// Takes note that other trees were scheduled, which changed the open units from `before` to
    /// `after`.
    pub(super) fn replan(&mut self, before: u64, after: u64) {
        self.last = self.last.map(|(made, open)| (made, open.saturating_sub(before) + after));
    }

    /// How many work units of these trees the next signature should compute, so that none has to
    /// wait and each computes about the same.
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
        // Without open units the thread rests, which says nothing about its speed.
        if open > 0 && passed >= (position.span / SAMPLES).max(1) {
            let done = before.saturating_sub(open).saturating_sub(self.own);
            let now = done as f64 / passed as f64;
            self.rate = Some(self.rate.map_or(now, |rate| f64::midpoint(rate, now)));
            (self.last, self.own) = (Some((position.made, open)), 0);
        }
    }
}

/// How far a key has come.
#[derive(Clone, Copy, Debug)]
pub(in crate::signing) struct Position {
    /// How many signatures were made since the key was opened.
    pub(in crate::signing) made: u64,
    /// Signatures of a tree of the lowest level.
    pub(in crate::signing) span: u64,
    /// How many of those trees are to be ready beyond the present one.
    pub(in crate::signing) ahead: usize,
}

impl Position {
    /// How many work units of these trees of the lowest level the next signature should compute.
    pub(super) fn lowest_quota<'a>(self, trees: impl Iterator<Item = &'a ScheduledTree>) -> f64 {
        let span = self.span as f64;
        let (mut backlog, mut usual, mut least, mut all) = (0.0, 0.0, 0.0, 0.0);
        for tree in trees {
            let (total, open) =
                (tree.builder.total_units() as f64, tree.builder.open_units() as f64);
            let left = self.left(tree.needed);
            // The part of the tree that may still be open by the line.
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

    /// How many work units of a tree of a higher level the next signature should compute: the same
    /// each time, so that the tree is complete when the first tree below it is begun, or if that is
    /// near, long before it is needed.
    pub(super) fn higher_quota(self, tree: &ScheduledTree) -> f64 {
        let lead = (self.ahead as f64 + LEAD) * self.span as f64;
        let left = self.left(tree.needed);
        tree.builder.open_units() as f64 / f64::max(left - lead, left / 2.0)
    }

    /// The number of signatures from the next one to the first one that needs a tree, that one
    /// included: at least one.
    fn left(self, needed: u64) -> f64 {
        (needed.saturating_sub(self.made) + 1) as f64
    }
}
