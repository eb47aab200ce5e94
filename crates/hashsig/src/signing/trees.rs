//! Which trees will be needed, and when.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Result;
use crate::lms::hss::{AHEAD_MAX, Endorsed, Levels, Signer, Stack, TreeId};
use crate::lms::{SharedGrowth, Tree};

/// The trees that sign, those that will, and the one that is being computed.
#[derive(Debug)]
pub(super) struct Trees {
    signer: Signer,
    /// What signs now; kept here so that a signature need not ask for the trees it needs.
    stack: Option<Arc<Stack>>,
    /// Trees that are being computed.
    growing: Vec<(TreeId, Arc<SharedGrowth>)>,
    /// Of the trees that will be needed and are not there the one that is needed first.
    front: Option<Front>,
    /// The least index that was not used yet.
    next: u64,
    /// How many trees of the lowest level are kept ready beyond the present one.
    ahead: usize,
    /// One past the last index.
    end: u64,
}

/// A tree to compute next.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub(super) id: TreeId,
    pub(super) growth: Arc<SharedGrowth>,
    /// The first index that needs it.
    needed: u64,
}

impl Trees {
    pub(super) fn new(signer: Signer, next: u64, end: u64) -> Self {
        let (stack, growing, front) = (None, Vec::new(), None);
        Self { signer, stack, growing, front, next, ahead: 1, end }
    }

    /// How many trees of the lowest level are kept ready beyond the present one, at most
    /// [`AHEAD_MAX`].
    pub(super) fn set_ahead(&mut self, ahead: usize) {
        self.ahead = ahead.clamp(1, AHEAD_MAX);
    }

    pub(super) const fn front(&self) -> Option<&Front> {
        self.front.as_ref()
    }

    /// What signs at an index, unless a tree is missing. The first time for each lowest tree, what
    /// comes after it is to be found out again: then the second value is true.
    pub(super) fn stack(&mut self, index: u64) -> Result<Option<(Arc<Stack>, bool)>> {
        self.next = self.next.max(index + 1);
        if let Some(stack) = self.stack.as_ref().filter(|stack| stack.span().contains(&index)) {
            return Ok(Some((Arc::clone(stack), false)));
        }
        if !self.signer.missing(index)?.is_empty() {
            return Ok(None);
        }
        let stack = self.signer.stack(index)?;
        self.stack = Some(Arc::clone(&stack));
        Ok(Some((stack, true)))
    }

    /// The first tree that is missing in order to sign at an index.
    pub(super) fn missing(&mut self, index: u64) -> Result<Option<(TreeId, Arc<SharedGrowth>)>> {
        let Some(&id) = self.signer.missing(index)?.first() else { return Ok(None) };
        Ok(Some((id, self.growth(id)?)))
    }

    /// The tree above another, if it is there.
    pub(super) fn above(&self, id: TreeId) -> Result<Option<Arc<Tree>>> {
        self.signer.above(id)
    }

    pub(super) fn install(&mut self, id: TreeId, endorsed: Endorsed) {
        self.signer.install_endorsed(endorsed);
        self.growing.retain(|growing| growing.0 != id);
    }

    /// Finds out which tree is to be computed next, given the indices that are at hand.
    pub(super) fn plan(&mut self, reserved: &[Range<u64>]) -> Result<()> {
        let levels = self.signer.secret().levels().clone();
        let mut wanted = wanted(&levels, self.next, self.end, self.ahead, reserved)?;
        wanted.retain(|&(_, id)| !self.signer.has(id));
        // What a jump made useless goes, unless somebody is at it.
        self.growing.retain(|(id, growth)| {
            wanted.iter().any(|wanted| wanted.1 == *id) || Arc::strong_count(growth) > 1
        });
        let first = wanted.into_iter().min();
        self.front = match first {
            Some((needed, id)) => Some(Front { id, growth: self.growth(id)?, needed }),
            None => None,
        };
        Ok(())
    }

    /// The tree to compute next and by how many nodes it is late, if it is: once an eighth of the
    /// tree before it is used, its nodes should come evenly so as to be there at fifteen
    /// sixteenths. Late by none is one that is only to be put together.
    pub(super) fn late(&self) -> Option<(Front, u32)> {
        let front = self.front.as_ref()?;
        let (_, span) = self.signer.secret().levels().span(front.id).ok()?;
        // Sixteenths of signatures until then, and how many nodes may be open so long before.
        let (span, total) = (u128::from(span), u128::from(front.growth.total()));
        let left = u128::from(front.needed.saturating_sub(self.next));
        let left = (16 * left).saturating_sub(span);
        let open = u128::from(front.growth.total() - front.growth.done());
        let late = open.checked_sub(left * total / (13 * span))?;
        (late > 0 || left == 0).then(|| (front.clone(), late.min(total) as u32))
    }

    fn growth(&mut self, id: TreeId) -> Result<Arc<SharedGrowth>> {
        if let Some((_, growth)) = self.growing.iter().find(|growing| growing.0 == id) {
            return Ok(Arc::clone(growth));
        }
        let seed = self.signer.secret().tree(id)?;
        let depth = seed.default_depth();
        let growth = Arc::new(SharedGrowth::new(seed, depth)?);
        self.growing.push((id, Arc::clone(&growth)));
        Ok(growth)
    }
}

/// The trees that the coming signatures need, each with the first index that needs it: those of
/// the present lowest tree and of so many after it, and of each level in between the next one. The
/// reserved indices come first; then those after them, as far as anybody knows.
fn wanted(
    levels: &Levels,
    next: u64,
    end: u64,
    ahead: usize,
    reserved: &[Range<u64>],
) -> Result<Vec<(u64, TreeId)>> {
    let lowest = levels.as_slice().len() - 1;
    let each = levels.span(TreeId { level: lowest, number: 0 })?.1;
    let after = reserved.last().map_or(next, |last| last.end.max(next));
    let mut indices: Vec<u64> = Vec::new();
    for range in reserved.iter().cloned().chain(core::iter::once(after..end)) {
        let mut index = range.start;
        while index < range.end && indices.len() <= ahead {
            if indices.last().is_none_or(|last| last / each != index / each) {
                indices.push(index);
            }
            index = (index / each + 1) * each;
        }
    }
    let mut wanted = Vec::new();
    for &index in &indices {
        for level in 1..=lowest {
            wanted.push((index, levels.tree_at(level, index)?));
        }
    }
    for level in 1..lowest {
        let Some(&first) = indices.first() else { break };
        let (start, count) = levels.span(levels.tree_at(level, first)?)?;
        if start + count < end {
            wanted.push((start + count, levels.tree_at(level, start + count)?));
        }
    }
    Ok(wanted)
}
