//! A chunk of BlockMix, which is one Salsa20 block.

/// Number of bytes in a chunk.
pub(crate) const LEN: usize = 64;

/// The Salsa20 word stored at each index: the diagonals of the 4x4 matrix, one after another.
const ORDER: [usize; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];

/// A Salsa20 block in order of its diagonals, aligned to a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Chunk(pub(super) [u32; 16]);

impl Chunk {
    /// The all-zero chunk.
    pub const ZERO: Self = Self([0; 16]);

    /// Decodes a chunk from 64 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; LEN]) -> Self {
        let words = bytes.as_chunks().0;
        Self(ORDER.map(|word| u32::from_le_bytes(words[word])))
    }

    /// Encodes the chunk as 64 bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        let words = bytes.as_chunks_mut().0;
        for (word, value) in ORDER.iter().zip(&self.0) {
            words[*word] = value.to_le_bytes();
        }
        bytes
    }

    /// Returns the first two words as a number, low word first.
    pub(crate) fn number(&self) -> u64 {
        // The indices are the positions of words 0 and 1 in `ORDER`.
        u64::from(self.0[0]) | u64::from(self.0[13]) << 32
    }
}

impl core::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Chunk(..)")
    }
}
