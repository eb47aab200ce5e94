//! From where on a recovered key signs.

use crate::error::{Error, Result};
use crate::trees::Levels;

/// What is known of the indices that a key has used before its state was lost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Resume {
    /// A watermark kept elsewhere: no index from this one on has ever been reserved. It goes on
    /// there.
    From(u64),
    /// The highest index in any signature seen, and a level, 0 at the top. The tree of that level
    /// is burned: the key goes on with the first index of the tree after it. That is safe if
    /// whatever was signed unseen was signed by the same tree; the higher the level, the surer.
    AfterTree {
        /// The highest index seen.
        seen: u64,
        /// The level whose tree is burned.
        level: usize,
    },
}

impl Resume {
    /// The first index that may sign.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has none left or never had the index;
    /// [`Error::Parameter`] if it has no such level.
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
