//! Stream ciphers. A key and a nonce yield a keystream of numbered blocks, which is XORed onto a
//! message in one call or incrementally.

mod answers;

use alloc::boxed::Box;
use core::fmt;

pub(in crate::prim) use answers::{Answers, LATE, agrees};

use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array, sample_bytes,
};
use crate::error::{Error, Result};
use crate::prim::Source;
use crate::prim::rank::RANK;
use crate::wipe::wipe;

const STREAM: usize = 0;
const XOR: usize = 1;
const OPERATIONS: &[Operation] =
    &[Operation::new("stream", Axis::Bytes), Operation::new("xor", Axis::Bytes)];

/// The properties in which the ciphers of this family differ.
pub trait Cipher<const BLOCK: usize, const NONCE: usize, const KEY: usize>:
    fmt::Debug + 'static
{
    /// The key, the nonce and the number of the next block, in the layout that kernels use.
    type State: Send + Sync;

    /// The kernels with fewer rounds, if the cipher has any.
    type Reduced: fmt::Debug + Sync;

    /// Number of blocks in a stream.
    const BLOCKS: u128;
    /// The expected length as text, for the error of a message that is too long.
    const LONGEST: &'static str;

    /// Returns a state without a key.
    fn empty() -> Self::State;

    /// Sets a state to the first block. It is written in place, since returning a state would leave
    /// copies on the stack.
    fn begin(state: &mut Self::State, key: &[u8; KEY], nonce: &[u8; NONCE]);

    /// Advances a state by `blocks`, modulo 2^64, as kernels do. Advancing by the negative amount
    /// restores the state, even if a kernel counted beyond the last block.
    fn skip(state: &mut Self::State, blocks: u64);

    /// Overwrites a state with zeros.
    fn wipe(state: &mut Self::State);

    /// Wipes the secrets that kernels leave on the stack, if any.
    fn wipe_stack() {}
}

/// XORs the input with the keystream into the output, starting at the block of the state.
/// Afterwards the state is at the first unused block.
pub(in crate::prim) type Xor<S> = unsafe fn(&mut S, &mut [u8], Source<'_>);

/// The functions that a candidate implements. Time depends only on the lengths.
#[derive(Debug)]
pub struct Ops<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// The kernel. The caller has checked that the lengths agree and that the blocks suffice.
    pub(in crate::prim) xor: Xor<C::State>,
    /// The kernels with fewer rounds.
    pub(in crate::prim) reduced: C::Reduced,
}

/// Builds a primitive of this family.
pub(in crate::prim) const fn primitive<
    C: Cipher<BLOCK, NONCE, KEY>,
    const BLOCK: usize,
    const NONCE: usize,
    const KEY: usize,
>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<C, BLOCK, NONCE, KEY>>],
    selftest: fn(Runnable<Ops<C, BLOCK, NONCE, KEY>>) -> bool,
) -> Primitive<Ops<C, BLOCK, NONCE, KEY>> {
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
    let primitive = primitive.fuzzed(super::testing::stream);
    primitive
}

/// Writes `source` XOR the keystream, starting at `block`, to `out`. A kernel of the chosen
/// candidate does the work; it may support several nonce lengths.
pub(in crate::prim) fn xor<C, const BLOCK: usize, const N: usize, const M: usize, const K: usize>(
    primitive: &'static Primitive<Ops<C, BLOCK, N, K>>,
    kernel: impl FnOnce(&Ops<C, BLOCK, N, K>) -> Xor<<C as Cipher<BLOCK, N, K>>::State>,
    key: &[u8; K],
    nonce: &[u8; M],
    block: u64,
    out: &mut [u8],
    source: Source<'_>,
) -> Result<()>
where
    C: Cipher<BLOCK, N, K> + Cipher<BLOCK, M, K, State = <C as Cipher<BLOCK, N, K>>::State>,
{
    source.check(out.len())?;
    check::<C, BLOCK, M, K>(block.into(), out.len())?;
    let operation = if matches!(source, Source::Zero) { STREAM } else { XOR };
    let candidate = primitive.pick(operation, out.len())?;
    candidate.xor_with(kernel(candidate.ops()), key, nonce, block, out, source);
    Ok(())
}

