//! Functions with an output of any length (XOF) over the sponge of Keccak (FIPS 202, sections 4, 5.1 and
//! 6.2; RFC 9861, section 2): in one call, or as the message comes and the output is read, piece by
//! piece. A domain, the byte behind the message, sets functions apart.

mod kept;

use alloc::boxed::Box;
use core::fmt;

use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_bytes,
};
use crate::error::{Error, Result};
use crate::prim::rank::RANK;
use crate::wipe::wipe;

pub use kept::Kept;

/// Candidates out of the kernels of Keccak: the primitive, that of the kernels and which permutation, then
/// one a line the name of both, the architecture if they are for one, the origin, and the processor
/// features that the kernel is compiled for.
macro_rules! composed {
    ($primitive:ident of $keccak:ident, $permute:ident; $(
        $name:ident $(in $arch:ident)?, $origin:literal $(, $features:literal)?;
    )*) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::prim::family::xof;
            use crate::prim::$keccak::$($arch::)?$name as kernel;
            use crate::prim::$primitive::{Ops, RATE};

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    $origin,
                    &[concat!(stringify!($keccak), "/", stringify!($name))],
                    &[kernel::CANDIDATE.meta],
                ),
                ops: Ops { hash, permute: kernel::CANDIDATE.ops.$permute },
            };

            $(#[target_feature(enable = $features)])?
            fn hash(domain: u8, out: &mut [u8], parts: &[&[u8]]) {
                xof::absorb_and_squeeze::<RATE>(domain, out, parts, |state| kernel::$permute(state));
            }
        }
    )*};
}
pub(in crate::prim) use composed;

/// The lanes of the state: lane x, y is word `x + 5 * y`, the first byte of which is its lowest.
pub type State = [u64; 25];

/// A permutation of the state.
pub(in crate::prim) type Permute = unsafe fn(&mut State);

/// The domain of SHAKE, and the one of TurboSHAKE where none is given.
pub const STANDARD: u8 = 0x1f;

const HASH: usize = 0;
const UPDATE: usize = 1;
const OPERATIONS: &[Operation] =
    &[Operation::new("hash", Axis::Bytes), Operation::new("update", Axis::None)];

/// The functions of a candidate. `RATE` is how many bytes go in or come out between two permutations.
/// Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops<const RATE: usize> {
    /// For a domain fills the output with its first bytes for all parts one after another.
    pub(in crate::prim) hash: unsafe fn(u8, &mut [u8], &[&[u8]]),
    /// The permutation, for messages that come and outputs that are read piece by piece.
    pub(in crate::prim) permute: Permute,
}

/// A primitive of the family.
pub(in crate::prim) const fn primitive<const RATE: usize>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<RATE>>],
    selftest: fn(Runnable<Ops<RATE>>) -> bool,
) -> Primitive<Ops<RATE>> {
    let primitive = Primitive::new(Definition {
        name,
        candidates,
        operations: OPERATIONS,
        offers: |_, _| true,
        selftest,
        bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(super::fuzz::xof);
    primitive
}

/// Fills `out` with the first bytes for all parts, by the chosen candidate.
pub(in crate::prim) fn hash<const RATE: usize>(
    primitive: &'static Primitive<Ops<RATE>>,
    domain: u8,
    out: &mut [u8],
    parts: &[&[u8]],
) -> Result<()> {
    let len = parts.iter().fold(out.len(), |sum, part| sum.saturating_add(part.len()));
    primitive.pick(HASH, len)?.hash(domain, out, parts);
    Ok(())
}

/// A hash that takes its message piece by piece, by the candidate chosen now.
pub(in crate::prim) fn hasher<const RATE: usize>(
    primitive: &'static Primitive<Ops<RATE>>,
    domain: u8,
) -> Result<Hasher<RATE>> {
    Ok(primitive.pick(UPDATE, 0)?.hasher(domain))
}

impl<const RATE: usize> Runnable<Ops<RATE>> {
    /// Fills `out` with the first bytes of the output for all parts one after another.
    #[inline]
    #[allow(unsafe_code)]
    pub fn hash(self, domain: u8, out: &mut [u8], parts: &[&[u8]]) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().hash)(domain, out, parts) }
    }

    /// A hash that takes its message piece by piece and gives its output so too.
    #[must_use]
    pub fn hasher(self, domain: u8) -> Hasher<RATE> {
        Hasher::new(self.ops().permute, domain)
    }
}

