//! What is done ahead, in small parts.

use super::error::Result;
use super::inner::Inner;

impl Inner {
    /// Does a part of what is to be done ahead; false if there is nothing.
    pub(super) fn work(&self) -> Result<bool> {
        let state = self.state();
        if state.stock.is_due() {
            drop(state);
            self.fetch_ahead()?;
            return Ok(true);
        }
        let Some(front) = state.trees.front().cloned() else { return Ok(false) };
        drop(state);
        let growth = &front.growth;
        if !growth.work(growth.piece())? {
            self.settle(front.id, growth)?;
        }
        Ok(true)
    }

    /// Has the tree that is needed next computed and put in its place; false if all are there.
    pub(super) fn settle_front(&self) -> Result<bool> {
        let Some(front) = self.state().trees.front().cloned() else { return Ok(false) };
        self.settle(front.id, &front.growth)?;
        Ok(true)
    }

    /// Does something for the next tree if that is late: the signer's own share of the work.
    pub(super) fn help(&self) {
        let state = self.state();
        // Alone, signatures must compute somewhat more than a node each; else they only help out.
        let share = if state.has_thread { 1 } else { 2 };
        let late = state.trees.late();
        drop(state);
        // Whatever goes wrong here will be found where the tree is needed.
        let _ = match late {
            Some((front, 0)) => self.settle(front.id, &front.growth),
            Some((front, nodes)) => {
                front.growth.work(nodes.min(share)).map(drop).map_err(Into::into)
            }
            None => Ok(()),
        };
    }
}