/// Begins an incremental stream with the candidate currently chosen for pieces of [`PIECE_LEN`]
/// bytes.
pub(in crate::prim) fn init<
    C: Cipher<BLOCK, NONCE, KEY>,
    const BLOCK: usize,
    const NONCE: usize,
    const KEY: usize,
>(
    primitive: &'static Primitive<Ops<C, BLOCK, NONCE, KEY>>,
    key: &[u8; KEY],
    nonce: &[u8; NONCE],
) -> Result<Stream<C, BLOCK, NONCE, KEY>> {
    Ok(primitive.pick(XOR, PIECE_LEN)?.init(key, nonce))
}

/// Piece length for which a candidate is chosen: long enough for the choice to matter.
const PIECE_LEN: usize = 4096;

/// Checks that the stream has enough blocks, from `block` on, for `len` bytes.
fn check<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>(
    block: u128,
    len: usize,
) -> Result<()>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    if block + len.div_ceil(BLOCK) as u128 <= C::BLOCKS {
        return Ok(());
    }
    Err(Error::length("input", C::LONGEST, len))
}

impl<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>
    Runnable<Ops<C, BLOCK, NONCE, KEY>>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// Writes `source` XOR the keystream, starting at `block`, to `out`. The caller has checked
    /// that `source.check(out.len())` holds and that the blocks suffice.
    #[inline]
    pub fn xor(
        self,
        key: &[u8; KEY],
        nonce: &[u8; NONCE],
        block: u64,
        out: &mut [u8],
        source: Source<'_>,
    ) {
        self.xor_under(key, nonce, block, out, source);
    }

    /// Same as [`Self::xor`], with a nonce of a different length that the same kernels support.
    #[inline]
    pub fn xor_under<const OTHER: usize>(
        self,
        key: &[u8; KEY],
        nonce: &[u8; OTHER],
        block: u64,
        out: &mut [u8],
        source: Source<'_>,
    ) where
        C: Cipher<BLOCK, OTHER, KEY, State = <C as Cipher<BLOCK, NONCE, KEY>>::State>,
    {
        self.xor_with(self.ops().xor, key, nonce, block, out, source);
    }

    /// Same as [`Self::xor_under`], with the given kernel of this candidate.
    // Not inlined in a WebAssembly module, to save code size.
    #[cfg_attr(lean, inline(never))]
    #[cfg_attr(not(lean), inline)]
    pub(in crate::prim) fn xor_with<const OTHER: usize>(
        self,
        xor: Xor<<C as Cipher<BLOCK, NONCE, KEY>>::State>,
        key: &[u8; KEY],
        nonce: &[u8; OTHER],
        block: u64,
        out: &mut [u8],
        source: Source<'_>,
    ) where
        C: Cipher<BLOCK, OTHER, KEY, State = <C as Cipher<BLOCK, NONCE, KEY>>::State>,
    {
        let mut state = <C as Cipher<BLOCK, OTHER, KEY>>::empty();
        <C as Cipher<BLOCK, OTHER, KEY>>::begin(&mut state, key, nonce);
        // The state is changed only if blocks must be skipped, because kernels load the state in
        // wide vectors, and such a load stalls after a narrow store.
        if block > 0 {
            <C as Cipher<BLOCK, OTHER, KEY>>::skip(&mut state, block);
        }
        xor_by(xor, &mut state, out, source);
        <C as Cipher<BLOCK, OTHER, KEY>>::wipe(&mut state);
        <C as Cipher<BLOCK, OTHER, KEY>>::wipe_stack();
    }

    /// Begins an incremental stream at the first block.
    #[must_use]
    #[cfg_attr(lean, inline(never))]
    pub fn init(self, key: &[u8; KEY], nonce: &[u8; NONCE]) -> Stream<C, BLOCK, NONCE, KEY> {
        let inner = Inner { state: C::empty(), block: [0; BLOCK], left: 0, next: 0 };
        let mut stream = Stream { xor: self.ops().xor, inner: Box::new(inner) };
        C::begin(&mut stream.inner.state, key, nonce);
        stream
    }
}

