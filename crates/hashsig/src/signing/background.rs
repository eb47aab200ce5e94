//! Does the work ahead of signatures, on reservations and trees, in small parts.

use super::error::Result;
use super::inner::Inner;
use super::schedule::{Quota, ScheduledTree};

/// If a tree is needed within this number of signatures, the signatures do its last two steps
/// instead of leaving them to the background thread. These steps take the time of about two
/// signatures. The remaining signatures give the thread time to wake up and to finish its current
/// work.
const LATE: u64 = 16;

impl Inner {
    /// Does one part of the work ahead: a reservation, or some nodes of a tree. Returns false if no
    /// work is left.
    pub(super) fn work(&self) -> Result<bool> {
        let state = self.state();
        if state.reserved.is_due() {
            drop(state);
            self.fetch_ahead()?;
            return Ok(true);
        }
        let Some(front) = state.trees.schedule.first().cloned() else { return Ok(false) };
        drop(state);
        let builder = &front.builder;
        if !builder.work(builder.batch())? {
            self.install(front.id, builder)?;
        }
        Ok(true)
    }

    /// Builds and installs the first tree that signatures need. Returns false if all required trees
    /// are complete.
    pub(super) fn complete_first(&self) -> Result<bool> {
        let Some(front) = self.state().trees.schedule.first_required().cloned() else {
            return Ok(false);
        };
        self.install(front.id, &front.builder)?;
        Ok(true)
    }

    /// Computes the part of the scheduled trees that is due from a call that made `signatures`
    /// signatures.
    pub(super) fn help(&self, signatures: usize) {
        // The error is ignored here, because it recurs in the call that needs the tree and is
        // returned there.
        let _ = self.try_to_help(signatures);
    }

    fn try_to_help(&self, signatures: usize) -> Result<()> {
        let mut state = self.state();
        let made = state.reserved.taken();
        let finished =
            state.trees.schedule.first().filter(|front| front.builder.open_units() == 0).cloned();
        // A background thread does the last two steps unless the tree is needed soon.
        let waits = |front: &ScheduledTree| state.has_thread && front.needed > made + LATE;
        if let Some(front) = finished.filter(|front| !waits(front)) {
            drop(state);
            return self.complete(&front);
        }
        let has_thread = state.has_thread;
        let quotas = state.trees.schedule.quotas(signatures, made, has_thread);
        drop(state);
        for Quota { trees, units } in quotas {
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

    /// Does one of the last two steps for a tree with complete nodes: assembles the tree, or signs
    /// its public key with the tree above it. Each step takes about the time of one signature.
    fn complete(&self, tree: &ScheduledTree) -> Result<()> {
        if tree.builder.is_finished() {
            return self.install(tree.id, &tree.builder);
        }
        tree.builder.tree()?;
        Ok(())
    }
}
