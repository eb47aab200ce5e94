//! Stream ciphers: a keystream from a key and a nonce, cut into numbered blocks, and XORed onto a
//! message in one call or as the message comes, piece by piece.

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

/// What tells one cipher of the family from another.
pub trait Cipher<const BLOCK: usize, const NONCE: usize, const KEY: usize>:
    fmt::Debug + 'static
{
    /// Key, nonce and the number of the next block, as kernels have them.
    type State: Send + Sync;

    /// The kernels with fewer rounds, if the cipher has such.
    type Reduced: fmt::Debug + Sync;

    /// How many blocks a stream has.
    const BLOCKS: u128;
    /// What a longer message is told.
    const LONGEST: &'static str;

    /// A state without a key.
    fn empty() -> Self::State;

    /// Sets a state to the first block. It is written where it stays, because one that is returned
    /// leaves copies behind.
    fn begin(state: &mut Self::State, key: &[u8; KEY], nonce: &[u8; NONCE]);

    /// Moves a state on by so many blocks, modulo 2^64, as kernels do: there and back again is no
    /// change, also where they counted beyond the last block.
    fn skip(state: &mut Self::State, blocks: u64);

    /// Wipes a state.
    fn wipe(state: &mut Self::State);

    /// Wipes what kernels left on the stack, if they leave anything.
    fn wipe_stack() {}
}

/// Writes the input XOR keystream into the output, from the block of the state on; the state is
/// left at the block behind the last one used.
pub(in crate::prim) type Xor<S> = unsafe fn(&mut S, &mut [u8], Source<'_>);

/// The functions of a candidate. Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// The kernel. The caller has checked that the lengths agree and that the blocks do not run out.
    pub(in crate::prim) xor: Xor<C::State>,
    /// The same with fewer rounds.
    pub(in crate::prim) reduced: C::Reduced,
}

/// A primitive of the family.
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

/// Writes `source` XOR the keystream from a block on into `out`, by a kernel of the chosen candidate, under a
/// nonce of any length that its kernels serve.
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

/// A stream that is taken piece by piece, by the candidate chosen now for pieces of
/// [`PIECE_LEN`] bytes.
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

/// For which pieces a candidate is chosen: so long that it matters.
const PIECE_LEN: usize = 4096;

/// Whether there are as many blocks behind a block as `len` bytes take.
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
    /// Writes `source` XOR the keystream from a block on into `out`; `source.check(out.len())` holds
    /// and the blocks do not run out.
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

    /// As [`Self::xor`], under a nonce of another length that the same kernels serve.
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

    /// As [`Self::xor_under`], by one of this candidate's kernels.
    // One copy in a module: its size counts.
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
        // Kernels read the state in wide pieces, for which a word written just before is a delay.
        if block > 0 {
            <C as Cipher<BLOCK, OTHER, KEY>>::skip(&mut state, block);
        }
        xor_by(xor, &mut state, out, source);
        <C as Cipher<BLOCK, OTHER, KEY>>::wipe(&mut state);
        <C as Cipher<BLOCK, OTHER, KEY>>::wipe_stack();
    }

    /// A stream that is taken piece by piece, from its first block on.
    #[must_use]
    #[cfg_attr(lean, inline(never))]
    pub fn init(self, key: &[u8; KEY], nonce: &[u8; NONCE]) -> Stream<C, BLOCK, NONCE, KEY> {
        let inner = Inner { state: C::empty(), block: [0; BLOCK], left: 0, next: 0 };
        let mut stream = Stream { xor: self.ops().xor, inner: Box::new(inner) };
        C::begin(&mut stream.inner.state, key, nonce);
        stream
    }
}

/// A stream that is taken piece by piece, at a position. It is bound to a candidate when it is made,
/// and is wiped when it goes out of use. It cannot be copied: two messages under one keystream give
/// each other away.
pub struct Stream<C, const BLOCK: usize, const NONCE: usize, const KEY: usize>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// Of a candidate that was runnable.
    xor: Xor<C::State>,
    /// In a box, so that moving a stream leaves no copy of its key behind.
    inner: Box<Inner<C::State, BLOCK>>,
}

struct Inner<S, const BLOCK: usize> {
    /// At block `next`, modulo 2^64.
    state: S,
    /// The block before it.
    block: [u8; BLOCK],
    /// How many bytes at its end have not been used.
    left: usize,
    next: u128,
}

impl<C, const BLOCK: usize, const NONCE: usize, const KEY: usize> Stream<C, BLOCK, NONCE, KEY>
where
    C: Cipher<BLOCK, NONCE, KEY>,
{
    /// Goes to the beginning of the block of that number.
    // One copy in a module: its size counts. So it is with the next one.
    #[cfg_attr(lean, inline(never))]
    pub fn seek(&mut self, block: u64) {
        let inner = &mut *self.inner;
        C::skip(&mut inner.state, block.wrapping_sub(inner.next as u64));
        (inner.left, inner.next) = (0, block.into());
    }

    /// Writes `source` XOR the next bytes of the keystream into `out`.
    ///
    /// # Errors
    /// [`Error::Length`] if the source is not as long as `out` or the blocks run out; nothing is
    /// written, and the position stays.
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
    // SAFETY: the function comes out of a `Runnable`, which exists only where the processor offers
    // what the candidate needs.
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
