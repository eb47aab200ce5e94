//! Argon2 1.3 (RFC 9106), a memory-hard password hash. A candidate implements the compression
//! function G. All candidates share the remaining code, which uses BLAKE2b.

mod block;
mod fill;
mod kat;
mod portable;
#[cfg(test)]
#[allow(clippy::panic, clippy::unwrap_used)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;

use super::blake2b;
use super::rank::RANK;
use super::selftest::{Checksum, checksum, is_from_outside};
use super::shared::pages::Plain;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of,
};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

pub use block::Block;
use fill::Fill;

// SAFETY: a block is an array of integers.
#[allow(unsafe_code)]
unsafe impl Plain for Block {}

/// The variant of Argon2, which determines how the blocks that a new block depends on are selected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Argon2d: uses addresses that depend on the passphrase.
    D = 0,
    /// Argon2i: uses addresses that do not depend on secrets.
    I = 1,
    /// Argon2id: works as Argon2i in the first half of the first pass, then as Argon2d. RFC 9106
    /// recommends this variant.
    Id = 2,
}

/// The cost parameters (RFC 9106, section 3.1).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Params {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

impl Params {
    /// Creates parameters: memory in KiB, the number of passes over it, and the number of lanes,
    /// each of which a thread can fill.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there is at least one pass, 1 to 2^24 - 1 lanes, and at least 8
    /// The minimum memory in KiB for each lane.
    pub fn new(memory_kib: u32, passes: u32, lanes: u32) -> Result<Self> {
        let wrong = |argument, expected, actual: u32| {
            Err(Error::parameter(argument, expected, actual.into()))
        };
        if passes == 0 {
            return wrong("passes", "at least 1", passes);
        }
        if lanes == 0 || lanes >= 1 << 24 {
            return wrong("lanes", "1 to 2^24 - 1", lanes);
        }
        if memory_kib / 8 < lanes {
            return wrong("memory_kib", "at least 8 for each lane", memory_kib);
        }
        Ok(Self { memory_kib, passes, lanes })
    }

    /// Returns the memory in KiB and the number of passes.
    #[must_use]
    pub const fn cost(self) -> (u32, u32) {
        (self.memory_kib, self.passes)
    }

    /// Returns the number of lanes.
    #[must_use]
    pub const fn lanes(self) -> u32 {
        self.lanes
    }
}

/// The inputs of Argon2.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The passphrase, P.
    pub passphrase: &'a [u8],
    /// The salt, S: at least 8 bytes; 16 random bytes are recommended.
    pub salt: &'a [u8],
    /// A secret key, K; may be empty.
    pub secret: &'a [u8],
    /// Associated data, X; may be empty.
    pub data: &'a [u8],
}

/// The functions that a candidate implements. Their time does not depend on their inputs.
#[derive(Debug)]
pub struct Ops {
    /// Computes G of the two blocks; if the last argument is true, XORs the result onto the old
    /// content of the output.
    compress: unsafe fn(&mut Block, &Block, &Block, bool),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

const COMPRESS: usize = 0;

/// The primitive with its candidates, which serve all kinds.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "argon2",
    candidates: CANDIDATES,
    operations: &[Operation::new("compress", Axis::None)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Fills `out` with the tag. The caller can cancel the computation, see [`crate::interrupt`].
///
/// # Errors
/// [`Error::Length`] if `out` is shorter than 4 bytes, the salt is shorter than 8 bytes, or any
/// argument is longer than 2^32 - 1 bytes; [`Error::OutOfMemory`] if the system refuses the memory
/// for the blocks; [`Error::Interrupted`] on cancellation; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn hash(kind: Kind, params: Params, out: &mut [u8], input: &Input<'_>) -> Result<()> {
    PRIMITIVE.pick(COMPRESS, 0)?.hash(kind, params, out, input)
}

impl Runnable<Ops> {
    /// Same as [`hash`], with this candidate.
    ///
    /// # Errors
    /// Same as [`hash`].
    pub fn hash(self, kind: Kind, params: Params, out: &mut [u8], input: &Input<'_>) -> Result<()> {
        check("out", "4 to 2^32 - 1", 4, out)?;
        check("salt", "8 to 2^32 - 1", 8, input.salt)?;
        check("passphrase", "at most 2^32 - 1", 0, input.passphrase)?;
        check("secret", "at most 2^32 - 1", 0, input.secret)?;
        check("data", "at most 2^32 - 1", 0, input.data)?;
        let fill = Fill { candidate: self, kind, params };
        let done = without_traces(|| fill::hash(fill, fill::threads(params), out, input));
        // Wipes more of the stack than other operations, because blocks are also stored on the
        // stack.
        wipe_stack::<{ 4 * STACK }>();
        done
    }

