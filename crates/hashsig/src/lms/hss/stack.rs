//! One tree a level, complete: what signs at the indices of one lowest tree.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::levels::{Levels, TreeId};
use crate::error::{Error, Result};
use crate::lms::Tree;
use crate::reserved::ReservedIndex;

/// The trees of all levels above the indices of one lowest tree. Nothing in it changes when it
/// signs, so that any number of threads can share it.
#[derive(Clone, Debug)]
pub struct Stack {
    levels: Levels,
    span: Range<u64>,
    /// BE32 of the number of signed public keys, then each with its signature, from the top down.
    head: Vec<u8>,
    lowest: Arc<Tree>,
}

impl Stack {
    /// `endorsements` are those of the levels below the top, from the top down.
    pub(super) fn new<'a>(
        levels: &Levels,
        id: TreeId,
        endorsements: impl Iterator<Item = &'a [u8]>,
        lowest: Arc<Tree>,
    ) -> Result<Self> {
        let (start, count) = levels.span(id)?;
        let mut head = (id.level as u32).to_be_bytes().to_vec();
        endorsements.for_each(|endorsement| head.extend_from_slice(endorsement));
        Ok(Self { levels: levels.clone(), span: start..start + count, head, lowest })
    }

    /// The indices of the key that it signs at.
    #[must_use]
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// Signs messages, each with the one-time key of the index in the same place: as many as there
    /// are of both.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if an index is not in [`Self::span`]; [`Error::Primitive`] if the
    /// operating system gives no random bytes or the hash function has no usable candidate. All
    /// indices are spent either way.
    pub fn sign<'m>(
        &self,
        indices: Vec<ReservedIndex>,
        messages: impl IntoIterator<Item = &'m [u8]>,
    ) -> Result<Vec<Vec<u8>>> {
        let lowest = self.levels.as_slice().len() - 1;
        let leaf = |index: ReservedIndex| {
            let index = index.get();
            if !self.span.contains(&index) {
                return Err(Error::Exhausted);
            }
            Ok(self.levels.leaf(lowest, index))
        };
        let leaves = indices.into_iter().map(leaf).collect::<Result<Vec<_>>>()?;
        let wanted: Vec<_> = leaves.into_iter().zip(messages).collect();
        self.lowest.sign_leaves(&self.head, &wanted)
    }
}
