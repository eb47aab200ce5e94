//! Aligned buffers for reading a source in pieces.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use quicksalt::{Wiped, memory};

use crate::error::Result;

/// A buffer that starts at a multiple of 64 and is wiped when dropped.
///
/// Some processors (measured on AMD family 25) copy three times as slowly to an address 1 to 31
/// bytes after a page boundary; glibc returns mapped memory 16 bytes after it.
pub(crate) struct Piece {
    bytes: Wiped<Vec<u8>>,
    start: usize,
    len: usize,
}

impl Piece {
    /// Allocates a buffer of `len` zeros.
    pub(crate) fn new(len: usize) -> Result<Self> {
        const LINE: usize = 64;
        let bytes = Wiped::new(memory::zeros(len + LINE)?);
        // The offset is at most 63, even if `align_offset` returns `usize::MAX` because it cannot
        // compute the offset.
        let start = bytes.as_ptr().align_offset(LINE) % LINE;
        Ok(Self { bytes, start, len })
    }
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.len]
    }
}

impl DerefMut for Piece {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_begins_at_a_cache_line() -> Result<()> {
        for len in [0, 1, 63, 64, 65, 4096, 128 << 10] {
            let mut piece = Piece::new(len)?;
            assert_eq!(piece.len(), len);
            assert_eq!(piece.as_ptr().addr() % 64, 0);
            assert!(piece.iter().all(|&byte| byte == 0));
            piece.fill(1);
            assert!(piece.iter().all(|&byte| byte == 1));
        }
        Ok(())
    }
}
