//! The trees of a key: those that sign and those that are coming.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::schedule::{self, Horizon, Pace, Wanted, Watch};
use crate::error::Result;
use crate::trees::{AHEAD_MAX, SignedSubtree, Signer, Stack, Tree, TreeBuilder, TreeId};

/// The trees that sign, and those that will.
#[derive(Debug)]
pub(super) struct Trees {
    signer: Signer,
    /// What signs now; kept here so that a signature need not ask for the trees it needs.
    stack: Option<Arc<Stack>>,
    /// Trees that are being computed.
    builders: Vec<(TreeId, Arc<TreeBuilder>)>,
    /// The trees that will be needed and are not there, in the order in which they will be.
    coming: Vec<Coming>,
    /// What signatures owe to the trees of each level: parts of a unit.
    owed: Vec<f64>,
    /// What a thread does of the lowest trees.
    watch: Watch,
    /// The least index that was not used yet.
    next: u64,
    /// The index from which on more trees are coming.
    more: u64,
    /// How many trees of the lowest level are kept ready beyond the present one.
    ahead: usize,
    /// One past the last index.
    end: u64,
}

/// A tree that will be needed.
#[derive(Clone, Debug)]
pub(super) struct Coming {
    pub(super) id: TreeId,
    pub(super) builder: Arc<TreeBuilder>,
    /// How many signatures there will have been, since the key was opened, when it is needed.
    pub(super) needed: u64,
    /// It is beyond those that are to be ready, and begun in good time.
    pub(super) is_spare: bool,
}

/// What a signature computes of coming trees.
#[derive(Debug)]
pub(super) struct Share {
    /// In the order in which they are needed.
    pub(super) trees: Vec<Coming>,
    /// How many units of them in all.
    pub(super) units: u64,
}

impl Trees {
    pub(super) fn new(signer: Signer, next: u64, end: u64) -> Self {
        let owed = vec![0.0; signer.secret().levels().as_slice().len()];
        let (stack, builders, coming, watch) = (None, Vec::new(), Vec::new(), Watch::default());
        Self { signer, stack, builders, coming, owed, watch, next, more: 0, ahead: 1, end }
    }

    /// How many trees of the lowest level are kept ready beyond the present one, at most
    /// [`AHEAD_MAX`].
    pub(super) fn set_ahead(&mut self, ahead: usize) {
        self.ahead = ahead.clamp(1, AHEAD_MAX);
    }

    /// The trees that will be needed and are not there, in the order in which they will be.
    #[cfg(test)]
    pub(super) fn coming(&self) -> &[Coming] {
        &self.coming
    }

    /// Of the trees that will be needed and are not there the one that is needed first.
    pub(super) fn front(&self) -> Option<&Coming> {
        self.coming.first()
    }

    /// The same among those that are to be ready.
    pub(super) fn front_wanted(&self) -> Option<&Coming> {
        self.coming.iter().find(|tree| !tree.is_spare)
    }

    /// What signs at an index, unless a tree is missing. From time to time, what comes is to be
    /// found out again: then the second value is true.
    pub(super) fn stack(&mut self, index: u64) -> Result<Option<(Arc<Stack>, bool)>> {
        self.next = self.next.max(index + 1);
        if let Some(stack) = self.stack.as_ref().filter(|stack| stack.span().contains(&index)) {
            return Ok(Some((Arc::clone(stack), index >= self.more)));
        }
        if !self.signer.missing(index)?.is_empty() {
            return Ok(None);
        }
        let stack = self.signer.stack(index)?;
        self.stack = Some(Arc::clone(&stack));
        Ok(Some((stack, true)))
    }

    /// The first tree that is missing in order to sign at an index.
    pub(super) fn missing(&mut self, index: u64) -> Result<Option<(TreeId, Arc<TreeBuilder>)>> {
        let Some(&id) = self.signer.missing(index)?.first() else { return Ok(None) };
        Ok(Some((id, self.builder(id)?)))
    }

    /// The tree above another, if it is there.
    pub(super) fn above(&self, id: TreeId) -> Result<Option<Arc<Tree>>> {
        self.signer.above(id)
    }

    pub(super) fn install(&mut self, id: TreeId, signed: SignedSubtree) {
        self.signer.install_signed(signed);
        self.builders.retain(|builders| builders.0 != id);
    }

