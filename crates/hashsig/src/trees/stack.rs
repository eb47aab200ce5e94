//! A stack of trees, one from each level, which can sign at all indices of its lowest tree.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::memory;

use super::levels::{Levels, TreeId};
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::message::{Message, Pieces};
use crate::reserved::ReservedIndex;

/// One tree from each level, for the indices of the lowest tree. Signing does not change the stack,
/// so any number of threads can share it.
#[derive(Clone, Debug)]
pub struct Stack {
    levels: Levels,
    span: Range<u64>,
    /// `signed_pub_key` (RFC 8554, section 6.2) of each level below the top, from the top down.
    signed_public_keys: Vec<u8>,
    lowest: Arc<Tree>,
}

impl Stack {
    pub(super) fn new<'a>(
        levels: &Levels,
        id: TreeId,
        signed_public_keys: impl Iterator<Item = &'a [u8]>,
        lowest: Arc<Tree>,
    ) -> Result<Self> {
        let (start, count) = levels.span(id)?;
        let signed_public_keys = signed_public_keys.collect::<Vec<_>>().concat();
        Ok(Self { levels: levels.clone(), span: start..start + count, signed_public_keys, lowest })
    }

    /// Returns the indices of the key at which the stack signs.
    #[must_use]
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// Signs messages, each with the one-time key of the index at the same position; surplus
    /// indices or messages are ignored. The hash chains of several signatures are computed in
    /// parallel lanes.
    ///
    /// # Errors
    /// [`Error::Reserved`] if a message begins with the prefix of sub-key certificates;
    /// [`Error::Exhausted`] if an index is not in [`Self::span`]; [`Error::Primitive`] if the
    /// random generator fails, no candidate of the hash function is usable, or memory runs out. All
    /// indices are spent in any case.
    pub fn sign<'m>(
        &self,
        indices: Vec<ReservedIndex>,
        messages: impl IntoIterator<Item = &'m [u8], IntoIter: Clone>,
    ) -> Result<Vec<Vec<u8>>> {
        let messages = messages.into_iter();
        messages.clone().try_for_each(check_ordinary)?;
        self.sign_any(indices, messages.map(Message::from))
    }

    /// Signs like [`Self::sign`], but accepts certificates of sub-keys too.
    pub(crate) fn sign_any<'m>(
        &self,
        indices: Vec<ReservedIndex>,
        messages: impl IntoIterator<Item = Message<'m>>,
    ) -> Result<Vec<Vec<u8>>> {
        let (lowest, len) = (self.levels.as_slice().len() - 1, self.levels.signature_len());
        let below = lowest as u32;
        let mut requests = memory::with_capacity(indices.len())?;
        let mut signatures = memory::with_capacity(indices.len())?;
        for (index, message) in indices.into_iter().zip(messages) {
            let index = index.get();
            if !self.span.contains(&index) {
                return Err(Error::Exhausted);
            }
            requests.push((self.levels.leaf(lowest, index), message));
            let mut signature = memory::with_capacity::<u8>(len)?;
            signature.extend_from_slice(&below.to_be_bytes());
            signature.extend_from_slice(&self.signed_public_keys);
            signatures.push(signature);
        }
        self.lowest.sign_leaves(&requests, true, &mut signatures)?;
        debug_assert!(signatures.iter().all(|signature| signature.len() == len));
        Ok(signatures)
    }
}

/// The common prefix of sub-key certificates in all versions. Signed messages that are not
/// certificates never begin with it.
const RESERVED: &[u8] = b"quicksalt-sub-";

/// Performs the check of [`check_ordinary`] on a message in pieces.
pub(crate) fn check_ordinary_pieces(message: &Pieces<'_>) -> Result<()> {
    if message.starts_with(RESERVED)? { Err(Error::Reserved) } else { Ok(()) }
}

/// Refuses messages that could be mistaken for a certificate of a sub-key. The prefix must be in
/// plain text: hashing it would not separate the domains, because a caller may request a signature
/// of that hash.
pub(crate) fn check_ordinary(message: &[u8]) -> Result<()> {
    if message.starts_with(RESERVED) { Err(Error::Reserved) } else { Ok(()) }
}
