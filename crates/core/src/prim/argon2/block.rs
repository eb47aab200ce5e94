//! A block of Argon2 memory.

use crate::wipe::wipe;

/// Number of words in a block.
pub(super) const WORDS: usize = 128;

/// Number of bytes in a block.
pub(super) const BYTES: usize = 8 * WORDS;

/// A block: a matrix of eight rows of sixteen words, aligned to cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Block(pub(super) [u64; WORDS]);

impl Block {
    /// The all-zero block.
    pub const ZERO: Self = Self([0; WORDS]);

    /// Decodes a block from little-endian bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self(words)
    }

    /// Encodes the block as little-endian bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&self.0) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    /// Returns a deterministic block of pseudo-random words, which depends on `seed`.
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

    /// Returns the first word, which determines the position of the reference block.
    pub(super) const fn word(&self) -> u64 {
        self.0[0]
    }

    /// XORs `other` onto this block.
    pub(super) fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    /// Overwrites the block with zeros.
    pub(super) fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

impl core::fmt::Debug for Block {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Block(..)")
    }
}