/// A domain of TurboSHAKE.
pub(in crate::prim) fn checked(domain: u8) -> Result<u8> {
    if matches!(domain, 1..=0x7f) {
        return Ok(domain);
    }
    let (expected, actual) = ("from 1 to 127", domain.into());
    Err(Error::parameter("domain", expected, actual))
}

/// The output's first bytes for all parts.
#[inline(always)]
pub(in crate::prim) fn absorb_and_squeeze<const RATE: usize>(
    domain: u8,
    out: &mut [u8],
    parts: &[&[u8]],
    permute: impl Fn(&mut State),
) {
    let mut state = [0; 25];
    let mut at = 0;
    for part in parts {
        at = absorb::<RATE>(&mut state, at, part, &permute);
    }
    pad::<RATE>(&mut state, at, domain);
    for block in out.chunks_mut(RATE) {
        permute(&mut state);
        copy(block, &state, 0);
    }
    wipe(&mut state);
}

/// Takes bytes where `at` of a block have come already; gives how many of the next have come then.
#[inline(always)]
fn absorb<const RATE: usize>(
    state: &mut State,
    mut at: usize,
    mut bytes: &[u8],
    permute: impl Fn(&mut State),
) -> usize {
    while bytes.len() >= RATE - at {
        let (head, rest) = bytes.split_at(RATE - at);
        xor(state, at, head);
        permute(state);
        (at, bytes) = (0, rest);
    }
    xor(state, at, bytes);
    at + bytes.len()
}

/// XORs bytes onto the block from byte `at` on.
#[inline(always)]
pub(in crate::prim) fn xor(state: &mut State, at: usize, bytes: &[u8]) {
    let mut one = |at: usize, byte: u8| state[at / 8] ^= u64::from(byte) << (8 * (at % 8));
    let (head, bytes) = bytes.split_at(bytes.len().min(at.wrapping_neg() % 8));
    head.iter().zip(at..).for_each(|(byte, at)| one(at, *byte));
    let (words, tail) = bytes.as_chunks::<8>();
    let at = at + head.len();
    tail.iter().zip(at + 8 * words.len()..).for_each(|(byte, at)| one(at, *byte));
    for (lane, word) in state[at / 8..].iter_mut().zip(words) {
        *lane ^= u64::from_le_bytes(*word);
    }
}

/// The domain, which holds the first bit of the padding, and the rest of pad10*1 to the end of the block.
#[inline(always)]
pub(in crate::prim) fn pad<const RATE: usize>(state: &mut State, at: usize, domain: u8) {
    state[at / 8] ^= u64::from(domain) << (8 * (at % 8));
    state[RATE / 8 - 1] ^= 1 << 63;
}

/// Copies the bytes of the block from byte `at` on.
#[inline(always)]
pub(in crate::prim) fn copy(out: &mut [u8], state: &State, at: usize) {
    let one = |at: usize| (state[at / 8] >> (8 * (at % 8))) as u8;
    let (head, rest) = out.split_at_mut(out.len().min(at.wrapping_neg() % 8));
    head.iter_mut().zip(at..).for_each(|(byte, at)| *byte = one(at));
    let at = at + head.len();
    let (words, tail) = rest.as_chunks_mut::<8>();
    tail.iter_mut().zip(at + 8 * words.len()..).for_each(|(byte, at)| *byte = one(at));
    for (word, lane) in words.iter_mut().zip(&state[at / 8..]) {
        *word = lane.to_le_bytes();
    }
}

/// A state that is bound to a candidate and wiped when it goes out of use.
struct Sponge {
    /// Of a candidate that was runnable.
    permute: Permute,
    /// In a box, so that moving it leaves no copy behind.
    state: Box<State>,
    /// Bytes of the block that have come, or have been read.
    at: usize,
}

impl Clone for Sponge {
    fn clone(&self) -> Self {
        let mut state = Box::new([0; 25]);
        state.copy_from_slice(&*self.state);
        Self { permute: self.permute, state, at: self.at }
    }
}

impl Drop for Sponge {
    fn drop(&mut self) {
        wipe(&mut *self.state);
    }
}

#[allow(unsafe_code)]
fn permute_by(permute: Permute, state: &mut State) {
    // SAFETY: a `Hasher` is made by a `Runnable` alone, which exists only where the processor offers
    // what the candidate needs.
    unsafe { permute(state) }
}

/// A hash of a message that comes piece by piece. It is bound to a candidate when it is made, keeps
/// no more of the message than the state, and is wiped when it goes out of use.
#[derive(Clone)]
pub struct Hasher<const RATE: usize> {
    sponge: Sponge,
    domain: u8,
}

