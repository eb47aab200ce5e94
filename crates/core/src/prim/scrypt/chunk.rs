//! A chunk: a block of Salsa20.

/// Bytes in a chunk.
pub(crate) const LEN: usize = 64;

/// The word that stands at each place: the diagonals of the matrix of Salsa20 one after another.
const ORDER: [usize; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];

/// A block of Salsa20 by its diagonals. It lies on a cache line of its own.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Chunk(pub(super) [u32; 16]);

impl Chunk {
    /// All zeros.
    pub const ZERO: Self = Self([0; 16]);

    /// The chunk that these bytes encode.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; LEN]) -> Self {
        let words = bytes.as_chunks().0;
        Self(ORDER.map(|word| u32::from_le_bytes(words[word])))
    }

    /// The bytes that encode it.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        let words = bytes.as_chunks_mut().0;
        for (word, value) in ORDER.iter().zip(&self.0) {
            words[*word] = value.to_le_bytes();
        }
        bytes
    }

    /// The first two words, the lower one first.
    pub(crate) fn number(&self) -> u64 {
        // The places of the words 0 and 1.
        u64::from(self.0[0]) | u64::from(self.0[13]) << 32
    }
}

impl core::fmt::Debug for Chunk {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Chunk(..)")
    }
}
