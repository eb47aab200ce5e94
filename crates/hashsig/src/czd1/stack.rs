//! One tree a level, complete: what signs at the indices of one lowest tree.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::levels::{Form, Levels, TreeId};
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::reserved::ReservedIndex;

/// The trees of all levels above the indices of one lowest tree. Nothing in it changes when it
/// signs, so that any number of threads can share it.
#[derive(Clone, Debug)]
pub struct Stack {
    levels: Levels,
    span: Range<u64>,
    /// What the levels above the lowest add to a signature, from the top down.
    endorsements: Vec<u8>,
    lowest: Arc<Tree>,
}

impl Stack {
    pub(super) fn new<'a>(
        levels: &Levels,
        id: TreeId,
        endorsements: impl Iterator<Item = &'a [u8]>,
        lowest: Arc<Tree>,
    ) -> Result<Self> {
        let (start, count) = levels.span(id)?;
        let endorsements = endorsements.collect::<Vec<_>>().concat();
        Ok(Self { levels: levels.clone(), span: start..start + count, endorsements, lowest })
    }

    /// The indices of the key that it signs at.
    #[must_use]
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// Signs messages, each with the one-time key of the index in the same place: as many as there
    /// are of both. Chains of several signatures share the lanes.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if an index is not in [`Self::span`]; [`Error::Primitive`] if BLAKE2b
    /// has no usable candidate. All indices are spent either way.
    pub fn sign<'m>(
        &self,
        indices: Vec<ReservedIndex>,
        messages: impl IntoIterator<Item = &'m [u8]>,
    ) -> Result<Vec<Vec<u8>>> {
        let lowest = self.levels.as_slice().len() - 1;
        let header = self.levels.header(Form::Signature);
        let (mut wanted, mut signatures) = (Vec::new(), Vec::new());
        for (index, message) in indices.into_iter().zip(messages) {
            let index = index.get();
            if !self.span.contains(&index) {
                return Err(Error::Exhausted);
            }
            wanted.push((self.levels.leaf(lowest, index), message));
            let mut signature = Vec::with_capacity(self.levels.signature_len());
            let parts = [&header[..], &(index as u32).to_be_bytes(), &self.endorsements];
            parts.iter().for_each(|part| signature.extend_from_slice(part));
            signatures.push(signature);
        }
        self.lowest.sign_leaves(&wanted, |at, part| signatures[at].extend_from_slice(part))?;
        Ok(signatures)
    }
}
