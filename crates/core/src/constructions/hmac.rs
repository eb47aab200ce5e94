//! HMAC (RFC 2104) over any hash function that absorbs blocks: one-shot, incremental, and repeated
//! under one key. The selected candidate of the hash function does all computation; HMAC does not
//! make a choice of its own.
//!
//! `BLOCK` and `DIGEST` are the hash function's lengths in bytes. A tag may be a truncated digest,
//! its first `TAG` bytes (section 5).

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

/// Writes the tag of a message under a key of at most a block, with the selected candidate.
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

/// Does the same as [`tag_to`], with a named candidate.
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

/// Calls `work` with the block derived from a key of any length. The block is the key padded with
/// zeros, or the padded digest of a key that is longer than a block (section 2). The block is wiped
/// in place; returning it would leave a copy.
///
/// # Errors
/// The errors of the work, and [`Error::NoCandidate`] if no candidate of the hash function passes
/// its self-test.
// Not inlined in WebAssembly modules, to save code size; likewise below.
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

/// Returns the tag of a message under a key of any length.
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

/// Verifies the tag of a message under a key of any length, in constant time.
///
/// # Errors
/// [`Error::Verification`] for a wrong tag, [`Error::NoCandidate`] if no candidate of the hash
/// function passes its self-test.
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

/// Compares tags in constant time and wipes the expected tag, because the expected tag of a forged
/// message would complete the forgery.
fn is_genuine<const TAG: usize>(genuine: &Wiped<[u8; TAG]>, tag: &[u8; TAG]) -> Result<()> {
    if equal(genuine, tag) { Ok(()) } else { Err(Error::Verification) }
}

/// Starts an incremental HMAC under a key of any length, with the currently selected candidate.
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

/// Does the same as [`init`], with a named candidate and a key that is not longer than a block.
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

/// An incremental HMAC. It uses the candidate that was selected at its creation, buffers less than
/// a block of the message, and wipes itself when dropped. To reuse a key, clone the `Mac` before
/// adding message bytes: setting up the key again would absorb two blocks.
pub struct Mac<S, const BLOCK: usize, const DIGEST: usize, const TAG: usize>
where
    S: State<BLOCK, DIGEST>,
{
    by: Compression<S, BLOCK>,
    /// Boxed, so that moving the value does not leave copies of the key.
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

    /// Adds the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.inner.update(self.by, piece);
    }

    /// Returns the tag of the message.
    #[must_use]
    pub fn finish(mut self) -> [u8; TAG] {
        let mut tag = [0; TAG];
        self.inner.finish(self.by, &mut tag);
        tag
    }

    /// Verifies the tag of the message, in constant time.
    ///
    /// # Errors
    /// [`Error::Verification`] for a wrong tag.
    pub fn verify(self, tag: &[u8; TAG]) -> Result<()> {
        is_genuine(&Wiped::new(self.finish()), tag)
    }

    /// Returns the tag of the message followed by `parts`, without changing the state. For a `Mac`
    /// with a key and an empty message this is the tag of `parts`, without the cost of setting up
    /// the key.
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
    /// Replaces `value` by its tag under the key and XORs the tag into `sum`, `count` times. The
    /// caller overwrites the stack afterwards.
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

/// A prepared key for several tags. Unlike a [`Mac`], it never moves and does not need heap memory.
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
    /// Returns the tag of the concatenated parts.
    pub(crate) fn tag(&self, parts: &[&[u8]]) -> [u8; DIGEST] {
        self.state.tag_after(self.by, &Pieces::NONE, parts)
    }
}

/// Calls `work` with a key that is prepared once. The caller overwrites the secret remnants of
/// `work` and key on the stack.
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
