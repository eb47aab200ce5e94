//! A block of memory.

use crate::wipe::wipe;

/// Words in a block.
pub(super) const WORDS: usize = 128;

/// Bytes in a block.
pub(super) const BYTES: usize = 8 * WORDS;

/// A block: a matrix of eight rows of sixteen words. It lies on cache lines of its own.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Block(pub(super) [u64; WORDS]);

impl Block {
    /// All zeros.
    pub const ZERO: Self = Self([0; WORDS]);

    /// The block that these bytes encode.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self(words)
    }

    /// The bytes that encode it.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&self.0) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    /// A block of deterministic words without pattern; another seed gives others.
    #[must_use]
    pub fn sample(seed: u64) -> Self {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Self(core::array::from_fn(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        }))
    }

    /// The first word, out of which the place of another block follows.
    pub(super) const fn word(&self) -> u64 {
        self.0[0]
    }

    /// XORs the other block onto it.
    pub(super) fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    /// Overwrites it with zeros.
    pub(super) fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

impl core::fmt::Debug for Block {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Block(..)")
    }
}
