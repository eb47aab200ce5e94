//! SHA-256 (FIPS 180-4) of many messages of equal length in parallel, and of hash chains in which
//! each value is the digest of the previous value (LM-OTS, RFC 8554, section 4).

mod input;
mod kat;
pub(crate) mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use alloc::boxed::Box;
use alloc::vec;

use super::rank::RANK;
use super::sha256::message::INITIAL;
use super::table::candidates;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable, Target,
    bench_of, sample_bytes,
};
use crate::error::Result;

pub use input::{Chains, Messages, Midstate, Steps};

/// Length of a whole digest in bytes.
pub const DIGEST_LEN: usize = 32;
/// Length in bytes of the prefix, which precedes the step number in the message of a chain's step.
pub const PREFIX_LEN: usize = 22;
/// A multiple of this number of messages or chains fills the vectors of every candidate.
pub const LANES: usize = 32;

/// The functions of a candidate.
#[derive(Debug)]
pub struct Ops {
    /// Writes the digests of all messages. The time depends only on their number and length.
    hash: unsafe fn(&mut Messages<'_>),
    /// Advances all chains by their steps, but by at most `bound`. The time depends only on the
    /// number of chains and on `bound`.
    advance: unsafe fn(&mut Chains<'_>, bound: u8),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, shani, avx2;
    any: portable;
};

const HASH: usize = 0;
const CHAINS: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "sha256-lanes",
    candidates: CANDIDATES,
    operations: &[Operation::new("hash", Axis::Messages), Operation::new("chains", Axis::Messages)],
    offers: |_, _| true,
    selftest,
    bench,
    rank: RANK,
});

/// Writes the digests of all messages.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(messages: Messages<'_>) -> Result<()> {
    let (mut whole, mut rest) = {
        let filled = filled(messages.count());
        messages.split(filled)
    };
    if whole.count() > 0 {
        PRIMITIVE.pick(HASH, whole.count())?.hash_all(&mut whole);
    }
    if rest.count() > 0 {
        PRIMITIVE.pick(HASH, rest.count())?.hash_all(&mut rest);
    }
    Ok(())
}

/// Advances all chains by their steps, but by at most `bound`. The time depends on the number of
/// chains and on `bound`, not on the step counts.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn advance(chains: Chains<'_>, bound: u8) -> Result<()> {
    let (mut whole, mut rest) = {
        let filled = filled(chains.count());
        chains.split(filled)
    };
    if whole.count() > 0 {
        PRIMITIVE.pick(CHAINS, whole.count())?.advance(&mut whole, bound);
    }
    if rest.count() > 0 {
        PRIMITIVE.pick(CHAINS, rest.count())?.advance(&mut rest, bound);
    }
    Ok(())
}

/// Returns the largest number of items, up to `count`, that fills all lanes. The rest get a call of
/// their own, for which another candidate may be best.
const fn filled(count: usize) -> usize {
    count - count % LANES
}

impl Runnable<Ops> {
    /// Writes the digests of all messages.
    #[inline]
    #[allow(unsafe_code)]
    pub fn hash_all(self, messages: &mut Messages<'_>) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().hash)(messages) }
    }

    /// Advances all chains by their steps, but by at most `bound`.
    #[inline]
    #[allow(unsafe_code)]
    pub fn advance(self, chains: &mut Chains<'_>, bound: u8) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().advance)(chains, bound) }
    }
}

/// Checks a digest over the digests of messages and the values of chains: counts that do and do not
/// fill the lanes, lengths at the edges of blocks, with and without a common first block, and
/// varying step counts.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let bytes: [u8; kat::BYTES] = core::array::from_fn(|i| (i ^ i >> 8) as u8);
    let mut all = [0; kat::ALL];
    let mut filled = 0;
    for (kind, &(count, length, n)) in kat::MESSAGES.iter().enumerate() {
        let (first, rest) = bytes.as_chunks().0.split_at(kind % 2);
        let start = Midstate::after(first);
        let digests = &mut all[filled..filled + count * n];
        let messages = &rest.as_flattened()[..count * length];
        let Ok(mut messages) = Messages::new(&start, digests, messages, n) else { return false };
        candidate.hash_all(&mut messages);
        filled += count * n;
    }
    for &(count, n) in &kat::CHAINS {
        let values = &mut all[filled..filled + count * n];
        values.copy_from_slice(&bytes[..count * n]);
        let steps: [_; kat::MAX_CHAINS] = core::array::from_fn(|chain| kat::steps(chain as u8));
        let prefixes = &bytes.as_chunks().0[..count];
        let Ok(mut chains) = Chains::new(prefixes, &steps[..count], values) else { return false };
        candidate.advance(&mut chains, kat::BOUND);
        filled += count * n;
    }
    let mut digest = [0; DIGEST_LEN];
    let start = Midstate::initial();
    let Ok(mut last) = Messages::new(&start, &mut digest, &all, DIGEST_LEN) else { return false };
    candidate.hash_all(&mut last);
    filled == all.len() && digest == kat::DIGEST_OF_DIGESTS
}

/// Benchmarks messages of one block, or chains of 32-byte values with fifteen steps.
fn bench(target: Target<Ops>, operation: usize, size: usize) -> Box<dyn Bench> {
    if operation == HASH {
        let (start, input) = (Midstate::initial(), sample_bytes(55 * size, 13));
        return bench_of(DIGEST_LEN * size, move |out| {
            let mut messages = Messages::new(&start, out, &input, DIGEST_LEN)?;
            target.get(HASH, size)?.hash_all(&mut messages);
            Ok(())
        });
    }
    let prefixes = sample_bytes(PREFIX_LEN * size, 14);
    let steps = vec![Steps { first: 0, count: 15 }; size];
    bench_of(DIGEST_LEN * size, move |out| {
        let mut chains = Chains::new(prefixes.as_chunks().0, &steps, out)?;
        target.get(CHAINS, size)?.advance(&mut chains, 15);
        Ok(())
    })
}
