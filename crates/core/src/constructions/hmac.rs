//! HMAC (RFC 2104) over any hash function that absorbs blocks: its tag in one call, in pieces, and many times
//! under one key. The hash function's chosen candidate computes everything; HMAC has no choice of its own.
//!
//! `BLOCK` and `DIGEST` are the hash function's lengths in bytes. A tag may be shorter than a digest: it is
//! the first `TAG` bytes (section 5).

mod state;

use alloc::boxed::Box;
use core::fmt;

use crate::choose::{Primitive, Runnable};
use crate::error::{Error, Result};
use crate::prim::equal::equal;
use crate::prim::family::hash::{self, Compression, State};
use crate::prim::family::pieces::Pieces;
use crate::wipe::{Wiped, wipe};

pub use state::Kept;
use state::{Keyed, inner_to_outer, key_to_inner};

/// Writes the tag of a message under a key of at most a block, by the chosen candidate.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate of the hash function passes its self-test.
#[inline]
pub fn tag_to<S, const BLOCK: usize, const DIGEST: usize, const KEY: usize, const TAG: usize>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8; KEY],
    message: &[u8],
    to: &mut [u8; TAG],
) -> Result<()>
where
    S: State<BLOCK, DIGEST>,
{
    tag_by(hash.of_length(message.len().saturating_add(BLOCK))?, key, message, to);
    Ok(())
}

/// The same by a named candidate.
#[inline]
pub fn tag_by<S, const BLOCK: usize, const DIGEST: usize, const KEY: usize, const TAG: usize>(
    candidate: Runnable<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8; KEY],
    message: &[u8],
    to: &mut [u8; TAG],
) where
    S: State<BLOCK, DIGEST>,
{
    let mut pad = [0; BLOCK];
    key_to_inner(&mut pad, key);
    let mut inner = candidate.hash_after(Some(&pad), &[message]);
    inner_to_outer(&mut pad);
    let mut outer = candidate.hash_after(Some(&pad), &[&inner]);
    to.copy_from_slice(&outer[..TAG]);
    wipe(&mut pad);
    wipe(&mut inner);
    wipe(&mut outer);
}

/// Does work with the block that a key of any length makes: filled up with zeros, or of a longer key its
/// digest and zeros (section 2). The block is wiped where it is; returned it would leave a copy.
///
/// # Errors
/// Those of the work, and [`Error::NoCandidate`] if no candidate of the hash function passes its self-test.
// One copy in a module for WebAssembly: its size counts. So it is below.
#[cfg_attr(lean, inline(never))]
pub fn with_key_block<S, const BLOCK: usize, const DIGEST: usize, T>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8],
    work: impl FnOnce(&[u8; BLOCK]) -> Result<T>,
) -> Result<T>
where
    S: State<BLOCK, DIGEST>,
{
    let mut block = Wiped::new([0; BLOCK]);
    if let Some(front) = block.get_mut(..key.len()) {
        front.copy_from_slice(key);
    } else {
        let mut digest = hash::hash(hash, &[key])?;
        block[..DIGEST].copy_from_slice(&digest);
        wipe(&mut digest);
    }
    work(&block)
}

/// The tag of a message under a key of any length.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate of the hash function passes its self-test.
#[cfg_attr(lean, inline(never))]
pub fn tag<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8],
    message: &[u8],
) -> Result<[u8; TAG]>
where
    S: State<BLOCK, DIGEST>,
{
    let mut tag = [0; TAG];
    with_key_block(hash, key, |block| tag_to(hash, block, message, &mut tag))?;
    Ok(tag)
}

/// Checks the tag of a message under a key of any length, in a time that does not depend on the tag.
///
/// # Errors
/// [`Error::Verification`] if it is another, [`Error::NoCandidate`] if no candidate of the hash function
/// passes its self-test.
pub fn verify<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8],
    tag: &[u8; TAG],
    message: &[u8],
) -> Result<()>
where
    S: State<BLOCK, DIGEST>,
{
    let mut genuine = Wiped::new([0; TAG]);
    with_key_block(hash, key, |block| tag_to(hash, block, message, &mut genuine))?;
    is_genuine(&genuine, tag)
}

/// The genuine tag of a forged message is itself a forgery, which the caller must not see.
fn is_genuine<const TAG: usize>(genuine: &Wiped<[u8; TAG]>, tag: &[u8; TAG]) -> Result<()> {
    if equal(genuine, tag) { Ok(()) } else { Err(Error::Verification) }
}

/// An authenticator of a message that comes in pieces, under a key of any length, by the candidate that is
/// chosen now.
///
/// # Errors
/// [`Error::NoCandidate`] if no candidate of the hash function passes its self-test.
pub fn init<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8],
) -> Result<Mac<S, BLOCK, DIGEST, TAG>>
where
    S: State<BLOCK, DIGEST>,
{
    let by = hash.compression()?;
    with_key_block(hash, key, |block| Ok(Mac::begin(by, block)))
}

