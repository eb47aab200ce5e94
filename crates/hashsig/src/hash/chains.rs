//! Hash chains of RFC 8554, computed in parallel.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::hazmat::sha256_lanes;

use super::Hash;
use crate::error::Result;

pub(crate) use sha256_lanes::{PREFIX_LEN, Steps};

/// When [`run_longest_first`] reaches one of these numbers of remaining chains, it drops the
/// complete chains.
///
/// The first number of chains is [`sha256_lanes::LANES`], 32. Each stop is the number of chains at
/// which `sha256_lanes` measures one of its smaller size classes, so another kernel may take over
/// there. More stops would waste fewer steps but cost more calls.
const STOPS: [usize; 3] = [16, 4, 0];

/// Chains of equal digest length. A step hashes the chain's prefix (I, q and the chain's number),
/// the step number and the value, and replaces the value with the digest.
pub(crate) struct Chains {
    n: usize,
    prefixes: Vec<[u8; PREFIX_LEN]>,
    values: Wiped<Vec<u8>>,
}

impl Chains {
    /// Creates an empty set with room for `count` chains of `n`-byte values.
    pub(crate) fn new(n: usize, count: usize) -> Self {
        // Reserve the full capacity: a growing vector would leave secret remnants.
        let values = Wiped::new(Vec::with_capacity(count * n));
        Self { n, prefixes: Vec::with_capacity(count), values }
    }

    /// Adds a chain with this initial value.
    pub(crate) fn push(&mut self, prefix: &[u8; PREFIX_LEN], value: &[u8]) {
        debug_assert!(value.len() == self.n && self.prefixes.len() < self.prefixes.capacity());
        self.prefixes.push(*prefix);
        self.values.extend_from_slice(value);
    }

    /// Advances all chains by the same steps.
    pub(crate) fn run(&mut self, hash: Hash, steps: Steps) -> Result<()> {
        let all = alloc::vec![steps; self.prefixes.len()];
        self.run_secretly(hash, &all, steps.count)
    }

    /// Advances each chain by its steps, at most `bound`. With SHA-256 the time is the same as if
    /// every chain advanced by `bound`.
    pub(crate) fn run_secretly(&mut self, hash: Hash, steps: &[Steps], bound: u8) -> Result<()> {
        match hash {
            Hash::Sha256 => advance(&self.prefixes, steps, &mut self.values, bound),
            Hash::Shake256 => self.one_by_one(hash, steps),
        }
    }

    /// Advances each chain by its steps, which are public: the time depends on them.
    pub(crate) fn run_publicly(&mut self, hash: Hash, steps: &[Steps]) -> Result<()> {
        if hash != Hash::Sha256 {
            return self.one_by_one(hash, steps);
        }
        // Chains that take almost equally many steps run side by side.
        for chains in longest_first(steps).chunks(sha256_lanes::LANES) {
            let mut prefixes = Vec::with_capacity(chains.len());
            let mut values = Vec::with_capacity(chains.len() * self.n);
            for &chain in chains {
                prefixes.push(self.prefixes[chain]);
                values.extend_from_slice(&self.values[chain * self.n..][..self.n]);
            }
            let mut left: Vec<_> = chains.iter().map(|&chain| steps[chain]).collect();
            run_longest_first(self.n, &prefixes, &mut left, &mut values)?;
            for (&chain, value) in chains.iter().zip(values.chunks_exact(self.n)) {
                self.values[chain * self.n..][..self.n].copy_from_slice(value);
            }
        }
        Ok(())
    }

    fn one_by_one(&mut self, hash: Hash, steps: &[Steps]) -> Result<()> {
        let values = self.values.chunks_exact_mut(self.n);
        let mut digest = Wiped::new([0; super::DIGEST_MAX]);
        let digest = &mut digest[..self.n];
        for ((prefix, value), steps) in self.prefixes.iter().zip(values).zip(steps) {
            for number in 0..steps.count {
                hash.digest(digest, &[prefix, &[steps.first + number], value])?;
                value.copy_from_slice(digest);
            }
        }
        Ok(())
    }

    /// Returns the values, concatenated in the order in which the chains were added.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }
}

/// Returns the chains with at least one step, in descending order of their number of steps.
fn longest_first(steps: &[Steps]) -> Vec<usize> {
    let mut places = [0; u8::MAX as usize + 1];
    for steps in steps {
        places[usize::from(steps.count)] += 1;
    }
    // Turns counts into start offsets (counting sort, descending).
    let mut more = 0;
    for place in places.iter_mut().rev() {
        more += core::mem::replace(place, more);
    }
    let mut order = alloc::vec![0; places[0]];
    for (chain, steps) in steps.iter().enumerate().filter(|(_, steps)| steps.count > 0) {
        let place = &mut places[usize::from(steps.count)];
        order[*place] = chain;
        *place += 1;
    }
    order
}

/// Advances chains of `n`-byte values by their remaining steps. The chains must be in descending
/// order of their remaining steps.
fn run_longest_first(
    n: usize,
    prefixes: &[[u8; PREFIX_LEN]],
    left: &mut [Steps],
    values: &mut [u8],
) -> Result<()> {
    let mut active = left.len();
    for stop in STOPS {
        if stop >= active {
            continue;
        }
        // After `bound` steps all chains except the first `stop` are complete.
        let bound = left[stop].count;
        advance(&prefixes[..active], &left[..active], &mut values[..active * n], bound)?;
        for steps in &mut left[..active] {
            steps.first = steps.first.wrapping_add(bound);
            steps.count = steps.count.saturating_sub(bound);
        }
        active = stop;
    }
    Ok(())
}

fn advance(
    prefixes: &[[u8; PREFIX_LEN]],
    steps: &[Steps],
    values: &mut [u8],
    bound: u8,
) -> Result<()> {
    Ok(sha256_lanes::advance(sha256_lanes::Chains::new(prefixes, steps, values)?, bound)?)
}
