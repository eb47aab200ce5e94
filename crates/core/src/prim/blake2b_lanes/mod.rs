//! Chains of keyed BLAKE2b digests (RFC 7693), computed in parallel; coinZdense keys consist of
//! such chains. The key block is absorbed only once, so each step of a chain is one compression.

mod kat;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;
use core::fmt;

use super::blake2b::{BLOCK, DIGEST_MAX, Params, after, initial};
use super::rank::RANK;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of, sample_bytes,
};
use crate::error::{Error, Result};
use crate::wipe::wipe;

/// BLAKE2b's chaining value.
type State = [u64; 8];

/// The initial state of every step: the state after the key block, wiped after use.
pub struct Start {
    state: State,
    digest_len: usize,
}

impl Start {
    /// Creates the start of chains with digests of `digest_len` bytes under a key.
    ///
    /// # Errors
    /// [`Error::Length`] if `digest_len` or the key length is not 1 to 64.
    pub fn new(digest_len: usize, key: &[u8]) -> Result<Self> {
        if !(1..=DIGEST_MAX).contains(&digest_len) {
            return Err(Error::length("digest_len", "1 to 64", digest_len));
        }
        if key.is_empty() {
            return Err(Error::length("key", "1 to 64", 0));
        }
        let params = Params::new(key, &[0; 16], &[0; 16])?;
        let mut block = [0; BLOCK];
        block[..key.len()].copy_from_slice(key);
        let state = after(initial(digest_len, &params), &block, BLOCK as u64, false);
        wipe(&mut block);
        Ok(Self { state, digest_len })
    }

    /// Number of bytes absorbed at the end of a step: the key block and the value.
    const fn absorbed(&self) -> u64 {
        (BLOCK + self.digest_len) as u64
    }
}

impl Drop for Start {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Start").field("digest_len", &self.digest_len).finish_non_exhaustive()
    }
}

/// The functions that a candidate implements.
#[derive(Debug)]
pub struct Ops {
    /// Advances chains by the given number of steps. Their values are contiguous in memory, a whole
    /// number of digests. Time depends only on the number of chains and steps.
    advance: unsafe fn(&Start, values: &mut [u8], steps: u32),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "blake2b-lanes",
    candidates: CANDIDATES,
    operations: &[Operation::new("chains", Axis::Messages)],
    offers: |_, _| true,
    selftest: kat::selftest,
    bench,
    rank: RANK,
});

/// Advances chains by `steps` steps. Their values are contiguous in memory; a step replaces a value
/// with its digest.
///
/// # Errors
/// [`Error::Length`] if the length of `values` is not a multiple of the digest length;
/// [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn advance(start: &Start, values: &mut [u8], steps: u32) -> Result<()> {
    if !values.len().is_multiple_of(start.digest_len) {
        return Err(Error::length("values", "a whole number of digests", values.len()));
    }
    PRIMITIVE.pick(0, values.len() / start.digest_len)?.advance(start, values, steps);
    Ok(())
}

impl Runnable<Ops> {
    /// Does the same as the function [`advance`], and leaves an incomplete digest at the end of
    /// `values` unchanged.
    #[inline]
    #[allow(unsafe_code)]
    pub fn advance(self, start: &Start, values: &mut [u8], steps: u32) {
        let whole = values.len() / start.digest_len * start.digest_len;
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().advance)(start, &mut values[..whole], steps) }
    }
}

/// Benchmarks `size` chains with the usual parameters of a coinZdense key.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (len, steps) = (20, 128);
    let start = Start::new(len, &sample_bytes(len, 21));
    bench_of(len * size, move |out| {
        let start = start.as_ref().map_err(Clone::clone)?;
        target.get(operation, size)?.advance(start, out, steps);
        Ok(())
    })
}
