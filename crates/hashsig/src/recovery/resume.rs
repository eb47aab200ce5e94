//! The first index that a recovered key may use.

use crate::error::{Error, Result};
use crate::trees::Levels;

/// Knowledge about the indices that a key used before its state was lost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Resume {
    /// A watermark recorded elsewhere: no index at or above it was ever reserved. The key continues
    /// there.
    From(u64),
    /// The highest index in any known signature, and a level, 0 at the top. The tree of that level
    /// is discarded: the key continues with the first index of the next tree. Recovery is safe if
    /// the discarded tree also made all unknown signatures, which is more certain at a higher
    /// level.
    AfterTree {
        /// The highest known index.
        seen: u64,
        /// The level of the discarded tree.
        level: usize,
    },
}

impl Resume {
    /// Returns the first index that may sign.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if no index is left or `seen` is out of range; [`Error::Parameter`] if
    /// the level does not exist.
    pub fn next_index(self, levels: &Levels) -> Result<u64> {
        let next = match self {
            Self::From(index) => index,
            Self::AfterTree { seen, level } => {
                let (first, count) = levels.span(levels.tree_at(level, seen)?)?;
                first + count
            }
        };
        if next < levels.capacity() { Ok(next) } else { Err(Error::Exhausted) }
    }
}
