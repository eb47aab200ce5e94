//! The one-time public keys of both layouts, computed together.
//!
//! The layouts differ by one in the indices of all chains, and neighbouring one-time keys of a
//! level share chains (which makes signing unsafe). Computing each chain only once takes about half
//! the time of one layout key by key.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Layout, LevelKey};
use crate::czd0::kdf;
use crate::error::Result;
use crate::hash::keyed;

impl LevelKey {
    /// Computes the public keys of a range of one-time keys in each of [`Layout::ALL`].
    ///
    /// # Errors
    /// Same errors as [`Self::chain_starts`].
    pub fn of_both_layouts(&self, range: Range<u32>) -> Result<[Vec<Vec<u8>>; Layout::ALL.len()]> {
        if range.is_empty() {
            return Ok(Default::default());
        }
        let (first, last) = (self.offset(range.start)?, self.offset(range.end - 1)?);
        let n = self.levelsalt.len();
        let (stride, chains) = ((self.offset(1)? as usize) * n, 2 * self.params.one_time().pairs());
        // The count runs from the first index of key `first` in the earlier layout to the last
        // chain of key `last` in the later layout.
        let count = (last - first) as usize + chains + 1;
        let ends = self.chain_ends(first + Layout::RecoveryTool.first() + 1, count)?;
        let rows = Layout::ALL.map(|layout| {
            let shift = (layout.first() - Layout::RecoveryTool.first()) as usize * n;
            let keys = range.clone().enumerate().map(|(place, _)| {
                let from = place * stride + shift;
                keyed::digest(n, &self.levelsalt, &[&ends[from..][..chains * n]])
            });
            keys.collect::<Result<Vec<_>>>()
        });
        let [level_key, recovery_tool] = rows;
        Ok([level_key?, recovery_tool?])
    }

    /// Computes the ends of the chains of `count` indices; `first` is relative to `wen3index`.
    fn chain_ends(&self, first: u64, count: usize) -> Result<Vec<u8>> {
        let n = self.levelsalt.len();
        let first = self.wen3index + first;
        let mut chains = kdf::chain_starts(n, &self.seedkey, self.contexts, first, count)?;
        keyed::advance(n, &self.levelsalt, &mut chains, self.params.one_time().top())?;
        Ok(chains.to_vec())
    }
}
