//! A message that comes piece by piece, cut into blocks.

use core::slice::from_ref;

use crate::wipe::wipe;

/// What has come of a message and fills no block yet, and how long all of it is.
#[repr(C)]
pub(crate) struct Pieces<const BLOCK: usize> {
    /// The first `len % BLOCK` bytes.
    rest: [u8; BLOCK],
    /// Below 2^64, which no message reaches.
    len: u64,
}

impl<const BLOCK: usize> Pieces<BLOCK> {
    /// Nothing has come.
    pub(crate) const NONE: Self = Self { rest: [0; BLOCK], len: 0 };

    /// Takes the next piece and gives all whole blocks away, those that need not be copied at once.
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

    /// What fills no block.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.rest[..self.filled()]
    }

    /// Length of all that has come.
    pub(crate) fn len(&self) -> u128 {
        self.len.into()
    }

    /// Becomes a copy, where it stays: one that is returned would leave another behind.
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