/// An incremental stream cipher with a position. It uses the candidate that was selected at its
/// construction, and is wiped when dropped. It is not `Clone`, because encrypting two messages with
/// one keystream reveals their XOR.
pub struct Stream<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// The kernel of a runnable candidate.
    xor: Xor<C::State>,
    /// The state is on the heap, so that moving a stream does not leave a copy of its key.
    inner: Box<Inner<C::State, BLOCK>>,
}

struct Inner<S, const BLOCK: usize> {
    /// The state at block `next`, modulo 2^64.
    state: S,
    /// The keystream block before `next`.
    block: [u8; BLOCK],
    /// Number of unused bytes at the end of `block`.
    left: usize,
    next: u128,
}

impl<C, const BLOCK: usize, const NONCE: usize, const KEY: usize> Stream<C, BLOCK, NONCE, KEY>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// Moves to the beginning of block `block`.
    // Not inlined in a WebAssembly module, to save code size; the same holds for the next function.
    #[cfg_attr(lean, inline(never))]
    pub fn seek(&mut self, block: u64) {
        let inner = &mut *self.inner;
        C::skip(&mut inner.state, block.wrapping_sub(inner.next as u64));
        (inner.left, inner.next) = (0, block.into());
    }

    /// Writes `source` XOR the next bytes of the keystream to `out`.
    ///
    /// # Errors
    /// [`Error::Length`] if `source` and `out` differ in length or the blocks run out; nothing is
    /// written and the position does not change.
    #[cfg_attr(lean, inline(never))]
    pub fn xor(&mut self, out: &mut [u8], source: Source<'_>) -> Result<()> {
        source.check(out.len())?;
        let Inner { state, block, left, next } = &mut *self.inner;
        let (head, out) = out.split_at_mut(out.len().min(*left));
        check::<C, BLOCK, NONCE, KEY>(*next, out.len())?;
        source.xor(head, &block[BLOCK - *left..]);
        *left -= head.len();
        *next += out.len().div_ceil(BLOCK) as u128;
        let source = source.skip(head.len());
        let (whole, tail) = out.split_at_mut(out.len() - out.len() % BLOCK);
        if !whole.is_empty() {
            xor_by(self.xor, state, whole, source.first(whole.len()));
        }
        if !tail.is_empty() {
            xor_by(self.xor, state, block, Source::Zero);
            source.skip(whole.len()).xor(tail, block);
            *left = BLOCK - tail.len();
        }
        C::wipe_stack();
        Ok(())
    }
}

#[allow(unsafe_code)]
#[inline]
fn xor_by<S>(xor: Xor<S>, state: &mut S, out: &mut [u8], source: Source<'_>) {
    // SAFETY: the function comes from a `Runnable`, which exists only if the CPU has the features
    // that the candidate needs.
    unsafe { xor(state, out, source) }
}

impl<C, const BLOCK: usize, const NONCE: usize, const KEY: usize> Drop
    for Stream<C, BLOCK, NONCE, KEY>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    fn drop(&mut self) {
        wipe(&mut self.inner.block);
        C::wipe(&mut self.inner.state);
    }
}

impl<C, const BLOCK: usize, const NONCE: usize, const KEY: usize> fmt::Debug
    for Stream<C, BLOCK, NONCE, KEY>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream(..)")
    }
}

fn bench<C: Cipher<BLOCK, NONCE, KEY>, const BLOCK: usize, const NONCE: usize, const KEY: usize>(
    target: Target<Ops<C, BLOCK, NONCE, KEY>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let (key, nonce, input) = (sample_array(2), sample_array(3), sample_bytes(size, 4));
    bench_of(size, move |out| {
        let source = if operation == STREAM { Source::Zero } else { Source::From(&input) };
        target.get(operation, size)?.xor(&key, &nonce, 0, out, source);
        Ok(())
    })
}
