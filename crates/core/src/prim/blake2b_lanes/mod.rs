//! BLAKE2b (RFC 7693) of many messages of one length side by side, and chains of digests stepped
//! side by side.
//!
//! Hash-based signatures spend their time on very many very short messages, most of them digests of
//! digests. What comes before a message, that is the parameters and the block of a key, is absorbed
//! once and kept as [`Starts`], so that each step of a chain is one compression.

mod bench;
mod chains;
mod kat;
mod kernel;
mod portable;
mod rows;
mod starts;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::blake2b::Params;
use super::rank::RANK;
use super::table::candidates;
use crate::choose::{Axis, Candidate, Definition, Features, Meta, Operation, Primitive, Runnable};
use crate::error::{Error, Result};
use crate::wipe::wipe;

pub use chains::Chains;
pub use starts::Starts;

/// The chaining value.
type State = [u64; 8];

/// Length of a block in bytes.
const BLOCK: usize = 128;

/// Messages that are on their way at once: enough to fill any kernel's lanes several times.
const BATCH_MESSAGES: usize = 64;

/// Messages of one length, each to be absorbed into a state of its own.
#[derive(Clone, Copy)]
struct Messages<'a> {
    /// One after another, as many as there are states.
    bytes: &'a [u8],
    len: usize,
    /// How many bytes each state has absorbed before.
    before: u64,
    /// Whether nothing comes after them. If something does, they are blocks.
    are_last: bool,
}