/// The same by a named candidate, under a key of at most a block.
#[must_use]
pub fn init_by<S, const BLOCK: usize, const DIGEST: usize, const KEY: usize, const TAG: usize>(
    candidate: Runnable<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8; KEY],
) -> Mac<S, BLOCK, DIGEST, TAG>
where
    S: State<BLOCK, DIGEST>,
{
    Mac::begin(candidate.compression(), key)
}

/// The tag of a message that comes in pieces. It is bound to a candidate when it is made, keeps less than a
/// block of the message, and is wiped when dropped. A copy of one that has a key and no message yet costs less
/// than beginning anew, which absorbs two blocks.
pub struct Mac<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize>
where
    S: State<BLOCK, DIGEST>,
{
    by: Compression<S, BLOCK>,
    /// In a box, so that moving an authenticator leaves no copy of its key behind.
    inner: Box<Kept<S, BLOCK, DIGEST>>,
}

impl<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize> Mac<S, BLOCK, DIGEST, TAG>
where
    S: State<BLOCK, DIGEST>,
{
    fn begin<const KEY: usize>(by: Compression<S, BLOCK>, key: &[u8; KEY]) -> Self {
        let mut inner = Box::new(Kept::empty());
        inner.begin(by, key);
        Self { by, inner }
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.inner.update(self.by, piece);
    }

    /// The tag of all that has come.
    #[must_use]
    pub fn finish(mut self) -> [u8; TAG] {
        let mut tag = [0; TAG];
        self.inner.finish(self.by, &mut tag);
        tag
    }

    /// Checks the tag of all that has come, in a time that does not depend on the tag.
    ///
    /// # Errors
    /// [`Error::Verification`] if it is another.
    pub fn verify(self, tag: &[u8; TAG]) -> Result<()> {
        is_genuine(&Wiped::new(self.finish()), tag)
    }

    /// The tag of all that has come and of these parts after it. Nothing of the parts stays: of an authenticator
    /// that has a key and no message yet, this is the tag of the parts, for less than beginning anew.
    #[must_use]
    pub fn tag_after(&self, parts: &[&[u8]]) -> [u8; TAG] {
        let Kept { state, pieces } = &*self.inner;
        state.tag_after(self.by, pieces, parts)
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize> Mac<S, BLOCK, DIGEST, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    /// Makes `value` its own tag and XORs it onto `sum`, `count` times, under the key alone. What it leaves on
    /// the stack is the caller's to overwrite.
    pub(crate) fn iterate(&self, value: &mut [u8; DIGEST], sum: &mut [u8; DIGEST], count: u32) {
        debug_assert!(self.inner.pieces.len() == 0, "a part of a message has come");
        self.inner.state.iterate(self.by, value, sum, count);
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize> Clone
    for Mac<S, BLOCK, DIGEST, TAG>
where
    S: State<BLOCK, DIGEST>,
{
    fn clone(&self) -> Self {
        let mut inner = Box::new(Kept::empty());
        inner.copy_from(&self.inner);
        Self { by: self.by, inner }
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize> fmt::Debug
    for Mac<S, BLOCK, DIGEST, TAG>
where
    S: State<BLOCK, DIGEST>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac(..)")
    }
}

/// A key that is ready for several tags and never moves: unlike [`Mac`] it needs no memory of its own.
pub(crate) struct Ready<S, const BLOCK: usize, const DIGEST: usize>
where
    S: State<BLOCK, DIGEST>,
{
    by: Compression<S, BLOCK>,
    state: Keyed<S, BLOCK, DIGEST>,
}

impl<S, const BLOCK: usize, const DIGEST: usize> Ready<S, BLOCK, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    /// The tag of all parts one after another.
    pub(crate) fn tag(&self, parts: &[&[u8]]) -> [u8; DIGEST] {
        self.state.tag_after(self.by, &Pieces::NONE, parts)
    }
}

/// Does work with a key that is made ready once. What work and key leave on the stack beside the state is the
/// caller's to overwrite.
pub(crate) fn with_ready<S, const BLOCK: usize, const DIGEST: usize, T>(
    hash: &'static Primitive<hash::Ops<S, BLOCK, DIGEST>>,
    key: &[u8],
    work: impl FnOnce(&Ready<S, BLOCK, DIGEST>) -> T,
) -> Result<T>
where
    S: State<BLOCK, DIGEST>,
{
    let by = hash.compression()?;
    with_key_block(hash, key, |block| {
        let mut ready = Ready { by, state: Keyed::empty() };
        ready.state.begin(by, block);
        Ok(work(&ready))
    })
}
