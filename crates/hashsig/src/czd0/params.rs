//! The sizes that the format leaves open, and their limits.

use crate::error::{Error, Result};

/// The sizes of a one-time key.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Params {
    hashlen: usize,
    otsbits: u32,
}

impl Params {
    /// Hashes of `hashlen` bytes, chains that sign `otsbits` bits each.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `hashlen` is 16 to 64 and `otsbits` 4 to 16. Outside the former,
    /// coinzdense 0.1.2 made keys of zeros.
    pub fn new(hashlen: usize, otsbits: usize) -> Result<Self> {
        let hashlen = within("hashlen", "16 to 64", 16..=64, hashlen)?;
        let otsbits = within("otsbits", "4 to 16", 4..=16, otsbits)?;
        Ok(Self { hashlen, otsbits: otsbits as u32 })
    }

    getters! {
        (self)
        /// Bytes of a hash, of a salt and of a public key.
        hashlen: usize = self.hashlen;
        /// Bits that a pair of chains signs.
        otsbits: u32 = self.otsbits;
        /// Pairs of chains.
        pairs: usize = (8 * self.hashlen).div_ceil(self.otsbits as usize);
        /// Bytes of the signature of a digest.
        hash_signature_len: usize = 2 * self.pairs() * self.hashlen;
        /// Bytes of the signature of a message: a nonce more.
        data_signature_len: usize = self.hash_signature_len() + self.hashlen;
    }

    /// Steps that both chains of a pair together go through in signing, less one: 2^otsbits.
    pub(super) const fn top(self) -> u32 {
        1 << self.otsbits
    }

    /// # Errors
    /// [`Error::Parameter`] if the number of bytes is another.
    pub(crate) fn check_len(self, argument: &'static str, bytes: &[u8]) -> Result<()> {
        let actual = bytes.len() as u64;
        Error::require(bytes.len() == self.hashlen, argument, "hashlen bytes long", actual)
    }
}

/// The sizes of a level: a tree of one-time keys.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct LevelParams {
    one_time: Params,
    height: u32,
}

impl LevelParams {
    /// A tree of 2^height one-time keys.
    ///
    /// # Errors
    /// [`Error::Parameter`] as for [`Params::new`], and unless `height` is 3 to 16.
    pub fn new(hashlen: usize, otsbits: usize, height: usize) -> Result<Self> {
        let height = within("height", "3 to 16", 3..=16, height)? as u32;
        Ok(Self { one_time: Params::new(hashlen, otsbits)?, height })
    }

    getters! {
        (self)
        /// The sizes of its one-time keys.
        one_time: Params = self.one_time;
        /// Levels of nodes above the one-time keys.
        height: u32 = self.height;
        /// How many one-time keys there are.
        leaves: u32 = 1 << self.height;
        /// Bytes of the signature of a digest.
        hash_signature_len: usize = 2
            + (2 + self.height as usize) * self.one_time.hashlen
            + self.one_time.hash_signature_len();
        /// Bytes of the signature of a message: a nonce more.
        data_signature_len: usize = self.hash_signature_len() + self.one_time.hashlen;
    }
}

fn within(
    argument: &'static str,
    expected: &'static str,
    range: core::ops::RangeInclusive<usize>,
    actual: usize,
) -> Result<usize> {
    Error::require(range.contains(&actual), argument, expected, actual as u64)?;
    Ok(actual)
}
