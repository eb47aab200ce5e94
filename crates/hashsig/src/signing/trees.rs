//! Manages the trees of a key: the signing trees and the trees under construction.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::schedule::{IndexPlan, Schedule, ScheduledTree, UpcomingTree};
use crate::error::Result;
use crate::trees::{SignedSubtree, Signer, Stack, Tree, TreeBuilder, TreeId};

/// The signing trees and the trees under construction.
#[derive(Debug)]
pub(super) struct Trees {
    signer: Signer,
    /// The current signing trees, cached so that a signature need not look up each of them.
    stack: Option<Arc<Stack>>,
    /// The builders of the trees under construction.
    builders: Vec<(TreeId, Arc<TreeBuilder>)>,
    /// The deadlines of the trees under construction.
    pub(super) schedule: Schedule,
    /// The lowest unused index.
    next: u64,
    /// The index from which the schedule is out of date.
    replan_at: u64,
    /// One past the last index.
    end: u64,
}

impl Trees {
    pub(super) fn new(signer: Signer, next: u64, end: u64) -> Result<Self> {
        let schedule = Schedule::new(signer.secret().levels())?;
        let (stack, builders) = (None, Vec::new());
        Ok(Self { signer, stack, builders, schedule, next, replan_at: 0, end })
    }

    /// Returns the trees that sign at an index, or `None` if one is missing. The second value is
    /// true if the schedule is out of date and the caller must call [`Self::plan`].
    pub(super) fn stack(&mut self, index: u64) -> Result<Option<(Arc<Stack>, bool)>> {
        self.next = self.next.max(index + 1);
        if let Some(stack) = self.stack.as_ref().filter(|stack| stack.span().contains(&index)) {
            return Ok(Some((Arc::clone(stack), index >= self.replan_at)));
        }
        if !self.signer.missing(index)?.is_empty() {
            return Ok(None);
        }
        let stack = self.signer.stack(index)?;
        self.stack = Some(Arc::clone(&stack));
        Ok(Some((stack, true)))
    }

    /// Returns the builder of the first incomplete tree that is needed to sign at an index.
    pub(super) fn missing(&mut self, index: u64) -> Result<Option<(TreeId, Arc<TreeBuilder>)>> {
        let Some(&id) = self.signer.missing(index)?.first() else { return Ok(None) };
        Ok(Some((id, self.builder(id)?)))
    }

    /// Returns the parent of the given tree, if the parent is complete.
    pub(super) fn above(&self, id: TreeId) -> Result<Option<Arc<Tree>>> {
        self.signer.above(id)
    }

    /// Adds a complete tree.
    pub(super) fn install(&mut self, id: TreeId, signed: SignedSubtree) {
        self.signer.install_signed(signed);
        self.builders.retain(|builder| builder.0 != id);
    }

    /// Returns, from the top down, the trees that sign at an index and are complete.
    pub(super) fn present(&self, index: u64) -> Result<Vec<(TreeId, Arc<Tree>)>> {
        let levels = self.signer.secret().levels();
        let mut present = Vec::new();
        for level in 0..levels.as_slice().len() {
            let id = levels.tree_at(level, index)?;
            present.extend(self.signer.tree(id).map(|tree| (id, Arc::clone(tree))));
        }
        Ok(present)
    }

    /// Returns the lowest index that may be used if all reserved indices are abandoned.
    pub(super) fn next_after(&self, reserved: &[Range<u64>]) -> u64 {
        reserved.last().map_or(self.next, |last| last.end.max(self.next))
    }

    /// Adds the given complete trees that sign at the next index.
    pub(super) fn take_over(&mut self, trees: Vec<(TreeId, Arc<Tree>)>) -> Result<()> {
        let levels = self.signer.secret().levels().clone();
        for (id, tree) in trees {
            if levels.tree_at(id.level, self.next).is_ok_and(|present| present == id) {
                self.signer.install(id, tree)?;
            }
        }
        Ok(())
    }

    /// Schedules the trees to build, given the reserved indices and the number of signatures made
    /// since the key was opened.
    pub(super) fn plan(&mut self, reserved: &[Range<u64>], made: u64) -> Result<()> {
        let levels = self.signer.secret().levels().clone();
        let quarter = (self.schedule.span() / 4).max(1);
        self.replan_at = (self.next / quarter + 1) * quarter;
        let (next, end, ahead) = (self.next, self.end, self.schedule.ahead());
        let plan = IndexPlan { next, end, ahead, reserved };
        let mut upcoming = plan.upcoming_trees(&levels)?;
        upcoming.retain(|tree| !self.signer.has(tree.id));
        // After a jump of the indices some builders are useless. Drop them unless a thread still
        // uses one.
        self.builders.retain(|(id, builder)| {
            upcoming.iter().any(|tree| tree.id == *id) || Arc::strong_count(builder) > 1
        });
        let trees = upcoming.into_iter().map(|UpcomingTree { away, id, is_spare }| {
            let (builder, needed) = (self.builder(id)?, made + away);
            Ok(ScheduledTree { id, builder, needed, is_spare })
        });
        let trees = trees.collect::<Result<_>>()?;
        self.schedule.replace(trees);
        Ok(())
    }

    /// Returns the builder of a tree, and creates it if necessary.
    fn builder(&mut self, id: TreeId) -> Result<Arc<TreeBuilder>> {
        if let Some((_, builder)) = self.builders.iter().find(|builder| builder.0 == id) {
            return Ok(Arc::clone(builder));
        }
        let seed = self.signer.secret().tree(id)?;
        let depth = seed.default_depth();
        let builder = Arc::new(TreeBuilder::new(seed, depth)?);
        self.builders.push((id, Arc::clone(&builder)));
        Ok(builder)
    }
}
