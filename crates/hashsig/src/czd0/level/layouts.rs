//! Both layouts of a level at once.
//!
//! The layouts shift the indices of all chains by one, and within a level neighbouring one-time
//! keys share chains (which is what makes it unsafe). So each chain is computed once here, about
//! half of what one layout alone takes key by key.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Layout, LevelKey};
use crate::czd0::kdf;
use crate::error::Result;
use crate::hash::keyed;

impl LevelKey {
    /// The public keys of a range of one-time keys in each of [`Layout::ALL`].
    ///
    /// # Errors
    /// As [`Self::chain_starts`].
    pub fn of_both_layouts(&self, range: Range<u32>) -> Result<[Vec<Vec<u8>>; Layout::ALL.len()]> {
        if range.is_empty() {
            return Ok(Default::default());
        }
        let (first, last) = (self.offset(range.start)?, self.offset(range.end - 1)?);
        let n = self.levelsalt.len();
        let (stride, chains) = ((self.offset(1)? as usize) * n, 2 * self.params.one_time().pairs());
        // Counted from the earlier layout's first index of `first`; the last index is that of the
        // later layout's last chain of `last`.
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

    /// The ends of the chains of `count` indices, which count from `wen3index`.
    fn chain_ends(&self, first: u64, count: usize) -> Result<Vec<u8>> {
        let n = self.levelsalt.len();
        let first = self.wen3index + first;
        let mut chains = kdf::chain_starts(n, &self.seedkey, self.contexts, first, count)?;
        keyed::advance(n, &self.levelsalt, &mut chains, self.params.one_time().top())?;
        Ok(chains.to_vec())
    }
}
