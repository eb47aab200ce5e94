//! Determines the trees that upcoming signatures need.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Result;
use crate::trees::{Levels, TreeId};

/// How much earlier than necessary a tree is started, as a fraction of a tree's signatures.
///
/// This lead also positions the end of the line of open units (see [`super`]). A tree that is a
/// quarter of a tree later than the line is therefore complete half a tree early. A larger value
/// would hold one more tree in memory for longer. A smaller value would leave less time to a slow
/// thread, or to signatures without a thread.
pub(super) const LEAD: f64 = 0.75;

/// The indices that upcoming signatures will use, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(in crate::signing) struct IndexPlan<'a> {
    /// The lowest unused index.
    pub(in crate::signing) next: u64,
    /// One past the last index.
    pub(in crate::signing) end: u64,
    /// The number of lowest-level trees that must be ready in addition to the present one.
    pub(in crate::signing) ahead: usize,
    /// The reserved indices, in order of use.
    pub(in crate::signing) reserved: &'a [Range<u64>],
}

/// A tree that signatures will need.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(in crate::signing) struct UpcomingTree {
    /// The number of signatures before the first one that needs the tree.
    pub(in crate::signing) away: u64,
    pub(in crate::signing) id: TreeId,
    /// Whether the tree is started early, before it is required; see [`LEAD`].
    pub(in crate::signing) is_spare: bool,
}

impl IndexPlan<'_> {
    /// Returns the trees below the top that upcoming signatures need, in order of first use:
    ///
    /// - the present tree of the lowest level, the next `ahead` trees, and one more once it is time
    ///   to start it;
    /// - the trees above all of these;
    /// - on each level in between, the tree after the present one.
    pub(in crate::signing) fn upcoming_trees(self, levels: &Levels) -> Result<Vec<UpcomingTree>> {
        let lowest = levels.as_slice().len() - 1;
        let each = levels.span(TreeId { level: lowest, number: 0 })?.1;
        let uses = self.first_uses(each);
        let mut upcoming = Vec::new();
        for (number, &(away, index)) in uses.iter().enumerate() {
            let is_spare = number > self.ahead;
            for level in 1..=lowest {
                upcoming.push(UpcomingTree { away, id: levels.tree_at(level, index)?, is_spare });
            }
        }
        for level in 1..lowest {
            let Some(&(_, first)) = uses.first() else { break };
            let (start, count) = levels.span(levels.tree_at(level, first)?)?;
            let next = start + count;
            if next < self.end {
                let (away, id) = (next - first, levels.tree_at(level, next)?);
                upcoming.push(UpcomingTree { away, id, is_spare: false });
            }
        }
        upcoming.sort();
        let mut known = Vec::new();
        upcoming.retain(|tree| {
            let is_new = !known.contains(&tree.id);
            known.push(tree.id);
            is_new
        });
        Ok(upcoming)
    }

    /// Returns two numbers for each lowest-level tree of `each` indices: the number of signatures
    /// before the first signature that needs the tree, and the index of that signature. Signatures
    /// use the reserved indices first, then the indices after them.
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
