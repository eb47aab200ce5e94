//! Authenticators: a tag that only who knows the key can make of a message, in one call or as the
//! message comes, piece by piece.

mod answers;
mod kept;

use alloc::boxed::Box;
use core::fmt;

#[cfg(test)]
pub(in crate::prim) use answers::checksum;
pub(in crate::prim) use answers::{Answers, Example, Message, agrees};
pub use kept::{Kept, begin, finish, update};

use crate::choose::{
    Axis, Bench, Candidate, Definition, Operation, Primitive, Runnable, Target, bench_of,
    sample_array, sample_bytes,
};
use crate::error::{Error, Result};
use crate::prim::equal::equal;
use crate::prim::rank::RANK;
use crate::wipe::Wiped;

const WHOLE: usize = 0;
const UPDATE: usize = 1;
const OPERATIONS: &[Operation] =
    &[Operation::new("tag", Axis::Bytes), Operation::new("update", Axis::None)];

/// What an authenticator keeps between blocks. It is written where it stays, because one that is
/// returned leaves copies behind, and wipes itself when it is dropped.
pub trait State<const BLOCK: usize, const KEY: usize, const TAG: usize>:
    Send + Sync + 'static
{
    /// What a candidate absorbs blocks into: all of the state or a part of it.
    type Chain;

    /// Without a key.
    fn empty() -> Self;

    /// Takes the key; nothing of the message has come.
    fn begin(&mut self, key: &[u8; KEY], absorb: impl Fn(&mut Self::Chain, &[[u8; BLOCK]]));

    /// Where the blocks of the message go.
    fn chain(&mut self) -> &mut Self::Chain;

    /// The tag of a message of `len` bytes of which all whole blocks are absorbed and `rest` is not.
    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut Self::Chain, &[[u8; BLOCK]]),
    ) -> [u8; TAG];
}

/// A state of a key that serves any number of messages, so that it may be copied. One of a one-time
/// key may not: two tags under it give it away.
pub trait Reusable {
    /// Becomes a copy of another state.
    fn copy_from(&mut self, other: &Self);
}

/// Absorbs whole blocks.
type Absorb<C, const BLOCK: usize> = unsafe fn(&mut C, &[[u8; BLOCK]]);

/// The functions of a candidate. Time depends on the lengths alone.
#[derive(Debug)]
pub struct Ops<S, const BLOCK: usize, const KEY: usize, const TAG: usize>
where
    S: State<BLOCK, KEY, TAG>,
{
    /// The tag of a message.
    pub(in crate::prim) tag: unsafe fn(&[u8; KEY], &[u8]) -> [u8; TAG],
    /// Absorbs whole blocks, for messages that come piece by piece.
    pub(in crate::prim) absorb: Absorb<S::Chain, BLOCK>,
}

/// A primitive of the family.
pub(in crate::prim) const fn primitive<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    name: &'static str,
    candidates: &'static [Candidate<Ops<S, BLOCK, KEY, TAG>>],
    selftest: fn(Runnable<Ops<S, BLOCK, KEY, TAG>>) -> bool,
) -> Primitive<Ops<S, BLOCK, KEY, TAG>> {
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
    let primitive = primitive.fuzzed(super::fuzz::mac);
    primitive
}

/// The tag of a message by the chosen candidate.
#[inline]
pub(in crate::prim) fn tag<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    key: &[u8; KEY],
    message: &[u8],
) -> Result<[u8; TAG]> {
    Ok(primitive.pick(WHOLE, message.len())?.tag(key, message))
}

/// The same to a place of the caller's: a result that is returned beside an error is copied more than once.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn tag_to<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    key: &[u8; KEY],
    message: &[u8],
    to: &mut [u8; TAG],
) -> Result<()> {
    *to = primitive.pick(WHOLE, message.len())?.tag(key, message);
    Ok(())
}

/// Checks the tag of a message in a time that does not depend on the tag.
pub(in crate::prim) fn verify<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    key: &[u8; KEY],
    tag: &[u8; TAG],
    message: &[u8],
) -> Result<()> {
    let mut genuine = Wiped::new([0; TAG]);
    tag_to(primitive, key, message, &mut genuine)?;
    is_genuine(&genuine, tag)
}

/// An authenticator of a message that comes piece by piece, by the candidate chosen now.
pub(in crate::prim) fn init<
    S: State<BLOCK, KEY, TAG>,
    const BLOCK: usize,
    const KEY: usize,
    const TAG: usize,
