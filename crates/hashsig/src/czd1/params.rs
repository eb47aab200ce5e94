//! The sizes of a tree.

use crate::error::{Error, Result};

/// The sizes of a tree of one-time keys.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Params {
    hashlen: u8,
    otsbits: u8,
    height: u8,
}

impl Params {
    /// Hashes of `hashlen` bytes, pairs of chains that sign `otsbits` bits each, 2^height one-time
    /// keys.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `hashlen` is 16 to 64, `otsbits` 4 to 16 and `height` 1 to 20.
    pub fn new(hashlen: usize, otsbits: usize, height: usize) -> Result<Self> {
        let within = |argument, expected, range: core::ops::RangeInclusive<usize>, actual| {
            if range.contains(&actual) {
                return Ok(actual as u8);
            }
            Err(Error::Parameter { argument, expected, actual: actual as u64 })
        };
        Ok(Self {
            hashlen: within("hashlen", "16 to 64", 16..=64, hashlen)?,
            otsbits: within("otsbits", "4 to 16", 4..=16, otsbits)?,
            height: within("height", "1 to 20", 1..=20, height)?,
        })
    }

    /// n: bytes of a hash.
    #[must_use]
    pub const fn n(self) -> usize {
        self.hashlen as usize
    }

    /// b: bits that a pair of chains signs.
    #[must_use]
    pub const fn otsbits(self) -> u32 {
        self.otsbits as u32
    }

    /// h: levels of nodes above the leaves.
    #[must_use]
    pub const fn h(self) -> u32 {
        self.height as u32
    }

    /// One-time keys.
    #[must_use]
    pub const fn leaves(self) -> u32 {
        1 << self.height
    }

    /// p: pairs of chains of a one-time key.
    #[must_use]
    pub const fn pairs(self) -> usize {
        (8 * self.n()).div_ceil(self.otsbits as usize)
    }

    /// Steps of a chain: 2^b.
    pub(super) const fn steps(self) -> u32 {
        1 << self.otsbits
    }

    /// Bytes of the values of all chains.
    pub(super) const fn values_len(self) -> usize {
        2 * self.pairs() * self.n()
    }

    /// The digits of a digest of `n` bytes read as an unsigned big-endian number, the most
    /// significant one first. It has what bits are left over.
    pub(super) fn digits(self, digest: &[u8]) -> impl Iterator<Item = u32> {
        let bit = move |from_right: usize| {
            let byte = digest.iter().rev().nth(from_right / 8).copied().unwrap_or(0);
            u32::from(byte >> (from_right % 8) & 1)
        };
        let b = usize::from(self.otsbits);
        (0..self.pairs())
            .rev()
            .map(move |place| (0..b).rev().fold(0, |digit, at| digit << 1 | bit(place * b + at)))
    }
}
