//! Benchmark loops that do not read a clock. The lab times the same function pointers that users
//! call.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::error::Result;

/// A benchmark loop over one operation, with its own inputs.
pub trait Bench: Send + Sync {
    /// Runs the operation `iterations` times.
    ///
    /// # Errors
    /// The errors of the operation; a bench that returns an error has measured nothing.
    fn run(&mut self, iterations: u64) -> Result<()>;

    /// Returns the output of the last iteration. The times of two candidates are comparable only if
    /// their outputs agree after the same number of iterations of a new loop.
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
            // Makes the output observable, so that the compiler cannot drop an iteration.
            core::hint::black_box(self.output.as_mut_ptr());
        }
        Ok(())
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

/// Builds a benchmark loop from a step that writes into an output buffer. The buffer holds the
/// output of the previous iteration, initially sample bytes.
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

/// Runs `work` with sample bytes that differ from the default.
#[cfg(test)]
pub(super) fn salted<T>(salt: u64, work: impl FnOnce() -> T) -> T {
    let before = SALT.replace(salt);
    let done = work();
    SALT.set(before);
    done
}

/// Returns deterministic input bytes, which depend only on the seed.
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
