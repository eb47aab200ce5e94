//! Hash functions that process a message block by block, in one call or incrementally.

use alloc::boxed::Box;

use super::pieces::Pieces;
use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_bytes,
};
use crate::error::Result;
use crate::prim::rank::RANK;

const HASH: usize = 0;
const UPDATE: usize = 1;
const OPERATIONS: &[Operation] =
    &[Operation::new("hash", Axis::Bytes), Operation::new("update", Axis::None)];

/// The state of a hash function between blocks.
pub trait State<const BLOCK: usize, const DIGEST: usize>: Clone + Send + Sync + 'static {
    /// Returns the state before the first block.
    fn initial() -> Self;

    /// Writes the digest of a message of `len` bytes. Its whole blocks have been absorbed, and
    /// `rest` is the remainder. The state is updated in place, since returning a state would leave
    /// a copy on the stack. The caller wipes the state afterwards.
    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut Self, &[[u8; BLOCK]]),
        to: &mut [u8; DIGEST],
    );

    /// Overwrites the state with zeros.
    fn wipe(&mut self);
}

/// Type of a function that absorbs whole blocks.
type Absorb<S, const BLOCK: usize> = unsafe fn(&mut S, &[[u8; BLOCK]]);

/// The functions that a candidate implements. Time depends only on the lengths.
#[derive(Debug)]
pub struct Ops<S, const BLOCK: usize, const DIGEST: usize> {
    /// Hashes an optional first block and then all parts, concatenated.
    pub(in crate::prim) hash: unsafe fn(Option<&[u8; BLOCK]>, &[&[u8]]) -> [u8; DIGEST],
    /// Absorbs whole blocks, for incremental hashing.
    pub(in crate::prim) absorb: Absorb<S, BLOCK>,
}

/// Builds a primitive of this family.
pub(in crate::prim) const fn primitive<
    S: State<BLOCK, DIGEST>,
    const BLOCK: usize,
    const DIGEST: usize,
>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<S, BLOCK, DIGEST>>],
    selftest: fn(Runnable<Ops<S, BLOCK, DIGEST>>) -> bool,
) -> Primitive<Ops<S, BLOCK, DIGEST>> {
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
    let primitive = primitive.fuzzed(super::testing::hash);
    primitive
}

/// Hashes the concatenated parts with the chosen candidate.
pub(crate) fn hash<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
    parts: &[&[u8]],
) -> Result<[u8; DIGEST]> {
    Ok(primitive.of_length(sum_of_lengths(parts))?.hash(parts))
}

/// Writes the digest of the concatenated parts to the caller's buffer, since a digest returned
/// inside a `Result` is copied more than once.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn hash_to<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
    parts: &[&[u8]],
    to: &mut [u8; DIGEST],
) -> Result<()> {
    *to = primitive.of_length(sum_of_lengths(parts))?.hash(parts);
    Ok(())
}

fn sum_of_lengths(parts: &[&[u8]]) -> usize {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.len()))
}

/// Begins an incremental hash with the currently chosen candidate.
pub(in crate::prim) fn hasher<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
) -> Result<Hasher<S, BLOCK, DIGEST>> {
    Ok(primitive.pick(UPDATE, 0)?.hasher())
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>
    Runnable<Ops<S, BLOCK, DIGEST>>
{
    /// Returns the digest of the concatenated parts.
    #[inline]
    #[must_use]
    pub fn hash(self, parts: &[&[u8]]) -> [u8; DIGEST] {
        self.hash_after(None, parts)
    }

    /// Returns the digest of an optional first block and then all parts, concatenated.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn hash_after(self, first: Option<&[u8; BLOCK]>, parts: &[&[u8]]) -> [u8; DIGEST] {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().hash)(first, parts) }
    }

    /// Returns the compression function, for callers that store the state.
    #[inline]
    #[must_use]
    pub fn compression(self) -> Compression<S, BLOCK> {
        Compression { absorb: self.ops().absorb }
    }

    /// Begins an incremental hash.
    #[must_use]
    pub fn hasher(self) -> Hasher<S, BLOCK, DIGEST> {
        Hasher::new(self.compression())
    }
}

