//! The variable sizes of the format, and their limits.

use crate::error::{Error, Result};

/// The sizes of a one-time key.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Params {
    hashlen: usize,
    otsbits: u32,
}

impl Params {
    /// Creates parameters with hashes of `hashlen` bytes and chain pairs that sign `otsbits` bits
    /// each.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `hashlen` is 16 to 64 and `otsbits` 4 to 16. With other values
    /// of `hashlen`, coinzdense 0.1.2 made keys of zeros.
    pub fn new(hashlen: usize, otsbits: usize) -> Result<Self> {
        let hashlen = within("hashlen", "16 to 64", 16..=64, hashlen)?;
        let otsbits = within("otsbits", "4 to 16", 4..=16, otsbits)?;
        Ok(Self { hashlen, otsbits: otsbits as u32 })
    }

    getters! {
        (self)
        /// The length of a hash, a salt and a public key in bytes.
        hashlen: usize = self.hashlen;
        /// The number of bits that a pair of chains signs.
        otsbits: u32 = self.otsbits;
        /// The number of pairs of chains.
        pairs: usize = (8 * self.hashlen).div_ceil(self.otsbits as usize);
        /// The length of the signature of a digest in bytes.
        hash_signature_len: usize = 2 * self.pairs() * self.hashlen;
        /// The length of the signature of a message in bytes, including a nonce.
        data_signature_len: usize = self.hash_signature_len() + self.hashlen;
    }

    /// The number 2^otsbits, which is one less than the total number of steps of a pair's two
    /// chains.
    pub(super) const fn top(self) -> u32 {
        1 << self.otsbits
    }

    /// # Errors
    /// [`Error::Parameter`] if `bytes` is not `hashlen` bytes long.
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
    /// Creates parameters for a tree of 2^height one-time keys.
    ///
    /// # Errors
    /// [`Error::Parameter`] as for [`Params::new`], and unless `height` is 3 to 16.
    pub fn new(hashlen: usize, otsbits: usize, height: usize) -> Result<Self> {
        let height = within("height", "3 to 16", 3..=16, height)? as u32;
        Ok(Self { one_time: Params::new(hashlen, otsbits)?, height })
    }

    getters! {
        (self)
        /// The sizes of the one-time keys.
        one_time: Params = self.one_time;
        /// The number of levels of nodes above the one-time keys.
        height: u32 = self.height;
        /// The number of one-time keys.
        leaves: u32 = 1 << self.height;
        /// The length of the signature of a digest in bytes.
        hash_signature_len: usize = 2
            + (2 + self.height as usize) * self.one_time.hashlen
            + self.one_time.hash_signature_len();
        /// The length of the signature of a message in bytes, including a nonce.
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
