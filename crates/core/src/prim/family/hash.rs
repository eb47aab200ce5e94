//! Hash functions that take a message block by block: in one call, or in as many as it comes in.

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

/// What a hash function keeps between blocks.
pub trait State<const BLOCK: usize, const DIGEST: usize>: Clone + Send + Sync + 'static {
    /// Before the first block.
    fn initial() -> Self;

    /// Writes the digest of a message of `len` bytes of which all whole blocks are absorbed and `rest`
    /// is not, where it stays: one that is returned leaves a copy. What the state is then is the caller's
    /// to wipe.
    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut Self, &[[u8; BLOCK]]),
        to: &mut [u8; DIGEST],
    );

    /// Overwrites it with zeros.
    fn wipe(&mut self);
}

/// Absorbs whole blocks.
type Absorb<S, const BLOCK: usize> = unsafe fn(&mut S, &[[u8; BLOCK]]);

/// The functions of a candidate. Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops<S, const BLOCK: usize, const DIGEST: usize> {
    /// The digest of a block, if there is one, and all parts one after another.
    pub(in crate::prim) hash: unsafe fn(Option<&[u8; BLOCK]>, &[&[u8]]) -> [u8; DIGEST],
    /// Absorbs whole blocks, for messages that come piece by piece.
    pub(in crate::prim) absorb: Absorb<S, BLOCK>,
}

/// A primitive of the family.
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

/// The digest of all parts by the chosen candidate.
pub(crate) fn hash<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
    parts: &[&[u8]],
) -> Result<[u8; DIGEST]> {
    Ok(primitive.of_length(sum_of_lengths(parts))?.hash(parts))
}

/// The same to a place of the caller's: a result that is returned beside an error is copied more than once.
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

/// A hash that takes its message piece by piece, by the candidate chosen now.
pub(in crate::prim) fn hasher<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, DIGEST>>,
) -> Result<Hasher<S, BLOCK, DIGEST>> {
    Ok(primitive.pick(UPDATE, 0)?.hasher())
}

impl<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>
    Runnable<Ops<S, BLOCK, DIGEST>>
{
    /// The digest of all parts one after another.
    #[inline]
    #[must_use]
    pub fn hash(self, parts: &[&[u8]]) -> [u8; DIGEST] {
        self.hash_after(None, parts)
    }

    /// The digest of a block, if there is one, and all parts one after another.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn hash_after(self, first: Option<&[u8; BLOCK]>, parts: &[&[u8]]) -> [u8; DIGEST] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().hash)(first, parts) }
    }

    /// The compression function, for a state that the caller holds.
    #[inline]
    #[must_use]
    pub fn compression(self) -> Compression<S, BLOCK> {
        Compression { absorb: self.ops().absorb }
    }

    /// A hash that takes its message piece by piece.
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
    /// The candidate that is chosen for messages of a length in bytes.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    #[inline]
    pub fn of_length(&'static self, len: usize) -> Result<Runnable<Ops<S, BLOCK, DIGEST>>> {
        self.pick(HASH, len)
    }

    /// The compression function of the chosen candidate.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn compression(&'static self) -> Result<Compression<S, BLOCK>> {
        Ok(self.pick(UPDATE, 0)?.compression())
    }
}

impl<S, const BLOCK: usize> Compression<S, BLOCK> {
    /// Absorbs whole blocks.
    #[allow(unsafe_code)]
    pub fn absorb(self, state: &mut S, blocks: &[[u8; BLOCK]]) {
        // SAFETY: the function comes out of a `Runnable`, which exists only where the processor offers
        // what the candidate needs.
        unsafe { (self.absorb)(state, blocks) }
    }
}

/// A hash of a message that comes piece by piece. It is bound to a candidate when it is made, keeps
/// less than a block of the message, and is wiped when it goes out of use.
pub struct Hasher<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> {
    by: Compression<S, BLOCK>,
    /// In a box, so that moving a hasher leaves no copy behind.
    inner: Box<Kept<S, BLOCK>>,
}

/// What a hash keeps of a message that comes piece by piece, for a caller that holds it in memory of
/// its own, such as that of a C program. It names no candidate and no address, so that its bytes may be
/// copied; every call takes the candidate that stands then.
#[repr(C)]
pub struct Kept<S, const BLOCK: usize> {
    state: S,
    pieces: Pieces<BLOCK>,
}

impl<S, const BLOCK: usize> Kept<S, BLOCK> {
    /// Nothing of the message has come.
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

/// Takes the next piece of a message whose state the caller keeps.
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

/// Writes the digest of all that has come of a message whose state the caller keeps; more may come.
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

/// Takes the next piece of the message.
// One copy in a module: its size counts. So it is with the next one.
#[cfg_attr(lean, inline(never))]
fn take<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    kept: &mut Kept<S, BLOCK>,
    by: Compression<S, BLOCK>,
    piece: &[u8],
) {
    let Kept { state, pieces } = kept;
    pieces.take(piece, |blocks| by.absorb(state, blocks));
}

/// Writes the digest of all that has come; more may come.
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

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        take(&mut self.inner, self.by, piece);
    }

    /// The digest of all that has come so far; more may come.
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

/// What a candidate must answer.
pub(in crate::prim) struct Answers<const DIGEST: usize> {
    /// Messages that are published with their digests.
    pub(in crate::prim) examples: &'static [(&'static str, [u8; DIGEST])],
    /// Lengths at the edges of blocks and padding, of messages 0, 1, 2, ... (modulo 256), at most
    /// [`LONGEST`].
    pub(in crate::prim) lengths: &'static [usize],
    /// The digest over the digests of these.
    pub(in crate::prim) digest_of_digests: [u8; DIGEST],
}

/// The longest message of a self-test in bytes.
const LONGEST: usize = 1000;

/// The most lengths of messages that a self-test may have.
const MAX_LENGTHS: usize = 32;

/// Whether a candidate gives the answers, in one call, in two parts, in two pieces and after a block.
pub(in crate::prim) fn agrees<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize>(
    candidate: Runnable<Ops<S, BLOCK, DIGEST>>,
    answers: &Answers<DIGEST>,
) -> bool {
    let message: [u8; LONGEST] = core::array::from_fn(|i| i as u8);
    let mut digests = [[0; DIGEST]; MAX_LENGTHS];
    let digests = &mut digests[..answers.lengths.len()];
    let (mut in_pieces, mut after_block) = (true, true);
    for (digest, &len) in digests.iter_mut().zip(answers.lengths) {
        // A part may fill nothing, one byte or some blocks before the next one comes.
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

/// Bytes of a message that come at once where the loop for the lab takes it piece by piece: so many
/// that what a call costs is little beside them.
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