    /// The trees that sign at an index, from the top down, as far as they are there.
    pub(super) fn present(&self, index: u64) -> Result<Vec<(TreeId, Arc<Tree>)>> {
        let levels = self.signer.secret().levels();
        let mut present = Vec::new();
        for level in 0..levels.as_slice().len() {
            let id = levels.tree_at(level, index)?;
            present.extend(self.signer.tree(id).map(|tree| (id, Arc::clone(tree))));
        }
        Ok(present)
    }

    /// The least index that may still be used, given those at hand, if all of these are given up.
    pub(super) fn next_after(&self, reserved: &[Range<u64>]) -> u64 {
        reserved.last().map_or(self.next, |last| last.end.max(self.next))
    }

    /// Takes over those trees, computed before, that sign at the next index.
    pub(super) fn take_over(&mut self, trees: Vec<(TreeId, Arc<Tree>)>) -> Result<()> {
        let levels = self.signer.secret().levels().clone();
        for (id, tree) in trees {
            if levels.tree_at(id.level, self.next).is_ok_and(|present| present == id) {
                self.signer.install(id, tree)?;
            }
        }
        Ok(())
    }

    /// Finds out which trees are to be computed, given the indices that are at hand and how many
    /// signatures were made since the key was opened.
    pub(super) fn plan(&mut self, reserved: &[Range<u64>], made: u64) -> Result<()> {
        let levels = self.signer.secret().levels().clone();
        let quarter = (self.span()? / 4).max(1);
        self.more = (self.next / quarter + 1) * quarter;
        let mut wanted = Horizon { next: self.next, end: self.end, ahead: self.ahead, reserved }
            .wanted(&levels)?;
        wanted.retain(|wanted| !self.signer.has(wanted.id));
        // What a jump made useless goes, unless somebody is at it.
        self.builders.retain(|(id, builder)| {
            wanted.iter().any(|wanted| wanted.id == *id) || Arc::strong_count(builder) > 1
        });
        let before = schedule::open(self.lowest());
        let coming = wanted.into_iter().map(|Wanted { away, id, is_spare }| {
            let (builder, needed) = (self.builder(id)?, made + away);
            Ok(Coming { id, builder, needed, is_spare })
        });
        self.coming = coming.collect::<Result<_>>()?;
        self.watch.replan(before, schedule::open(self.lowest()));
        Ok(())
    }

    /// The trees of the lowest level that are coming.
    fn lowest(&self) -> impl Iterator<Item = &Coming> {
        let level = self.owed.len() - 1;
        self.coming.iter().filter(move |tree| tree.id.level == level)
    }

    /// What so many signatures should compute of the coming trees, beside a thread or alone. What is
    /// left of a unit is owed to the next time.
    pub(super) fn shares(
        &mut self,
        signatures: usize,
        made: u64,
        has_thread: bool,
    ) -> Result<Vec<Share>> {
        let (span, ahead, lowest) = (self.span()?, self.ahead, self.owed.len() - 1);
        let pace = Pace { made, span, ahead };
        let mut shares = Vec::new();
        for (level, owed) in self.owed.iter_mut().enumerate() {
            let trees = || self.coming.iter().filter(|tree| tree.id.level == level);
            let each = if level == lowest && has_thread {
                self.watch.share(pace, trees())
            } else if level == lowest {
                pace.lowest(trees())
            } else {
                trees().next().map_or(0.0, |tree| pace.higher(tree))
            };
            *owed += each * signatures as f64;
            let units = *owed as u64;
            if units > 0 {
                *owed -= units as f64;
                if level == lowest {
                    self.watch.take(units);
                }
                shares.push(Share { trees: trees().cloned().collect(), units });
            }
        }
        Ok(shares)
    }

    /// Signatures of a tree of the lowest level.
    fn span(&self) -> Result<u64> {
        let levels = self.signer.secret().levels();
        let level = levels.as_slice().len() - 1;
        Ok(levels.span(TreeId { level, number: 0 })?.1)
    }

    fn builder(&mut self, id: TreeId) -> Result<Arc<TreeBuilder>> {
        if let Some((_, builder)) = self.builders.iter().find(|builders| builders.0 == id) {
            return Ok(Arc::clone(builder));
        }
        let seed = self.signer.secret().tree(id)?;
        let depth = seed.default_depth();
        let builder = Arc::new(TreeBuilder::new(seed, depth)?);
        self.builders.push((id, Arc::clone(&builder)));
        Ok(builder)
    }
}
