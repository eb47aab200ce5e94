//! Chains of digests.

use core::fmt;

use super::Starts;
use crate::error::{Error, Result};

/// Chains of digests, each as the digest that it has come to. A step hashes it again.
pub struct Chains<'a> {
    /// Where every step begins. Each start serves as many chains as any other, in order.
    pub starts: &'a Starts,
    /// The digests one after another.
    pub values: &'a mut [u8],
    /// For each chain a number that tells its next step from others, XORed onto the last eight bytes
    /// of the personalisation (as a little-endian number) and after the step greater by
    /// `increment`, modulo 2^64; none if all steps are alike, as they are under keys, whose block
    /// the personalisation comes before.
    pub numbers: &'a mut [u64],
    /// See `numbers`.
    pub increment: u64,
}

impl fmt::Debug for Chains<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chains").field("starts", &self.starts).finish_non_exhaustive()
    }
}

impl Chains<'_> {
    /// How many groups of `each` chains there are.
    ///
    /// # Errors
    /// [`Error::Length`] if the parts do not agree.
    pub(super) fn check(&self, each: usize) -> Result<usize> {
        let count = self.starts.count_of("values", self.values.len(), each)?;
        let expected = match self.numbers.len() {
            0 => return Ok(count),
            _ if self.starts.are_keyed() => "none under keys,",
            actual if actual == count * each => return Ok(count),
            _ => "none, or one for each chain,",
        };
        Err(Error::length("numbers", expected, self.numbers.len()))
    }

    /// How many groups of `each` chains there are, after the check.
    pub(super) fn count(&self, each: usize) -> usize {
        self.values.len() / self.starts.digest_len() / each
    }
}
