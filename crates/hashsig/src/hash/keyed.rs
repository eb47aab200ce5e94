//! BLAKE2b under keys: one message at a time, and many chains side by side.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::hazmat::blake2b::{self, Params};
use quicksalt::hazmat::blake2b_lanes::{self, Chains, Starts};
use quicksalt::{Wiped, interrupt};

use crate::error::Result;

const NONE: [u8; 16] = [0; 16];

/// The number of digests to compute before asking whether the work is still wanted: some
/// milliseconds.
const DIGESTS_PER_CHECK: usize = 1 << 16;

/// Fills `out` with the BLAKE2b digest of its length of all parts one after another.
pub(crate) fn digest(out: &mut [u8], key: &[u8], parts: &[&[u8]]) -> Result<()> {
    Ok(blake2b::hash(key, &NONE, &NONE, out, parts)?)
}

/// Fills `out` with the digests under one key of messages of one length, which lie one after
/// another in `messages`. As many messages as `out` has room for digests of `n` bytes.
pub(crate) fn digests(n: usize, out: &mut [u8], key: &[u8], messages: &[u8]) -> Result<()> {
    let starts = Starts::new(n, &[Params::new(key, &NONE, &NONE)?])?;
    Ok(blake2b_lanes::hash(&starts, out, messages)?)
}

/// Chains of values of one length, where a step is the digest of the value under a key. There are
/// as many chains under each key, so that those of several keys share the lanes.
pub(crate) struct KeyedChains {
    starts: Starts,
    values: Wiped<Vec<u8>>,
}

impl KeyedChains {
    /// Chains of `n`-byte values under the keys, of which there is one at least. The values lie one
    /// after another, the chains of the first key first.
    pub(crate) fn new<'a>(
        n: usize,
        keys: impl Iterator<Item = &'a [u8]>,
        values: Wiped<Vec<u8>>,
    ) -> Result<Self> {
        let params: quicksalt::Result<Vec<_>> =
            keys.map(|key| Params::new(key, &NONE, &NONE)).collect();
        Ok(Self { starts: Starts::new(n, &params?)?, values })
    }

    /// Advances every chain by `steps` steps.
    pub(crate) fn run(&mut self, steps: u32) -> Result<()> {
        let chains = self.values.len() / self.starts.digest_len();
        let most = (DIGESTS_PER_CHECK / chains.max(1)).max(1) as u32;
        let mut left = steps;
        while left > 0 {
            interrupt::check()?;
            let now = left.min(most);
            blake2b_lanes::advance(&mut self.chains(), now)?;
            left -= now;
        }
        Ok(())
    }

    /// Advances the two chains of each pair by `steps` steps in all: the first chain of pair `i` by
    /// `first_steps[i]`, the second by the rest. Neither time nor memory accesses depend on `first_steps`.
    pub(crate) fn run_pairs(&mut self, first_steps: &[u32], steps: u32) -> Result<()> {
        Ok(blake2b_lanes::advance_pairs(&mut self.chains(), first_steps, steps)?)
    }

    /// For each key the digest of the values of all its chains.
    pub(crate) fn digests(&self, keys: usize) -> Result<Vec<u8>> {
        let mut digests = vec![0; keys * self.starts.digest_len()];
        blake2b_lanes::hash(&self.starts, &mut digests, &self.values)?;
        Ok(digests)
    }

    /// The values one after another.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    fn chains(&mut self) -> Chains<'_> {
        let values = &mut self.values[..];
        Chains { starts: &self.starts, values, numbers: &mut [], increment: 0 }
    }
}
