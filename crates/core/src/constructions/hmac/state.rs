//! The state of HMAC between the key setup and the tag.

use core::fmt;
use core::slice::from_ref;

use crate::prim::family::hash::{Compression, State};
use crate::prim::family::pieces::Pieces;
use crate::wipe::wipe;

/// The bytes of ipad and opad (section 2), which derive two keys from one.
const INNER: u8 = 0x36;
const OUTER: u8 = 0x5c;

/// Writes the inner block of a key that is not longer than a block. The block is written in place,
/// because returning it would leave a copy. The key is copied before the pad is XORed: if the pad
/// were written first, a load would span two stores, which costs 10 ns.
#[inline(always)]
pub(super) fn key_to_inner<const BLOCK: usize, const KEY: usize>(
    pad: &mut [u8; BLOCK],
    key: &[u8; KEY],
) {
    const { assert!(KEY <= BLOCK) };
    pad[..KEY].copy_from_slice(key);
    for pad in pad {
        *pad ^= INNER;
    }
}

#[inline(always)]
pub(super) fn inner_to_outer(pad: &mut [u8]) {
    for pad in pad {
        *pad ^= INNER ^ OUTER;
    }
}

/// The inner and outer hash states after absorbing the key blocks. They are initialized in place,
/// because returning them would leave copies, and wiped when dropped.
#[repr(C)]
pub(super) struct Keyed<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> {
    inner: S,
    outer: S,
}

impl<S, const BLOCK: usize, const DIGEST: usize> Keyed<S, BLOCK, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    /// Returns a state without a key.
    pub(super) fn empty() -> Self {
        Self { inner: S::initial(), outer: S::initial() }
    }

    /// Sets the key. The message is then empty.
    // Not inlined in WebAssembly modules, to save code size; likewise below.
    #[cfg_attr(lean, inline(never))]
    pub(super) fn begin<const KEY: usize>(&mut self, by: Compression<S, BLOCK>, key: &[u8; KEY]) {
        let mut pad = [0; BLOCK];
        key_to_inner(&mut pad, key);
        by.absorb(&mut self.inner, from_ref(&pad));
        inner_to_outer(&mut pad);
        by.absorb(&mut self.outer, from_ref(&pad));
        wipe(&mut pad);
    }

    /// Writes the tag of a message of `len` bytes. The whole blocks have been absorbed, and `rest`
    /// is the last partial block.
    fn finish<const TAG: usize>(
        &mut self,
        by: Compression<S, BLOCK>,
        rest: &[u8],
        len: u128,
        to: &mut [u8; TAG],
    ) {
        let pad = BLOCK as u128;
        let absorb = |state: &mut S, blocks: &[[u8; BLOCK]]| by.absorb(state, blocks);
        // The inner state is finished in place, because a copy of it would also have to be wiped.
        let (mut inner, mut outer) = ([0; DIGEST], [0; DIGEST]);
        self.inner.finish(rest, pad + len, absorb, &mut inner);
        self.outer.finish(&inner, pad + DIGEST as u128, absorb, &mut outer);
        to.copy_from_slice(&outer[..TAG]);
        wipe(&mut inner);
        wipe(&mut outer);
    }

    /// Returns the tag of the message so far followed by `parts`.
    #[cfg_attr(lean, inline(never))]
    pub(super) fn tag_after<const TAG: usize>(
        &self,
        by: Compression<S, BLOCK>,
        come: &Pieces<BLOCK>,
        parts: &[&[u8]],
    ) -> [u8; TAG] {
        let (mut state, mut tag) = (Self::empty(), [0; TAG]);
        state.copy_from(self);
        // Without buffered bytes, the last partial block needs no copy, which would have to be
        // wiped.
        if !cfg!(lean)
            && come.len() == 0
            && let [whole] = parts
        {
            let (blocks, rest) = whole.as_chunks();
            if !blocks.is_empty() {
                by.absorb(&mut state.inner, blocks);
            }
            state.finish(by, rest, whole.len() as u128, &mut tag);
            return tag;
        }
        let mut pieces = Pieces::NONE;
        pieces.copy_from(come);
        for part in parts {
            pieces.take(part, |blocks| by.absorb(&mut state.inner, blocks));
        }
        state.finish(by, pieces.rest(), pieces.len(), &mut tag);
        tag
    }

    /// Replaces `value` by its tag and XORs the tag into `sum`, `count` times. Each iteration
    /// copies the states that have absorbed the key, so the key is processed only once.
    pub(super) fn iterate(
        &self,
        by: Compression<S, BLOCK>,
        value: &mut [u8; DIGEST],
        sum: &mut [u8; DIGEST],
        count: u32,
    ) {
        let absorb = |state: &mut S, blocks: &[[u8; BLOCK]]| by.absorb(state, blocks);
        let len = (BLOCK + DIGEST) as u128;
        let mut digest = [0; DIGEST];
        for _ in 0..count {
            let [mut inner, mut outer] = [&self.inner, &self.outer].map(Clone::clone);
            inner.finish(value, len, absorb, &mut digest);
            outer.finish(&digest, len, absorb, value);
            for (sum, value) in sum.iter_mut().zip(&*value) {
                *sum ^= value;
            }
        }
    }

    fn copy_from(&mut self, other: &Self) {
        self.inner.clone_from(&other.inner);
        self.outer.clone_from(&other.outer);
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize> Drop for Keyed<S, BLOCK, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    fn drop(&mut self) {
        self.inner.wipe();
        self.outer.wipe();
    }
}

/// The incremental state for a caller with its own memory, such as a C program. It contains neither
/// a candidate nor an address, so its bytes may be copied.
#[repr(C)]
pub struct Kept<S: State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> {
    pub(super) state: Keyed<S, BLOCK, DIGEST>,
    pub(super) pieces: Pieces<BLOCK>,
}

impl<S, const BLOCK: usize, const DIGEST: usize> Kept<S, BLOCK, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    /// Returns a state without a key, for [`Self::begin`].
    #[must_use]
    pub fn empty() -> Self {
        Self { state: Keyed::empty(), pieces: Pieces::NONE }
    }

    /// Sets a key that is not longer than a block. The message is then empty.
    pub fn begin<const KEY: usize>(&mut self, by: Compression<S, BLOCK>, key: &[u8; KEY]) {
        self.state.begin(by, key);
    }

    /// Adds the next piece of the message.
    #[cfg_attr(lean, inline(never))]
    pub fn update(&mut self, by: Compression<S, BLOCK>, piece: &[u8]) {
        let Self { state, pieces } = self;
        pieces.take(piece, |blocks| by.absorb(&mut state.inner, blocks));
    }

    /// Writes the tag of the message.
    #[cfg_attr(lean, inline(never))]
    pub fn finish<const TAG: usize>(&mut self, by: Compression<S, BLOCK>, to: &mut [u8; TAG]) {
        let Self { state, pieces } = self;
        state.finish(by, pieces.rest(), pieces.len(), to);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.state.copy_from(&other.state);
        self.pieces.copy_from(&other.pieces);
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize> fmt::Debug for Kept<S, BLOCK, DIGEST>
where
    S: State<BLOCK, DIGEST>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept(..)")
    }
}
