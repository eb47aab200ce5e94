//! Random test cases for candidates, determined by a seed. Runs of zero bits and one bits are more
//! frequent than by chance, because faulty kernels often fail at carries and at the ends of
//! buffers.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which must be positive.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    pub fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// A length up to `most`, uniformly distributed over powers of two.
    pub fn length(&mut self, most: usize) -> usize {
        let bits = self.below(most.ilog2() as usize + 2);
        self.below(1 << bits).min(most)
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        let kind = self.below(4);
        let same = self.number();
        for word in bytes.chunks_mut(8) {
            let number = match kind {
                0 | 1 => self.number(),
                2 => [self.number(), 0, u64::MAX, 1, 1 << 63, same][self.below(6)],
                _ => same.to_le_bytes()[0].into(),
            };
            let number = if kind == 3 { number * 0x0101_0101_0101_0101 } else { number };
            word.copy_from_slice(&number.to_le_bytes()[..word.len()]);
        }
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// Random bytes at a random alignment.
    pub fn bytes(&mut self, len: usize) -> Place {
        let mut place = self.place(len);
        self.fill(&mut place);
        place
    }

    /// Returns a buffer at a random alignment, painted so that unwritten bytes can be detected.
    pub fn place(&mut self, len: usize) -> Place {
        let start = self.below(MARGIN);
        Place { all: vec![PAINT; MARGIN + len + MARGIN], start, len }
    }

    /// Changes one byte; `bytes` must not be empty.
    pub fn damage(&mut self, bytes: &mut [u8]) {
        let at = self.below(bytes.len());
        bytes[at] ^= 1 << self.below(8);
    }

    /// Splits bytes into consecutive pieces, some of them empty.
    pub fn pieces<'a>(&mut self, mut bytes: &'a [u8]) -> Vec<&'a [u8]> {
        let mut pieces = Vec::new();
        let most = 1 + self.length(bytes.len().max(1));
        while !bytes.is_empty() {
            let (piece, rest) = bytes.split_at(self.below(most + 1).min(bytes.len()));
            pieces.push(piece);
            bytes = rest;
        }
        pieces
    }
}

/// The length of the margin: the width of the widest store, so that a store that begins in bounds
/// and ends out of bounds is detected.
const MARGIN: usize = 64;
/// The byte that paints buffers. Faulty stores are most likely to write zero or all ones.
const PAINT: u8 = 0xa7;

/// Bytes between painted margins. Panics when dropped if a margin was overwritten.
#[derive(Debug)]
pub struct Place {
    all: Vec<u8>,
    start: usize,
    len: usize,
}

impl Place {
    /// Reports whether the buffer is still fully painted.
    pub fn is_untouched(&self) -> bool {
        self.all.iter().all(|&byte| byte == PAINT)
    }
}

impl Deref for Place {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.all[self.start..self.start + self.len]
    }
}

impl DerefMut for Place {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.all[self.start..self.start + self.len]
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let (before, rest) = self.all.split_at(self.start);
        let mut margins = before.iter().chain(&rest[self.len..]);
        // A second panic would abort the process.
        assert!(std::thread::panicking() || margins.all(|&byte| byte == PAINT), "out of bounds");
    }
}