/// The functions of a candidate. Time depends on the lengths and numbers of messages and on the
/// number of steps alone.
#[derive(Debug)]
pub struct Ops {
    /// Absorbs each message into the state at its place.
    absorb: unsafe fn(&mut [State], Messages<'_>),
    /// Steps chains. The caller has checked that their parts agree.
    step: unsafe fn(&mut Chains<'_>, steps: u32, first_steps: Option<&[u32]>),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512, avx2;
    any: portable;
};

const HASH: usize = 0;
const CHAINS: usize = 1;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = Primitive::new(Definition {
    name: "blake2b-lanes",
    candidates: CANDIDATES,
    operations: &[Operation::new("hash", Axis::Messages), Operation::new("chains", Axis::Messages)],
    offers: |_, _| true,
    selftest: kat::selftest,
    bench: bench::bench,
    rank: RANK,
});

/// Fills `out` with the digests of messages of one length. As many messages as `out` has room for
/// digests lie one after another in `messages`. Each start serves as many of them as any other, the
/// first start the first ones.
///
/// # Errors
/// [`Error::Length`] if `out` is no whole number of digests or no such number for each start,
/// `messages` is no whole number of bytes for each digest, or messages under keys are empty, which
/// is what [`empty`] is for; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash(starts: &Starts, out: &mut [u8], messages: &[u8]) -> Result<()> {
    let count = starts.count_of("out", out.len(), 1)?;
    let len = messages.len().checked_div(count).unwrap_or(0);
    if messages.len() != len * count || (len == 0 && count > 0 && starts.are_keyed()) {
        let expected = "the same number of bytes for each digest, not none under a key,";
        return Err(Error::length("messages", expected, messages.len()));
    }
    PRIMITIVE.pick(HASH, count)?.hash(starts, out, messages);
    Ok(())
}

/// Fills `out` with digests of the empty message, one for each of `params`: under keys, many calls
/// of what libsodium has as `crypto_kdf`.
///
/// # Errors
/// [`Error::Length`] if `out` has not room for exactly one digest of 1 to 64 bytes for each of
/// `params`, or only some have a key; [`Error::NoCandidate`] if no candidate passes its self-test.
pub fn empty(out: &mut [u8], params: &[Params<'_>]) -> Result<()> {
    starts::check_alike(params)?;
    let digest_len = out.len().checked_div(params.len()).unwrap_or(0);
    if out.len() != digest_len * params.len() || (!params.is_empty() && digest_len == 0) {
        let expected = "the same number of bytes for each of params";
        return Err(Error::length("out", expected, out.len()));
    }
    starts::check_len("out", digest_len.max(1))?;
    PRIMITIVE.pick(HASH, params.len())?.empty(out, params);
    Ok(())
}

/// Takes every chain through so many steps. A step puts a value's digest in its place.
///
/// # Errors
/// [`Error::Length`] if the parts of `chains` do not agree; [`Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn advance(chains: &mut Chains<'_>, steps: u32) -> Result<()> {
    let count = chains.check(1)?;
    PRIMITIVE.pick(CHAINS, count)?.step(chains, steps, None);
    Ok(())
}

/// Takes each two chains together through so many steps: chain `2i` through `first_steps[i]`, chain
/// `2i + 1` through the rest. Neither time nor memory accesses depend on `first_steps`.
///
/// # Errors
/// [`Error::Length`] if the parts of `chains` do not agree, there is not one of `first_steps` for each
/// pair, or one is greater than `steps`; [`Error::NoCandidate`] if no candidate passes its
/// self-test.
pub fn advance_pairs(chains: &mut Chains<'_>, first_steps: &[u32], steps: u32) -> Result<()> {
    let count = chains.check(2)?;
    if first_steps.len() != count {
        let (expected, actual) = ("one for each pair of chains,", first_steps.len());
        return Err(Error::length("first_steps", expected, actual));
    }
    // The sign of a difference, so that there is a branch on all of them together and on none alone.
    let less = |turn: &u32| u64::from(steps).wrapping_sub(u64::from(*turn)) >> 63;
    if first_steps.iter().fold(0, |any, turn| any | less(turn)) == 1 {
        let (expected, actual) = ("at most the number of steps,", steps as usize);
        return Err(Error::length("first_steps", expected, actual));
    }
    PRIMITIVE.pick(CHAINS, count)?.step(chains, steps, Some(first_steps));
    Ok(())
}

impl Runnable<Ops> {
    /// The states after the keys' blocks, or before the first block where there are no keys.
    /// `digest_len` is 1 to 64; either all of `params` have keys or none has.
    #[must_use]
    pub fn starts(self, digest_len: usize, params: &[Params<'_>]) -> Starts {
        let mut starts = Starts::initial(digest_len, params);
        if starts.are_keyed() {
            for (states, params) in
                starts.states.chunks_mut(BATCH_MESSAGES).zip(params.chunks(BATCH_MESSAGES))
            {
                self.absorb_keys(states, params, false);
            }
        }
        starts
    }

    /// As the function [`hash`], after its checks.
    pub fn hash(self, starts: &Starts, out: &mut [u8], messages: &[u8]) {
        let (n, before) = (starts.digest_len(), starts.absorbed());
        let count = out.len() / n;
        let len = messages.len().checked_div(count).unwrap_or(0);
        for (piece, out) in out.chunks_mut(BATCH_MESSAGES * n).enumerate() {
            let first = piece * BATCH_MESSAGES;
            let mut states = [State::default(); BATCH_MESSAGES];
            let states = &mut states[..out.len() / n];
            for (index, state) in states.iter_mut().enumerate() {
                *state = *starts.of(first + index, count);
            }
            let bytes = &messages[first * len..][..states.len() * len];
            self.absorb(states, Messages { bytes, len, before, are_last: true });
            write_digests(out, n, states);
        }
    }

    /// As the function [`empty`], after its checks.
    pub fn empty(self, out: &mut [u8], params: &[Params<'_>]) {
        let n = out.len().checked_div(params.len()).unwrap_or(0).max(1);
        for (out, params) in out.chunks_mut(BATCH_MESSAGES * n).zip(params.chunks(BATCH_MESSAGES)) {
            let mut starts = Starts::initial(n, params);
            self.absorb_keys(&mut starts.states, params, true);
            write_digests(out, n, &mut starts.states);
        }
    }

    /// Takes chains through so many steps, in pairs if there are `first_steps`. What [`advance`] and
    /// [`advance_pairs`] check has been checked.
    #[inline]
    #[allow(unsafe_code)]
    pub fn step(self, chains: &mut Chains<'_>, steps: u32, first_steps: Option<&[u32]>) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().step)(chains, steps, first_steps) }
    }

    /// Absorbs the block of each key, at most [`BATCH_MESSAGES`] of them; that of no key is empty.
    fn absorb_keys(self, states: &mut [State], params: &[Params<'_>], are_last: bool) {
        let mut blocks = [[0; BLOCK]; BATCH_MESSAGES];
        let blocks = &mut blocks[..params.len()];
        let are_keyed = params.iter().any(|params| !params.key().is_empty());
        for (block, params) in blocks.iter_mut().zip(params) {
            block[..params.key().len()].copy_from_slice(params.key());
        }
        let len = if are_keyed { BLOCK } else { 0 };
        let bytes = &blocks.as_flattened()[..len * params.len()];
        self.absorb(states, Messages { bytes, len, before: 0, are_last });
        wipe(blocks.as_flattened_mut());
    }

    #[inline]
    #[allow(unsafe_code)]
    fn absorb(self, states: &mut [State], messages: Messages<'_>) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().absorb)(states, messages) }
    }
}

/// The first bytes of each state, which is then wiped.
fn write_digests(out: &mut [u8], digest_len: usize, states: &mut [State]) {
    for (digest, state) in out.chunks_exact_mut(digest_len).zip(states.iter()) {
        for (bytes, word) in digest.chunks_mut(8).zip(state) {
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
    }
    wipe(states.as_flattened_mut());
}