impl<const RATE: usize> Hasher<RATE> {
    /// Nothing of the message has come. The caller has checked that the processor offers what the
    /// candidate needs whose function this is.
    fn new(permute: Permute, domain: u8) -> Self {
        Self { sponge: Sponge { permute, state: Box::new([0; 25]), at: 0 }, domain }
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        let Sponge { permute, state, at } = &mut self.sponge;
        *at = absorb::<RATE>(state, *at, piece, |state| permute_by(*permute, state));
    }

    /// Ends the message; what comes out is read from the beginning.
    #[must_use]
    pub fn finish(mut self) -> Reader<RATE> {
        pad::<RATE>(&mut self.sponge.state, self.sponge.at, self.domain);
        self.sponge.at = RATE;
        Reader(self.sponge)
    }
}

impl<const RATE: usize> fmt::Debug for Hasher<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher(..)")
    }
}

/// The output, read piece by piece. It is wiped when it goes out of use.
#[derive(Clone)]
pub struct Reader<const RATE: usize>(Sponge);

impl<const RATE: usize> Reader<RATE> {
    /// Fills `out` with the next bytes of the output.
    pub fn read(&mut self, out: &mut [u8]) {
        let Sponge { permute, state, at } = &mut self.0;
        let mut done = 0;
        while done < out.len() {
            if *at == RATE {
                permute_by(*permute, state);
                *at = 0;
            }
            let count = (out.len() - done).min(RATE - *at);
            copy(&mut out[done..done + count], state, *at);
            *at += count;
            done += count;
        }
    }
}

impl<const RATE: usize> fmt::Debug for Reader<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader(..)")
    }
}

/// What a candidate must answer.
pub(in crate::prim) struct Answers {
    pub(in crate::prim) domain: u8,
    /// Messages that are published with the first bytes of their outputs.
    pub(in crate::prim) examples: &'static [(&'static [u8], [u8; 32])],
    /// Lengths of messages 0, 1, 2, ... (modulo 256) and of their outputs, at most [`LONGEST`].
    pub(in crate::prim) lengths: &'static [(usize, usize)],
    /// The first bytes of the output for these outputs.
    pub(in crate::prim) digest_of_outputs: [u8; 32],
}

/// The longest message and output of a self-test.
const LONGEST: usize = 600;

/// Whether a candidate gives the answers: in one call of two parts, and in pieces.
pub(in crate::prim) fn agrees<const RATE: usize>(
    candidate: Runnable<Ops<RATE>>,
    answers: &Answers,
) -> bool {
    let domain = answers.domain;
    let message: [u8; LONGEST] = core::array::from_fn(|i| i as u8);
    let mut outputs = candidate.hasher(domain);
    let mut in_pieces = true;
    for &(message_len, len) in answers.lengths {
        // A part may fill nothing, one byte or some blocks before the next one comes.
        let cut = if message_len % 2 == 0 { message_len / 3 } else { 1 };
        let (head, tail) = message[..message_len].split_at(cut);
        let (mut output, mut own) = ([0; LONGEST], [0; LONGEST]);
        candidate.hash(domain, &mut output[..len], &[head, tail]);
        let mut hasher = candidate.hasher(domain);
        hasher.update(head);
        hasher.update(tail);
        let mut reader = hasher.finish();
        let (first, rest) = own[..len].split_at_mut(len / 3);
        reader.read(first);
        reader.read(rest);
        in_pieces &= own == output;
        outputs.update(&output[..len]);
    }
    let mut digest = [0; 32];
    outputs.finish().read(&mut digest);
    in_pieces
        && digest == answers.digest_of_outputs
        && answers.examples.iter().all(|(message, known)| {
            candidate.hash(domain, &mut digest, &[message]);
            digest == *known
        })
}

/// Bytes of a message that come at once where the loop for the lab takes it piece by piece: so many
/// that what a call costs is little beside them.
const PIECE_LEN: usize = 4096;

/// Digests of 32 bytes, as hash-based signatures take them.
fn bench<const RATE: usize>(
    target: Target<Ops<RATE>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let input = sample_bytes(if operation == HASH { size } else { PIECE_LEN }, 17);
    bench_of(32, move |out| {
        let candidate = target.get(operation, size)?;
        if operation == HASH {
            candidate.hash(STANDARD, out, &[&input]);
        } else {
            let mut hasher = candidate.hasher(STANDARD);
            hasher.update(&input);
            hasher.finish().read(out);
        }
        Ok(())
    })
}
