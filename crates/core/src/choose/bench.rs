//! Loops without a clock: what the lab times goes through the same pointers that users call.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::Result;

/// A loop over one operation with inputs of its own.
pub trait Bench: Send + Sync {
    /// Runs the operation that many times.
    ///
    /// # Errors
    /// Those of the operation; a bench that returns one has measured nothing.
    fn run(&mut self, iterations: u64) -> Result<()>;

    /// What the last iteration put out. All candidates that ran equally often from a fresh bench
    /// must agree on it before a time means anything.
    fn output(&self) -> &[u8];
}

struct Loop<F> {
    output: Vec<u8>,
    step: F,
}

impl<F: FnMut(&mut [u8]) -> Result<()> + Send + Sync> Bench for Loop<F> {
    fn run(&mut self, iterations: u64) -> Result<()> {
        for _ in 0..iterations {
            (self.step)(&mut self.output)?;
            // The output escapes, so that no iteration can be dropped.
            core::hint::black_box(self.output.as_mut_ptr());
        }
        Ok(())
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

/// A bench out of a step that writes into an output buffer. The step finds there what it wrote
/// the last time, sample bytes at first.
pub fn bench_of(
    output_len: usize,
    step: impl FnMut(&mut [u8]) -> Result<()> + Send + Sync + 'static,
) -> Box<dyn Bench> {
    Box::new(Loop { output: sample_bytes(output_len, 1), step })
}

#[cfg(test)]
std::thread_local! {
    static SALT: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Does some work in which other bytes are painted.
#[cfg(test)]
pub(super) fn salted<T>(salt: u64, work: impl FnOnce() -> T) -> T {
    let before = SALT.replace(salt);
    let done = work();
    SALT.set(before);
    done
}

/// Deterministic bytes for inputs; another seed gives other bytes.
#[must_use]
pub fn sample_bytes(len: usize, seed: u64) -> Vec<u8> {
    #[cfg(test)]
    let seed = seed ^ SALT.get();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..len)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect()
}

/// [`sample_bytes`] into an array.
#[must_use]
pub fn sample_array<const N: usize>(seed: u64) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&sample_bytes(N, seed));
    bytes
}
