//! How much of the coming trees a signature computes, so that none of them costs more than another.
//!
//! A tree of the lowest level is computed while the same number of signatures is made as it has
//! itself: from one and three quarters of a tree before the first of its signatures on, if one tree
//! is to be ready ahead, so that it is there when a quarter of the tree before it is used. What lags
//! behind that line is caught up with within about a quarter of a tree. Where nobody else computes
//! anything, each signature then does as much as the one before it, and the tree is there when half
//! of the one before it is used; where a thread does, signatures add what it cannot keep up with.

use super::trees::Coming;

/// Signatures catch up with what is missing within this part of a tree.
const LAG: f64 = 0.25;
/// At most so many one-time keys a signature, as long as no tree comes too late by that.
const MOST: f64 = 1.25;
/// A tree is begun so much of a tree before it is one of those to be ready ahead.
pub(super) const LEAD: f64 = 0.75;

/// Where a key stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How many signatures were made since the key was opened.
    pub(super) made: u64,
    /// Signatures of a tree of the lowest level.
    pub(super) span: u64,
    /// How many of those trees are to be ready beyond the present one.
    pub(super) ahead: usize,
}

impl Pace {
    /// How many portions of trees of the lowest level the next signature should compute, given
    /// those that are coming.
    pub(super) fn lowest<'a>(self, coming: impl Iterator<Item = &'a Coming>) -> f64 {
        let span = self.span as f64;
        let (mut behind, mut usual, mut least, mut all) = (0.0, 0.0, 0.0, 0.0);
        for tree in coming {
            let (total, open) = (tree.growth.portions() as f64, tree.growth.open() as f64);
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

    /// How many portions of a tree of a higher level the next signature should compute: the same
    /// each time, such that the tree is there when the first tree below it is begun, or if that is
    /// near, long before it is needed.
    pub(super) fn higher(self, tree: &Coming) -> f64 {
        let lead = (self.ahead as f64 + LEAD) * self.span as f64;
        let left = self.left(tree.needed);
        tree.growth.open() as f64 / f64::max(left - lead, left / 2.0)
    }

    /// The next signature and those that come before one that is needed; at least one.
    fn left(self, needed: u64) -> f64 {
        (needed.saturating_sub(self.made) + 1) as f64
    }
}
