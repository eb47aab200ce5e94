//! The first index that a recovered key may use.

use crate::error::{Error, Result};
use crate::trees::Levels;

/// The caller's knowledge about the indices that a key used before its state was lost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Resume {
    /// A watermark from a separate record: no index at or above it was ever reserved. The key
    /// continues at the watermark.
    From(u64),
    /// The highest index in any known signature, and a level, with 0 at the top. The level's tree
    /// that contains this index is discarded: the key continues with the first index of the next
    /// tree. Recovery is safe if no unknown signature has an index past the discarded tree, which
    /// is more certain at a higher level.
    AfterTree {
        /// The highest known index.
        seen: u64,
        /// The level of the discarded tree.
        level: usize,
    },
}

impl Resume {
    /// Returns the first index that the recovered key may use.
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
