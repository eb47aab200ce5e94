//! BLAKE2b without a key, told apart by salt and personalisation, many at once.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b::{PERSONAL_LEN, Params, SALT_LEN};
use quicksalt::hazmat::blake2b_lanes::{self, Chains, Starts};

use crate::error::Result;

pub(crate) type Salt = [u8; SALT_LEN];
pub(crate) type Personal = [u8; PERSONAL_LEN];

/// Fills `out` with digests of `n` bytes of messages of one length, which lie one after another,
/// each under a personalisation of its own.
pub(crate) fn digests(
    n: usize,
    out: &mut [u8],
    salt: &Salt,
    personals: &[Personal],
    messages: &[u8],
) -> Result<()> {
    let params: quicksalt::Result<Vec<_>> =
        personals.iter().map(|personal| Params::new(&[], salt, personal)).collect();
    Ok(blake2b_lanes::hash(out, &Starts::new(n, &params?)?, messages)?)
}

/// Chains of values of one length, where each step has a number of its own as the second half of
/// the personalisation, one more than the step before.
pub struct NumberedChains {
    starts: Starts,
    values: Wiped<Vec<u8>>,
    numbers: Vec<u64>,
}

impl NumberedChains {
    /// Chains of `n`-byte values, which lie one after another, with the number of the next step of
    /// each. The second half of `personal` is zeros.
    pub(crate) fn new(
        n: usize,
        salt: &Salt,
        personal: &Personal,
        values: Wiped<Vec<u8>>,
        numbers: Vec<u64>,
    ) -> Result<Self> {
        debug_assert_eq!(values.len(), n * numbers.len());
        Ok(Self { starts: Starts::new(n, &[Params::new(&[], salt, personal)?])?, values, numbers })
    }

    /// Takes every chain through so many steps.
    pub(crate) fn run(&mut self, steps: u32) -> Result<()> {
        Ok(blake2b_lanes::advance(&mut self.chains(), steps)?)
    }

    /// Takes each two chains together through so many steps, the first of pair `i` through
    /// `turns[i]` of them. Neither time nor memory accesses depend on `turns`.
    pub(crate) fn run_pairs(&mut self, turns: &[u32], steps: u32) -> Result<()> {
        Ok(blake2b_lanes::advance_pairs(&mut self.chains(), turns, steps)?)
    }

    /// The values one after another.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    fn chains(&mut self) -> Chains<'_> {
        let (values, numbers) = (&mut self.values[..], &mut self.numbers[..]);
        Chains { starts: &self.starts, values, numbers, increment: 1 }
    }
}
