//! One tree of each level: all that the indices of one lowest tree need to sign.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::memory;

use super::levels::{Levels, TreeId};
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::message::{Message, Pieces};
use crate::reserved::ReservedIndex;

/// The trees of all levels above the indices of one lowest tree. Nothing in it changes when it
/// signs, so that any number of threads can share it.
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

    /// The indices of the key that it signs at.
    #[must_use]
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// Signs messages, each with the one-time key of the index in the same place: as many as there
    /// are of both. Chains of several signatures share the lanes.
    ///
    /// # Errors
    /// [`Error::Reserved`] if a message begins as certificates of sub-keys do;
    /// [`Error::Exhausted`] if an index is not in [`Self::span`]; [`Error::Primitive`] if the
    /// operating system gives no random bytes, the hash function has no usable candidate, or there
    /// is no memory for the signatures. All indices are spent either way.
    pub fn sign<'m>(
        &self,
        indices: Vec<ReservedIndex>,
        messages: impl IntoIterator<Item = &'m [u8], IntoIter: Clone>,
    ) -> Result<Vec<Vec<u8>>> {
        let messages = messages.into_iter();
        messages.clone().try_for_each(check_ordinary)?;
        self.sign_any(indices, messages.map(Message::from))
    }

    /// As [`Self::sign`], also what certifies a sub-key.
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

/// What certificates of sub-keys begin with, of whatever version, and nothing else that is signed.
const RESERVED: &[u8] = b"quicksalt-sub-";

/// As [`check_ordinary`], of a message in pieces.
pub(crate) fn check_ordinary_pieces(message: &Pieces<'_>) -> Result<()> {
    if message.starts_with(RESERVED)? { Err(Error::Reserved) } else { Ok(()) }
}

/// Refuses to sign what could be taken for a certificate of a sub-key. It must be there in clear:
/// a hash of it would separate nothing, since a caller may ask for a signature of that hash.
pub(crate) fn check_ordinary(message: &[u8]) -> Result<()> {
    if message.starts_with(RESERVED) { Err(Error::Reserved) } else { Ok(()) }
}
