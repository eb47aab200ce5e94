//! Splits a message that arrives in pieces into blocks.

use core::slice::from_ref;

use crate::wipe::wipe;

/// The buffered end of a message, which is less than a block, and the length of the whole message
/// so far.
#[repr(C)]
pub(crate) struct Pieces<const BLOCK: usize> {
    /// Only the first `len % BLOCK` bytes are in use.
    rest: [u8; BLOCK],
    /// The message length so far in bytes. No message reaches 2^64 bytes.
    len: u64,
}

impl<const BLOCK: usize> Pieces<BLOCK> {
    /// The empty message.
    pub(crate) const NONE: Self = Self { rest: [0; BLOCK], len: 0 };

    /// Adds the next piece and passes all whole blocks to `absorb`; blocks entirely within the
    /// piece are not copied.
    pub(crate) fn take(&mut self, mut piece: &[u8], mut absorb: impl FnMut(&[[u8; BLOCK]])) {
        let filled = self.filled();
        self.len += piece.len() as u64;
        if filled > 0 {
            let (head, more) = piece.split_at(piece.len().min(BLOCK - filled));
            self.rest[filled..filled + head.len()].copy_from_slice(head);
            if filled + head.len() < BLOCK {
                return;
            }
            absorb(from_ref(&self.rest));
            piece = more;
        }
        let (blocks, tail) = piece.as_chunks();
        if !blocks.is_empty() {
            absorb(blocks);
        }
        self.rest[..tail.len()].copy_from_slice(tail);
    }

    /// Returns the buffered bytes, which are less than a block.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.rest[..self.filled()]
    }

    /// Returns the length of the message so far.
    pub(crate) fn len(&self) -> u128 {
        self.len.into()
    }

    /// Copies `other` into this value in place. Returning a copy by value would leave a further
    /// copy on the stack.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.rest.copy_from_slice(&other.rest);
        self.len = other.len;
    }

    fn filled(&self) -> usize {
        (self.len % BLOCK as u64) as usize
    }
}

impl<const BLOCK: usize> Drop for Pieces<BLOCK> {
    fn drop(&mut self) {
        wipe(&mut self.rest);
    }
}