    /// Computes G of the two blocks; if `onto` is true, XORs the result onto the old content of
    /// `out`.
    #[inline]
    #[allow(unsafe_code)]
    pub fn compress(self, out: &mut Block, first: &Block, second: &Block, onto: bool) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().compress)(out, first, second, onto) }
    }
}

/// Checks a length, which Argon2 encodes in four bytes.
fn check(argument: &'static str, expected: &'static str, least: usize, bytes: &[u8]) -> Result<()> {
    if bytes.len() < least || u32::try_from(bytes.len()).is_err() {
        return Err(Error::length(argument, expected, bytes.len()));
    }
    Ok(())
}

/// Computes BLAKE2b without a key.
fn blake2b(out: &mut [u8], parts: &[&[u8]]) -> Result<()> {
    blake2b::hash(&[], &[0; blake2b::SALT_LEN], &[0; blake2b::PERSONAL_LEN], out, parts)
}

/// Checks a sequence of compressions, and whole hashes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    compresses(candidate) && hashes(candidate)
}

/// Checks compressions. Each compresses the last two blocks, and the results of the second half are
/// XORed onto older blocks. All bits of the first blocks are pseudo-random.
fn compresses(candidate: Runnable<Ops>) -> bool {
    let mut blocks = [Block::sample(1), Block::sample(2), Block::ZERO];
    let mut sum = Checksum::new();
    for step in 0..kat::STEPS {
        let [first, second, out] = &mut blocks;
        candidate.compress(out, first, second, step >= kat::STEPS / 2);
        sum.add(&out.to_bytes());
        blocks.rotate_left(1);
    }
    sum.value() == kat::CHECKSUM
}

/// Checks tags of all kinds. An error with an external cause does not make the candidate fail.
fn hashes(candidate: Runnable<Ops>) -> bool {
    let input = Input { passphrase: &[1; 32], salt: &[2; 16], secret: &[3; 8], data: &[4; 12] };
    kat::TAGS.iter().all(|&(kind, (memory_kib, passes, lanes), len, known)| {
        let fill = Fill { candidate, kind, params: Params { memory_kib, passes, lanes } };
        let mut tag = [0; kat::TAG_MAX];
        let tag = &mut tag[..len];
        match fill::hash(fill, 1, tag, &input) {
            Ok(()) => checksum(tag) == known,
            Err(error) => is_from_outside(&error),
        }
    })
}

/// Number of blocks in the working set of the benchmark loop.
const BLOCKS: usize = 64;

fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    let mut blocks: [Block; BLOCKS] = core::array::from_fn(|i| Block::sample(i as u64));
    let mut at = 0;
    bench_of(8, move |out| {
        let candidate = target.get(operation, size)?;
        let (before, rest) = blocks.split_at_mut(BLOCKS / 2);
        let (to, from) = if at % 2 == 0 { (rest, before) } else { (before, rest) };
        let other = (at * 7 + 3) % (BLOCKS / 2);
        candidate.compress(&mut to[at % 32], &from[at % 32], &from[other], true);
        out.copy_from_slice(&to[at % 32].word().to_le_bytes());
        at = (at + 1) % BLOCKS;
        Ok(())
    })
}