/// The compression function of a candidate that the processor can run.
#[derive(Debug)]
pub struct Compression<S, const BLOCK: usize> {
    absorb: Absorb<S, BLOCK>,
}

impl<S, const BLOCK: usize> Clone for Compression<S, BLOCK> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const BLOCK: usize> Copy for Compression<S, BLOCK> {}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>
    Primitive<Ops<S, BLOCK, DIGEST>>
{
    /// Returns the candidate chosen for messages of `len` bytes.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[inline]
    pub fn of_length(&'static self, len: usize) -> Result<Runnable<Ops<S, BLOCK, DIGEST>>> {
        self.pick(HASH, len)
    }

    /// Returns the compression function of the chosen candidate.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn compression(&'static self) -> Result<Compression<S, BLOCK>> {
        Ok(self.pick(UPDATE, 0)?.compression())
    }
}

impl<S, const BLOCK: usize> Compression<S, BLOCK> {
    /// Absorbs whole blocks into `state`.
    #[allow(unsafe_code)]
    pub fn absorb(self, state: &mut S, blocks: &[[u8; BLOCK]]) {
        // SAFETY: the function comes from a `Runnable`, which exists only if the CPU has the
        // features that the candidate needs.
        unsafe { (self.absorb)(state, blocks) }
    }
}

/// An incremental hash. It uses the candidate that was selected at its construction, buffers less
/// than a block of the message, and is wiped when dropped.
pub struct Hasher<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> {
    by: Compression<S, BLOCK>,
    /// The state is on the heap, so that moving a hasher does not leave a copy.
    inner: Box<Kept<S, BLOCK>>,
}

/// The state of an incremental hash, for a caller that stores it in its own memory, such as a C
/// program. It contains neither a candidate nor an address, so its bytes may be copied. Every call
/// uses the candidate that is selected at that time.
#[repr(C)]
pub struct Kept<S, const BLOCK: usize> {
    state: S,
    pieces: Pieces<BLOCK>,
}

impl<S, const BLOCK: usize> Kept<S, BLOCK> {
    /// Returns the state before the first byte of a message.
    #[must_use]
    pub fn initial<const DIGEST: usize>() -> Self
    where
        S: State<BLOCK, DIGEST>,
    {
        Self { state: S::initial(), pieces: Pieces::NONE }
    }
}

impl<S, const BLOCK: usize> core::fmt::Debug for Kept<S, BLOCK> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// Absorbs the next piece of a message into a state that the caller stores.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn update<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
    kept: &mut Kept<S, BLOCK>,
    piece: &[u8],
) -> Result<()> {
    take(kept, primitive.compression()?, piece);
    Ok(())
}

/// Writes the digest of all pieces so far, from a state that the caller stores; the message may
/// continue.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn digest<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
    kept: &Kept<S, BLOCK>,
    to: &mut [u8; DIGEST],
) -> Result<()> {
    digest_so_far(kept, primitive.compression()?, to);
    Ok(())
}

/// Absorbs the next piece of the message.
// Not inlined in a WebAssembly module, to save code size; the same holds for the next function.
#[cfg_attr(lean, inline(never))]
fn take<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    kept: &mut Kept<S, BLOCK>,
    by: Compression<S, BLOCK>,
    piece: &[u8],
) {
    let Kept { state, pieces } = kept;
    pieces.take(piece, |blocks| by.absorb(state, blocks));
}

