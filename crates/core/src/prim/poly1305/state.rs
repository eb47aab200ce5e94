//! The state of Poly1305 between the pieces of a message.

use alloc::boxed::Box;
use core::fmt;

use super::{Absorb, BLOCK, KEY_LEN, Ops, PRIMITIVE, State, TAG_LEN, UPDATE, is_genuine};
use crate::choose::Runnable;
use crate::error::Result;
use crate::prim::family::pieces::Pieces;
use crate::wipe::Wiped;

/// The compression function of a candidate that the processor can run.
#[derive(Clone, Copy, Debug)]
pub struct Compression(Absorb);

impl Compression {
    /// That of the chosen candidate.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn chosen() -> Result<Self> {
        Ok(Self::of(PRIMITIVE.pick(UPDATE, 0)?))
    }

    /// That of a named candidate.
    #[must_use]
    pub fn of(candidate: Runnable<Ops>) -> Self {
        Self(candidate.ops().absorb)
    }

    #[allow(unsafe_code)]
    fn absorb(self, state: &mut State, blocks: &[[u8; BLOCK]]) {
        // SAFETY: the function comes out of a `Runnable`, which exists only where the processor offers
        // what the candidate needs.
        unsafe { (self.0)(state, blocks) }
    }
}

/// The state between two pieces of a message, for a caller that holds it in its own memory, such as a C
/// program. It names no candidate and no address, so that its bytes may be copied.
#[repr(C)]
pub struct Kept {
    state: State,
    pieces: Pieces<BLOCK>,
}

impl Kept {
    /// Without a key, for [`Self::begin`].
    #[must_use]
    pub fn empty() -> Self {
        Self { state: State::empty(), pieces: Pieces::NONE }
    }

    /// Takes the key; nothing of the message has come.
    // Not inlined: beside the allocation of a state the compiler would spill the key.
    #[inline(never)]
    pub fn begin(&mut self, key: &[u8; KEY_LEN]) {
        self.state.begin(key);
    }

    /// Takes the next piece of the message.
    // One copy in a module for WebAssembly: its size counts. So it is below.
    #[cfg_attr(lean, inline(never))]
    pub fn update(&mut self, by: Compression, piece: &[u8]) {
        let Self { state, pieces } = self;
        pieces.take(piece, |blocks| by.absorb(state, blocks));
    }

    /// Writes the tag of all that has come, and wipes what it was made of.
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

/// The tag of a message that comes in pieces. It is bound to a candidate when it is made, keeps less than a
/// block of the message, and is wiped when dropped. It cannot be copied: the tags of two messages under one key
/// give the key away.
pub struct Mac {
    by: Compression,
    /// In a box, so that moving an authenticator leaves no copy of its key behind.
    inner: Box<Kept>,
}

impl Mac {
    pub(super) fn begin(by: Compression, key: &[u8; KEY_LEN]) -> Self {
        let mut inner = Box::new(Kept::empty());
        inner.begin(key);
        Self { by, inner }
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.inner.update(self.by, piece);
    }

    /// The tag of all that has come.
    #[must_use]
    pub fn finish(mut self) -> [u8; TAG_LEN] {
        let mut tag = [0; TAG_LEN];
        self.inner.finish(&mut tag);
        tag
    }

    /// Checks the tag of all that has come, in a time that does not depend on the tag.
    ///
    /// # Errors
    /// [`crate::Error::Verification`] if it is another.
    pub fn verify(self, tag: &[u8; TAG_LEN]) -> Result<()> {
        is_genuine(&Wiped::new(self.finish()), tag)
    }
}

impl fmt::Debug for Mac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mac(..)")
    }
}
