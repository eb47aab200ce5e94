//! The state of Poly1305 between the pieces of a message.

use alloc::boxed::Box;
use core::fmt;

use super::{Absorb, BLOCK, KEY_LEN, Ops, PRIMITIVE, State, TAG_LEN, UPDATE, is_genuine};
use crate::choose::Runnable;
use crate::error::Result;
use crate::prim::family::pieces::Pieces;
use crate::wipe::Wiped;

/// The compression function of a candidate that this processor can run.
#[derive(Clone, Copy, Debug)]
pub struct Compression(Absorb);

impl Compression {
    /// Returns the function of the chosen candidate.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn chosen() -> Result<Self> {
        Ok(Self::of(PRIMITIVE.pick(UPDATE, 0)?))
    }

    /// Returns the function of the given candidate.
    #[must_use]
    pub fn of(candidate: Runnable<Ops>) -> Self {
        Self(candidate.ops().absorb)
    }

    #[allow(unsafe_code)]
    fn absorb(self, state: &mut State, blocks: &[[u8; BLOCK]]) {
        // SAFETY: the function comes from a `Runnable`, which exists only where the processor
        // offers what the candidate needs.
        unsafe { (self.0)(state, blocks) }
    }
}

/// The state between two pieces of a message, for callers that store it in their own memory, such
/// as C programs. It contains neither candidate nor pointer, so its bytes may be copied.
#[repr(C)]
pub struct Kept {
    state: State,
    pieces: Pieces<BLOCK>,
}

impl Kept {
    /// Returns a state without a key, for [`Self::begin`].
    #[must_use]
    pub fn empty() -> Self {
        Self { state: State::empty(), pieces: Pieces::NONE }
    }

    /// Sets the key and starts an empty message.
    // Not inlined, because the compiler would spill the key if it inlined this function where a
    // state is allocated.
    #[inline(never)]
    pub fn begin(&mut self, key: &[u8; KEY_LEN]) {
        self.state.begin(key);
    }

    /// Absorbs the next piece of the message.
    // This function and `finish` are not inlined in WebAssembly modules, to save code size.
    #[cfg_attr(lean, inline(never))]
    pub fn update(&mut self, by: Compression, piece: &[u8]) {
        let Self { state, pieces } = self;
        pieces.take(piece, |blocks| by.absorb(state, blocks));
    }

    /// Writes the tag of all pieces and wipes the state.
    #[cfg_attr(lean, inline(never))]
    pub fn finish(&mut self, to: &mut [u8; TAG_LEN]) {
        *to = self.state.finish(self.pieces.rest());
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// The tag of an incremental message. It uses the candidate that was selected at its construction,
/// buffers less than a block of the message, and is wiped on drop. It is deliberately not `Clone`,
/// because the tags of two messages under one key reveal the key.
pub struct Mac {
    by: Compression,
    /// Boxed, so that moving a `Mac` does not leave a copy of its key.
    inner: Box<Kept>,
}

impl Mac {
    pub(super) fn begin(by: Compression, key: &[u8; KEY_LEN]) -> Self {
        let mut inner = Box::new(Kept::empty());
        inner.begin(key);
        Self { by, inner }
    }

    /// Absorbs the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.inner.update(self.by, piece);
    }

    /// Returns the tag of all pieces.
    #[must_use]
    pub fn finish(mut self) -> [u8; TAG_LEN] {
        let mut tag = [0; TAG_LEN];
        self.inner.finish(&mut tag);
        tag
    }

    /// Verifies the tag of all pieces in time independent of the tag.
    ///
    /// # Errors
    /// [`crate::Error::Verification`] if the tag is wrong.
    pub fn verify(self, tag: &[u8; TAG_LEN]) -> Result<()> {
        is_genuine(&Wiped::new(self.finish()), tag)
    }
}

impl fmt::Debug for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac(..)")
    }
}
