//! How much of the coming trees a signature computes, so that none of them costs more than another.
//!
//! A tree of the lowest level is computed while the same number of signatures is made as it has
//! itself: from one and three quarters of a tree before the first of its signatures on, if one tree
//! is to be ready ahead, so that it is there when a quarter of the tree before it is used. What lags
//! behind that line is caught up with within about a quarter of a tree. Where nobody else computes
//! anything, each signature then does as much as the one before it, and the tree is there when half
//! of the one before it is used.
//!
//! Beside a thread, signatures add only what it would not have done in time, as far as its work so far
//! tells: a key that was just opened is a tree behind that line, and would otherwise make its first
//! signatures pay for what the thread is at already.

use crate::signing::trees::Coming;

/// Signatures catch up with what is missing within this part of a tree.
const LAG: f64 = 0.25;
/// At most so many one-time keys a signature, as long as no tree comes too late by that.
const MOST: f64 = 1.25;
/// A thread is looked at once in so many parts of a tree.
const LOOKS: u64 = 16;
/// Beside a thread, a tree is there before this part of the signatures that come before it is left.
const SPARE: f64 = 0.125;
/// A tree is begun so much of a tree before it is one of those to be ready ahead.
pub(in crate::signing) const LEAD: f64 = 0.75;

/// How much of the lowest trees a thread computes, as the signatures see it: no clock is read.
#[derive(Debug, Default)]
pub(in crate::signing) struct Watch {
    /// At the last look: how many signatures had been made, how many units were open.
    last: Option<(u64, u64)>,
    /// Portions that the signatures have taken upon themselves since.
    own: u64,
    /// Portions that the thread computes while one signature is made; unknown before the second look.
    rate: Option<f64>,
}

impl Watch {
    /// Signatures compute so many units now.
    pub(in crate::signing) const fn take(&mut self, units: u64) {
        self.own += units;
    }

    /// What is open has changed, from `before` to `after` units, by what is coming alone.
    pub(in crate::signing) fn replan(&mut self, before: u64, after: u64) {
        self.last = self.last.map(|(made, open)| (made, open.saturating_sub(before) + after));
    }

    /// How many units the next signature should compute, so that each computes about the same and
    /// none has to wait.
    pub(in crate::signing) fn share<'a>(
        &mut self,
        pace: Pace,
        coming: impl Iterator<Item = &'a Coming> + Clone,
    ) -> f64 {
        self.look(pace, open(coming.clone()));
        let Some(rate) = self.rate else { return 0.0 };
        let (mut share, mut all) = (0.0, 0.0);
        for tree in coming {
            all += tree.builder.open_units() as f64;
            let time = (1.0 - SPARE) * pace.left(tree.needed);
            share = f64::max(share, all / time - rate);
        }
        share
    }

    fn look(&mut self, pace: Pace, open: u64) {
        let Some((made, before)) = self.last else {
            (self.last, self.own) = (Some((pace.made, open)), 0);
            return;
        };
        let passed = pace.made - made;
        // Where nothing is left, nobody computes, and that tells nothing.
        if open > 0 && passed >= (pace.span / LOOKS).max(1) {
            let done = before.saturating_sub(open).saturating_sub(self.own);
            let now = done as f64 / passed as f64;
            self.rate = Some(self.rate.map_or(now, |rate| f64::midpoint(rate, now)));
            (self.last, self.own) = (Some((pace.made, open)), 0);
        }
    }
}

/// How many units of some trees nobody has computed yet.
pub(in crate::signing) fn open<'a>(trees: impl Iterator<Item = &'a Coming>) -> u64 {
    trees.map(|tree| tree.builder.open_units()).sum()
}

/// Where a key stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::signing) struct Pace {
    /// How many signatures were made since the key was opened.
    pub(in crate::signing) made: u64,
    /// Signatures of a tree of the lowest level.
    pub(in crate::signing) span: u64,
    /// How many of those trees are to be ready beyond the present one.
    pub(in crate::signing) ahead: usize,
}

impl Pace {
    /// How many units of trees of the lowest level the next signature should compute, given
    /// those that are coming.
    pub(in crate::signing) fn lowest<'a>(self, coming: impl Iterator<Item = &'a Coming>) -> f64 {
        let span = self.span as f64;
        let (mut behind, mut usual, mut least, mut all) = (0.0, 0.0, 0.0, 0.0);
        for tree in coming {
            let (total, open) =
                (tree.builder.total_units() as f64, tree.builder.open_units() as f64);
            let left = self.left(tree.needed);
            // How much of the tree lies beyond the line.
            let beyond = (left / span - self.ahead as f64 + (1.0 - LEAD)).clamp(0.0, 1.0);
            behind += (open - beyond * total).max(0.0);
            usual = total / span;
            all += open;
            least = f64::max(least, all / left);
        }
        let most = MOST * usual;
        let share = (behind / (LAG * span)).min(most);
        if least > most { least } else { share }
    }

    /// How many units of a tree of a higher level the next signature should compute: the same
    /// each time, such that the tree is there when the first tree below it is begun, or if that is
    /// near, long before it is needed.
    pub(in crate::signing) fn higher(self, tree: &Coming) -> f64 {
        let lead = (self.ahead as f64 + LEAD) * self.span as f64;
        let left = self.left(tree.needed);
        tree.builder.open_units() as f64 / f64::max(left - lead, left / 2.0)
    }

    /// The next signature and those that come before one that is needed; at least one.
    fn left(self, needed: u64) -> f64 {
        (needed.saturating_sub(self.made) + 1) as f64
    }
}
