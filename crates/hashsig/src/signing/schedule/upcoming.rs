//! Which trees the coming signatures need.

use alloc::vec::Vec;
use core::ops::Range;

use super::quota::LEAD;
use crate::error::Result;
use crate::trees::{Levels, TreeId};

/// The coming signatures, as far as anybody knows.
#[derive(Clone, Copy, Debug)]
pub(in crate::signing) struct Horizon<'a> {
    /// The least index that was not used yet.
    pub(in crate::signing) next: u64,
    /// One past the last index.
    pub(in crate::signing) end: u64,
    /// How many trees of the lowest level are to be ready beyond the present one.
    pub(in crate::signing) ahead: usize,
    /// The indices at hand, in the order in which they will be used.
    pub(in crate::signing) reserved: &'a [Range<u64>],
}

/// A tree that will be needed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(in crate::signing) struct Wanted {
    /// How many signatures come before.
    pub(in crate::signing) away: u64,
    pub(in crate::signing) id: TreeId,
    /// It is beyond those that are to be ready.
    pub(in crate::signing) is_spare: bool,
}

impl Horizon<'_> {
    /// In the order in which they are needed: the present lowest tree, so many after it, one more
    /// once it is time to begin that, those above all of these, and of each level in between the
    /// tree after the present one.
    pub(in crate::signing) fn wanted(self, levels: &Levels) -> Result<Vec<Wanted>> {
        let lowest = levels.as_slice().len() - 1;
        let each = levels.span(TreeId { level: lowest, number: 0 })?.1;
        let uses = self.first_uses(each);
        let mut wanted = Vec::new();
        for (number, &(away, index)) in uses.iter().enumerate() {
            let is_spare = number > self.ahead;
            for level in 1..=lowest {
                wanted.push(Wanted { away, id: levels.tree_at(level, index)?, is_spare });
            }
        }
        for level in 1..lowest {
            let Some(&(_, first)) = uses.first() else { break };
            let (start, count) = levels.span(levels.tree_at(level, first)?)?;
            let next = start + count;
            if next < self.end {
                let (away, id) = (next - first, levels.tree_at(level, next)?);
                wanted.push(Wanted { away, id, is_spare: false });
            }
        }
        wanted.sort();
        let mut known = Vec::new();
        wanted.retain(|wanted| {
            let is_new = !known.contains(&wanted.id);
            known.push(wanted.id);
            is_new
        });
        Ok(wanted)
    }

    /// For each lowest tree the first index that needs it and how many signatures come before: the
    /// reserved indices first, then those after them. Trees have `each` indices.
    fn first_uses(self, each: u64) -> Vec<(u64, u64)> {
        let after = self.reserved.last().map_or(self.next, |last| last.end.max(self.next));
        let mut uses: Vec<(u64, u64)> = Vec::new();
        let mut before = 0;
        for range in self.reserved.iter().cloned().chain(core::iter::once(after..self.end)) {
            let mut index = range.start;
            while index < range.end {
                let at = uses.first().map_or(index, |&(_, first)| first) % each;
                let spare = usize::from(at as f64 >= (1.0 - LEAD) * each as f64);
                if uses.len() > self.ahead + spare {
                    return uses;
                }
                if uses.last().is_none_or(|(_, last)| last / each != index / each) {
                    uses.push((before + (index - range.start), index));
                }
                index = (index / each + 1) * each;
            }
            before += range.end.saturating_sub(range.start);
        }
        uses
    }
}
