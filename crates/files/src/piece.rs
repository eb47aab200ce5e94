//! Where pieces of a source are read into.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use quicksalt::{Wiped, memory};

use crate::error::Result;

/// Room to read into. It begins at a multiple of 64 and is wiped.
///
/// Some processors (AMD's family 25, by measurement) copy three times as slowly to what lies 1 to 31
/// bytes behind the beginning of a page, which is where glibc puts what it maps: 16.
pub(crate) struct Piece {
    bytes: Wiped<Vec<u8>>,
    start: usize,
    len: usize,
}

impl Piece {
    /// Zeros, so many.
    pub(crate) fn new(len: usize) -> Result<Self> {
        const LINE: usize = 64;
        let bytes = Wiped::new(memory::zeros(len + LINE)?);
        // At most one less than a line, or what is no place if it cannot be told.
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
