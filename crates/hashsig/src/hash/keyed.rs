//! BLAKE2b under keys, one message at a time and in many chains side by side.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;

use crate::error::Result;

const NONE: [u8; 16] = [0; 16];

/// Fills `out` with the BLAKE2b digest of its length of all parts one after another.
pub(crate) fn digest(out: &mut [u8], key: &[u8], parts: &[&[u8]]) -> Result<()> {
    Ok(blake2b::hash(out, key, &NONE, &NONE, parts)?)
}

/// Chains of values of one length, where a step is the digest of the value under a key as long as
/// the value. Each chain has a key of its own, so that chains of several keys share the lanes.
pub(crate) struct KeyedChains {
    n: usize,
    keys: Vec<u8>,
    values: Wiped<Vec<u8>>,
    steps: Vec<u32>,
}

impl KeyedChains {
    /// None so far, with room for `count` chains of `n`-byte values.
    pub(crate) fn new(n: usize, count: usize) -> Self {
        // The room is taken at once: a vector that grows leaves copies behind that nobody wipes.
        let values = Wiped::new(Vec::with_capacity(count * n));
        let (keys, steps) = (Vec::with_capacity(count * n), Vec::with_capacity(count));
        Self { n, keys, values, steps }
    }

    /// Adds a chain that is to go through so many steps.
    pub(crate) fn push(&mut self, key: &[u8], value: &[u8], steps: u32) {
        debug_assert!(self.steps.len() < self.steps.capacity());
        debug_assert!(key.len() == self.n && value.len() == self.n);
        self.keys.extend_from_slice(key);
        self.values.extend_from_slice(value);
        self.steps.push(steps);
    }

    /// Takes every chain through its steps.
    ///
    /// Kernels that step many chains at once belong here.
    pub(crate) fn run(&mut self) -> Result<()> {
        let mut next = Wiped::new([0; blake2b::DIGEST_MAX]);
        let next = &mut next[..self.n];
        let chains = self.values.chunks_exact_mut(self.n).zip(self.keys.chunks_exact(self.n));
        for ((value, key), &steps) in chains.zip(&self.steps) {
            for _ in 0..steps {
                digest(next, key, &[value])?;
                value.copy_from_slice(next);
            }
        }
        Ok(())
    }

    /// The values one after another, in the order in which the chains were added.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }
}
