//! Keyed BLAKE2b, and chains of it.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::hazmat::blake2b;
use quicksalt::hazmat::blake2b_lanes::{self, Start};
use quicksalt::{Wiped, interrupt};
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::error::Result;

const NONE: [u8; 16] = [0; 16];

/// The number of chains between two cancellation checks: some milliseconds, tenths of a second for
/// the longest chains.
const CHAINS_PER_CHECK: usize = 64;

/// Computes the `n`-byte BLAKE2b digest of the concatenated parts.
pub(crate) fn digest(n: usize, key: &[u8], parts: &[&[u8]]) -> Result<Vec<u8>> {
    let mut digest = vec![0; n];
    blake2b::hash(key, &NONE, &NONE, &mut digest, parts)?;
    Ok(digest)
}

/// Advances keyed chains by `steps` steps: each step replaces an `n`-byte value with its digest.
/// The values are consecutive.
pub(crate) fn advance(n: usize, key: &[u8], values: &mut [u8], steps: u32) -> Result<()> {
    let start = Start::new(n, key)?;
    for values in values.chunks_mut(CHAINS_PER_CHECK * n) {
        interrupt::check()?;
        blake2b_lanes::advance(&start, values, steps)?;
    }
    Ok(())
}

/// Advances the two chains of each pair by `steps` steps in total: the first chain of pair `i` by
/// `first_steps[i]`, at most `steps`, the second by the rest. Neither time nor memory accesses
/// depend on `first_steps`.
pub(crate) fn advance_pairs(
    n: usize,
    key: &[u8],
    values: &mut [u8],
    first_steps: &[u32],
    steps: u32,
) -> Result<()> {
    let start = Start::new(n, key)?;
    // For each pair, the chain that advances now, and the chain that waits.
    let mut turning = Wiped::new(Vec::with_capacity(values.len() / 2));
    let mut waiting = Wiped::new(Vec::with_capacity(values.len() / 2));
    for pair in values.chunks_exact(2 * n) {
        turning.extend_from_slice(&pair[..n]);
        waiting.extend_from_slice(&pair[n..]);
    }
    for step in 0..=steps {
        let pairs = turning.chunks_exact_mut(n).zip(waiting.chunks_exact_mut(n));
        for ((first, second), first_steps) in pairs.zip(first_steps) {
            let are_done = step.ct_eq(first_steps);
            for (a, b) in first.iter_mut().zip(second) {
                u8::conditional_swap(a, b, are_done);
            }
        }
        if step < steps {
            blake2b_lanes::advance(&start, &mut turning, 1)?;
        }
    }
    // The two chains of each pair have been swapped once.
    let ends = waiting.chunks_exact(n).zip(turning.chunks_exact(n));
    for (pair, (first, second)) in values.chunks_exact_mut(2 * n).zip(ends) {
        pair[..n].copy_from_slice(first);
        pair[n..].copy_from_slice(second);
    }
    Ok(())
}
