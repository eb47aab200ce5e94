//! scrypt (RFC 7914): stretches a password over memory and time. A candidate is BlockMix; the rest
//! is the same for all, over SHA-256.

mod chunk;
mod kat;
mod kernel;
mod lane;
mod pbkdf2;
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
use super::selftest::{Checksum, checksum, is_from_outside};
use super::shared::pages::Plain;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of, sample_bytes,
};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

pub use chunk::Chunk;
use chunk::LEN as CHUNK_LEN;

// SAFETY: a chunk is an array of integers.
#[allow(unsafe_code)]
unsafe impl Plain for Chunk {}

/// The longest key in bytes: (2^32 - 1) * 32.
pub const KEY_MAX: u64 = 0xffff_ffff * 32;

/// The most that r * p may be.
const RP_MAX: u64 = (1 << 30) - 1;

/// What is spent (RFC 7914, section 2).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Params {
    n: u64,
    r: u32,
    p: u32,
}

impl Params {
    /// The cost N, the block size r and the parallelization p.
    ///
    /// # Errors
    /// [`Error::Parameter`] if N is not a power of two from 2 to 2^63 and less than 2^(16 r), if r or
    /// p is zero, or if r p is 2^30 or more.
    pub fn new(n: u64, r: u32, p: u32) -> Result<Self> {
        let wrong = |argument, expected, actual| Err(Error::parameter(argument, expected, actual));
        if r == 0 {
            return wrong("r", "at least 1", 0);
        }
        if p == 0 || u64::from(r) * u64::from(p) > RP_MAX {
            return wrong("p", "at least 1, and r * p less than 2^30", p.into());
        }
        if n < 2 || !n.is_power_of_two() || (r < 4 && n >> (16 * r) != 0) {
            return wrong("n", "a power of two from 2 on, less than 2^(16 * r)", n);
        }
        Ok(Self { n, r, p })
    }

    /// The bytes that it takes with one lane at a time, which is what implementations compare with a
    /// limit: 128 r (N + 2 + p).
    #[must_use]
    pub fn memory(self) -> u128 {
        self.lanes_len() + self.room() * CHUNK_LEN as u128
    }

    /// The operations that it takes, as libsodium counts them: 4 N r p.
    #[must_use]
    pub fn operations(self) -> u128 {
        4 * u128::from(self.n) * u128::from(self.r) * u128::from(self.p)
    }

    /// The bytes of all lanes.
    fn lanes_len(self) -> u128 {
        2 * u128::from(self.r) * u128::from(self.p) * CHUNK_LEN as u128
    }

    /// The chunks that a lane works on: the vector V and two blocks.
    fn room(self) -> u128 {
        2 * u128::from(self.r) * (u128::from(self.n) + 2)
    }
}

/// The functions of a candidate. Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops {
    /// BlockMix of the input, onto whose chunks those of another one may be XORed before.
    mix: unsafe fn(&mut [Chunk], &[Chunk], Option<&[Chunk]>),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, sse2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, scalar;
    any: portable;
    lean: wasm32::scalar;
};

const MIX: usize = 0;

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

/// Fills `out` with the key of its length. Lanes are worked on side by side as far as their memory
/// is no more than `most` bytes; one takes its memory in any case, see [`Params::memory`]. Somebody who
/// is asked may end it, see [`crate::interrupt`].
///
/// # Errors
/// [`Error::Length`] if `out` is longer than [`KEY_MAX`]; [`Error::OutOfMemory`] if there is no memory,
/// as far as that is known beforehand; [`Error::Interrupted`]; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn hash(params: Params, most: u64, out: &mut [u8], password: &[u8], salt: &[u8]) -> Result<()> {
    PRIMITIVE.pick(MIX, 0)?.hash(params, most, out, password, salt)
}

impl Runnable<Ops> {
    /// As [`hash`], by this candidate.
    ///
    /// # Errors
    /// Those of [`hash`].
    pub fn hash(
        self,
        params: Params,
        most: u64,
        out: &mut [u8],
        password: &[u8],
        salt: &[u8],
    ) -> Result<()> {
        if out.len() as u64 > KEY_MAX {
            let expected = "at most (2^32 - 1) * 32";
            return Err(Error::length("out", expected, out.len()));
        }
        let threads = lane::threads(params, most);
        let done = without_traces(|| lane::hash(self, params, threads, out, password, salt));
        // Chunks lie on the stack too, deeper than what other operations use.
        wipe_stack::<{ 4 * STACK }>();
        done
    }

    /// BlockMix of the input, with the other one XORed onto it before if there is one.
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

/// A block of so many chunks, as the lab and the self-test use it: r is 8.
const CHUNKS: usize = 16;

fn sample_array(seed: u64) -> [Chunk; CHUNKS] {
    let bytes = sample_bytes(CHUNKS * CHUNK_LEN, seed);
    let mut chunks = [Chunk::ZERO; CHUNKS];
    for (chunk, bytes) in chunks.iter_mut().zip(bytes.as_chunks().0) {
        *chunk = Chunk::from_bytes(bytes);
    }
    chunks
}

/// A row of calls, and a whole hash.
fn selftest(candidate: Runnable<Ops>) -> bool {
    mixes(candidate) && hashes(candidate)
}

/// Each call is on the output of the one before, with the one before that or without.
fn mixes(candidate: Runnable<Ops>) -> bool {
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

/// A key that cannot be computed for a reason from outside says nothing of this candidate.
fn hashes(candidate: Runnable<Ops>) -> bool {
    let mut key = [0; kat::KEY_LEN];
    let (n, r, p) = kat::COST;
    match lane::hash(candidate, Params { n, r, p }, 1, &mut key, b"password", b"NaCl") {
        Ok(()) => checksum(&key) == kat::KEY,
        Err(error) => is_from_outside(&error),
    }
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