/// Writes the digest of all pieces so far; the message may continue.
#[cfg_attr(lean, inline(never))]
fn digest_so_far<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    kept: &Kept<S, BLOCK>,
    by: Compression<S, BLOCK>,
    to: &mut [u8; DIGEST],
) {
    let absorb = |state: &mut S, blocks: &[[u8; BLOCK]]| by.absorb(state, blocks);
    let mut state = kept.state.clone();
    state.finish(kept.pieces.rest(), kept.pieces.len(), absorb, to);
    state.wipe();
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> Hasher<S, BLOCK, DIGEST> {
    fn new(by: Compression<S, BLOCK>) -> Self {
        Self { by, inner: Box::new(Kept::initial()) }
    }

    /// Absorbs the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        take(&mut self.inner, self.by, piece);
    }

    /// Returns the digest of all pieces so far; the message may continue.
    #[must_use]
    pub fn digest(&self) -> [u8; DIGEST] {
        let mut digest = [0; DIGEST];
        digest_so_far(&self.inner, self.by, &mut digest);
        digest
    }
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> Clone
    for Hasher<S, BLOCK, DIGEST>
{
    fn clone(&self) -> Self {
        let mut new = Self::new(self.by);
        new.inner.state.clone_from(&self.inner.state);
        new.inner.pieces.copy_from(&self.inner.pieces);
        new
    }
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> Drop
    for Hasher<S, BLOCK, DIGEST>
{
    fn drop(&mut self) {
        self.inner.state.wipe();
    }
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> core::fmt::Debug
    for Hasher<S, BLOCK, DIGEST>
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Hasher(..)")
    }
}

/// The known answers of the self-test.
pub(in crate::prim) struct Answers<const DIGEST: usize> {
    /// Published messages and their digests.
    pub(in crate::prim) examples: &'static [(&'static str, [u8; DIGEST])],
    /// Lengths at the boundaries of blocks and padding, each at most [`LONGEST`]. The messages
    /// consist of the bytes 0, 1, 2, ... (modulo 256).
    pub(in crate::prim) lengths: &'static [usize],
    /// The digest of the concatenated digests of these messages.
    pub(in crate::prim) digest_of_digests: [u8; DIGEST],
}

/// Length of the longest self-test message in bytes.
const LONGEST: usize = 1000;

/// Maximum number of message lengths in a self-test.
const MAX_LENGTHS: usize = 32;

/// Returns whether a candidate reproduces the known answers in one call, in two parts, in two
/// pieces and after a first block.
pub(in crate::prim) fn agrees<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    candidate: Runnable<Ops<S, BLOCK, DIGEST>>,
    answers: &Answers<DIGEST>,
) -> bool {
    let message: [u8; LONGEST] = core::array::from_fn(|i| i as u8);
    let mut digests = [[0; DIGEST]; MAX_LENGTHS];
    let digests = &mut digests[..answers.lengths.len()];
    let (mut in_pieces, mut after_block) = (true, true);
    for (digest, &len) in digests.iter_mut().zip(answers.lengths) {
        // The first part is empty, one byte, or some blocks and a remainder.
        let (head, tail) = message[..len].split_at(if len % 2 == 0 { len / 3 } else { 1 });
        *digest = candidate.hash(&[head, tail]);
        let mut hasher = candidate.hasher();
        hasher.update(head);
        hasher.update(tail);
        in_pieces &= hasher.digest() == *digest;
        if let Some((first, rest)) = message[..len].split_first_chunk() {
            after_block &= candidate.hash_after(Some(first), &[rest]) == *digest;
        }
    }
    in_pieces
        && after_block
        && answers.examples.iter().all(|(m, d)| candidate.hash(&[m.as_bytes()]) == *d)
        && candidate.hash(&[digests.as_flattened()]) == answers.digest_of_digests
}

/// Length of the pieces in the benchmark loop of incremental hashing: long enough to make the cost
/// of a call negligible.
const PIECE_LEN: usize = 4096;

fn bench<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    target: Target<Ops<S, BLOCK, DIGEST>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let input = sample_bytes(if operation == HASH { size } else { PIECE_LEN }, 7);
    bench_of(DIGEST, move |out| {
        let candidate = target.get(operation, size)?;
        let digest = if operation == UPDATE {
            let mut hasher = candidate.hasher();
            hasher.update(&input);
            hasher.digest()
        } else {
            candidate.hash(&[&input])
        };
        out.copy_from_slice(&digest);
        Ok(())
    })
}