>(
    primitive: &'static Primitive<Ops<S, BLOCK, KEY, TAG>>,
    key: &[u8; KEY],
) -> Result<Mac<S, BLOCK, KEY, TAG>> {
    Ok(primitive.pick(UPDATE, 0)?.init(key))
}

/// The genuine tag of a message that someone made up is a forgery to keep from them.
fn is_genuine<const TAG: usize>(genuine: &Wiped<[u8; TAG]>, tag: &[u8; TAG]) -> Result<()> {
    if equal(genuine, tag) { Ok(()) } else { Err(Error::Verification) }
}

impl<S, const BLOCK: usize, const KEY: usize, const TAG: usize> Runnable<Ops<S, BLOCK, KEY, TAG>>
where
    S: State<BLOCK, KEY, TAG>,
{
    /// The tag of a message.
    #[inline]
    #[must_use]
    #[allow(unsafe_code)]
    pub fn tag(self, key: &[u8; KEY], message: &[u8]) -> [u8; TAG] {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().tag)(key, message) }
    }

    /// An authenticator of a message that comes piece by piece.
    #[must_use]
    pub fn init(self, key: &[u8; KEY]) -> Mac<S, BLOCK, KEY, TAG> {
        let absorb = self.ops().absorb;
        let mut mac = Mac::<S, BLOCK, KEY, TAG>::new(absorb);
        kept::key_by(&mut mac.inner.state, absorb, key);
        mac
    }
}

/// The tag of a message that comes piece by piece. It is bound to a candidate when it is made, keeps
/// less than a block of the message, and is wiped when it goes out of use.
pub struct Mac<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize> {
    /// Of a candidate that was runnable.
    absorb: Absorb<S::Chain, BLOCK>,
    /// In a box, so that moving an authenticator leaves no copy of its key behind.
    inner: Box<Kept<S, BLOCK>>,
}

impl<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>
    Mac<S, BLOCK, KEY, TAG>
{
    fn new(absorb: Absorb<S::Chain, BLOCK>) -> Self {
        Self { absorb, inner: Box::new(Kept::empty()) }
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        kept::take_by(&mut self.inner, self.absorb, piece);
    }

    /// The tag of all that has come.
    #[must_use]
    pub fn finish(mut self) -> [u8; TAG] {
        kept::finish_by(&mut self.inner, self.absorb)
    }

    /// Checks the tag of all that has come, in a time that does not depend on the tag.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is another.
    pub fn verify(self, tag: &[u8; TAG]) -> Result<()> {
        is_genuine(&Wiped::new(self.finish()), tag)
    }
}

#[allow(unsafe_code)]
fn absorb_by<C, const BLOCK: usize>(
    absorb: Absorb<C, BLOCK>,
    chain: &mut C,
    blocks: &[[u8; BLOCK]],
) {
    // SAFETY: the function comes out of a `Runnable`, which exists only where the processor offers what
    // the candidate needs.
    unsafe { absorb(chain, blocks) }
}

impl<S, const BLOCK: usize, const KEY: usize, const TAG: usize> Clone for Mac<S, BLOCK, KEY, TAG>
where
    S: State<BLOCK, KEY, TAG> + Reusable,
{
    fn clone(&self) -> Self {
        let mut new = Self::new(self.absorb);
        new.inner.state.copy_from(&self.inner.state);
        new.inner.pieces.copy_from(&self.inner.pieces);
        new
    }
}

impl<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize> fmt::Debug
    for Mac<S, BLOCK, KEY, TAG>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac(..)")
    }
}

/// Bytes of a message that come at once where the loop for the lab takes it piece by piece: so many
/// that what a call costs is little beside them.
const PIECE_LEN: usize = 4096;

fn bench<S: State<BLOCK, KEY, TAG>, const BLOCK: usize, const KEY: usize, const TAG: usize>(
    target: Target<Ops<S, BLOCK, KEY, TAG>>,
    operation: usize,
    size: usize,
) -> Box<dyn Bench> {
    let (key, message) =
        (sample_array(2), sample_bytes(if operation == WHOLE { size } else { PIECE_LEN }, 4));
    bench_of(TAG, move |out| {
        let candidate = target.get(operation, size)?;
        let tag = if operation == UPDATE {
            let mut mac = candidate.init(&key);
            mac.update(&message);
            mac.finish()
        } else {
            candidate.tag(&key, &message)
        };
        out.copy_from_slice(&tag);
        Ok(())
    })
}
