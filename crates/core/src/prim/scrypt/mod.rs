//! BlockMix of scrypt (RFC 7914, section 4) with Salsa20/8; `constructions::scrypt` builds on it.

mod chunk;
mod kat;
mod kernel;
mod portable;
#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

use super::rank::RANK;
use super::selftest::Checksum;
use super::shared::pages::Plain;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of, sample_bytes,
};
use crate::error::Result;

pub use chunk::Chunk;
pub(crate) use chunk::LEN as CHUNK_LEN;

// SAFETY: a chunk is an array of integers, for which any bytes are valid.
#[allow(unsafe_code)]
unsafe impl Plain for Chunk {}

/// The functions of a candidate. Their time depends only on the lengths.
#[derive(Debug)]
pub struct Ops {
    /// Applies BlockMix to the input, after XORing the optional second block into it.
    mix: unsafe fn(&mut [Chunk], &[Chunk], Option<&[Chunk]>),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, sse2;
    wasm32: scalar, #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "scrypt",
    candidates: CANDIDATES,
    operations: &[Operation::new("mix", Axis::None)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Returns the chosen candidate.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub(crate) fn chosen() -> Result<Runnable<Ops>> {
    PRIMITIVE.pick(0, 0)
}

impl Runnable<Ops> {
    /// Applies BlockMix to the input, after XORing `other` into it if present.
    ///
    /// # Panics
    /// If the lengths differ, or are not even and at least 2.
    #[inline]
    #[allow(unsafe_code)]
    pub fn mix(self, out: &mut [Chunk], input: &[Chunk], other: Option<&[Chunk]>) {
        let len = input.len();
        assert!(len >= 2 && len.is_multiple_of(2) && out.len() == len);
        assert!(other.is_none_or(|other| other.len() == len));
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().mix)(out, input, other) }
    }
}

/// Chunks per block in the benchmark and the self-test: r = 8.
const CHUNKS: usize = 16;

fn sample_array(seed: u64) -> [Chunk; CHUNKS] {
    let bytes = sample_bytes(CHUNKS * CHUNK_LEN, seed);
    let mut chunks = [Chunk::ZERO; CHUNKS];
    for (chunk, bytes) in chunks.iter_mut().zip(bytes.as_chunks().0) {
        *chunk = Chunk::from_bytes(bytes);
    }
    chunks
}

/// Mixes repeatedly: each call processes the previous output, every second call together with the
/// output before it.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut blocks = [sample_array(1), sample_array(2), [Chunk::ZERO; CHUNKS]];
    let mut sum = Checksum::new();
    for step in 0..kat::STEPS {
        let [first, second, out] = &mut blocks;
        candidate.mix(out, second, (step % 2 == 1).then_some(first));
        for chunk in out {
            sum.add(&chunk.to_bytes());
        }
        blocks.rotate_left(1);
    }
    sum.value() == kat::CHECKSUM
}

fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let (mut block, other) = (sample_array(1), sample_array(2));
    bench_of(CHUNK_LEN, move |out| {
        let candidate = target.get(operation, size)?;
        let mut mixed = [Chunk::ZERO; CHUNKS];
        candidate.mix(&mut mixed, &block, Some(&other));
        block = mixed;
        out.copy_from_slice(&block[0].to_bytes());
        Ok(())
    })
}
