//! BLAKE2b under keys, and chains of it.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::hazmat::blake2b;
use quicksalt::hazmat::blake2b_lanes::{self, Start};
use quicksalt::{Wiped, interrupt};
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::error::Result;

const NONE: [u8; 16] = [0; 16];

/// Chains after which to ask whether the work is still wanted: some milliseconds, of the longest ones
/// tenths of a second.
const CHAINS_PER_CHECK: usize = 64;

/// The BLAKE2b digest of `n` bytes of all parts one after another.
pub(crate) fn digest(n: usize, key: &[u8], parts: &[&[u8]]) -> Result<Vec<u8>> {
    let mut digest = vec![0; n];
    blake2b::hash(key, &NONE, &NONE, &mut digest, parts)?;
    Ok(digest)
}

/// Takes chains under a key through so many steps: a step replaces a value of `n` bytes by its
/// digest. The values lie one after another.
pub(crate) fn advance(n: usize, key: &[u8], values: &mut [u8], steps: u32) -> Result<()> {
    let start = Start::new(n, key)?;
    for values in values.chunks_mut(CHAINS_PER_CHECK * n) {
        interrupt::check()?;
        blake2b_lanes::advance(&start, values, steps)?;
    }
    Ok(())
}

/// Takes the two chains of each pair through `steps` steps in all: the first chain of pair `i` through
/// `first_steps[i]`, at most `steps`, the second through the rest. Neither time nor memory accesses
/// depend on `first_steps`.
pub(crate) fn advance_pairs(
    n: usize,
    key: &[u8],
    values: &mut [u8],
    first_steps: &[u32],
    steps: u32,
) -> Result<()> {
    let start = Start::new(n, key)?;
    // Of each pair the chain whose turn it is, and the other.
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
    // Each pair has changed places once.
    let ends = waiting.chunks_exact(n).zip(turning.chunks_exact(n));
    for (pair, (first, second)) in values.chunks_exact_mut(2 * n).zip(ends) {
        pair[..n].copy_from_slice(first);
        pair[n..].copy_from_slice(second);
    }
    Ok(())
}
