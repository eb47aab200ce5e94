//! What is done ahead, in small parts.

use super::error::Result;
use super::inner::Inner;
use super::trees::{Coming, Share};

/// So many signatures before a tree is needed nobody waits for the thread.
const LATE: u64 = 16;

impl Inner {
    /// Does a part of what is to be done ahead; false if there is nothing.
    pub(super) fn work(&self) -> Result<bool> {
        let state = self.state();
        if state.reserved.is_due() {
            drop(state);
            self.fetch_ahead()?;
            return Ok(true);
        }
        let Some(front) = state.trees.front().cloned() else { return Ok(false) };
        drop(state);
        let builder = &front.builder;
        if !builder.work(builder.batch())? {
            self.settle(front.id, builder)?;
        }
        Ok(true)
    }

    /// Has the tree that is needed next computed and put in its place; false if all are there that
    /// are to be ready.
    pub(super) fn settle_front(&self) -> Result<bool> {
        let Some(front) = self.state().trees.front_wanted().cloned() else { return Ok(false) };
        self.settle(front.id, &front.builder)?;
        Ok(true)
    }

    /// The share of so many signatures in the trees that are coming.
    pub(super) fn help(&self, signatures: usize) {
        // Whatever goes wrong here will be found where the tree is needed.
        let _ = self.try_to_help(signatures);
    }

    fn try_to_help(&self, signatures: usize) -> Result<()> {
        let mut state = self.state();
        let made = state.reserved.taken();
        let finished = state.trees.front().filter(|front| front.builder.open_units() == 0).cloned();
        // With a thread, that puts together what is computed, unless it is late.
        let waits = |front: &Coming| state.has_thread && front.needed > made + LATE;
        if let Some(front) = finished.filter(|front| !waits(front)) {
            drop(state);
            return self.put_together(&front);
        }
        let has_thread = state.has_thread;
        let shares = state.trees.shares(signatures, made, has_thread)?;
        drop(state);
        for Share { trees, units } in shares {
            let mut left = units;
            for tree in trees {
                while left > 0 {
                    match tree.builder.advance(left)? {
                        0 => break,
                        done => left -= done,
                    }
                }
            }
        }
        Ok(())
    }

    /// One of the two last steps of a tree whose nodes are computed: each costs about a signature.
    fn put_together(&self, tree: &Coming) -> Result<()> {
        if tree.builder.is_finished() {
            return self.settle(tree.id, &tree.builder);
        }
        tree.builder.tree()?;
        Ok(())
    }
}
