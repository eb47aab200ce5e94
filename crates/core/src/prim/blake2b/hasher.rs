//! Incremental BLAKE2b.

use alloc::boxed::Box;
use core::fmt;
use core::slice::from_ref;

use super::Params;
use super::message::{BLOCK, Block, Kind, State, initial};
use crate::error::Result;
use crate::wipe::wipe;

/// Type of a function that absorbs whole blocks.
pub(super) type Absorb = unsafe fn(&mut State, &[Block], Kind);

const WHOLE: Kind = Kind { step: BLOCK as u128, last: 0 };

/// An incremental hash. It uses the candidate that was selected at its construction, buffers at
/// most a block of the message, and is wiped when dropped.
pub struct Hasher {
    /// The function of a runnable candidate.
    absorb: Absorb,
    digest_len: usize,
    /// On the heap, so that moving a hasher leaves no copy of the state.
    inner: Box<Kept>,
}

/// The state of an incremental hash, for a caller that stores it in its own memory, such as a C
/// program. It refers to no candidate and no address, so its bytes may be copied; every call uses
/// the candidate chosen at that time.
#[repr(C)]
pub struct Kept {
    state: State,
    /// The buffered block, which may be the last; zeros from `filled` on.
    rest: Block,
    filled: usize,
}

impl Kept {
    /// An uninitialised state, to be passed to [`Self::begin`].
    pub const EMPTY: Self =
        Self { state: State { words: [0; 8], count: 0 }, rest: [0; BLOCK], filled: 0 };

    /// Begins a message with a digest of `digest_len` bytes. The state must be [empty](Self::EMPTY)
    /// and is initialised in place.
    pub fn begin(&mut self, digest_len: usize, params: &Params<'_>) {
        self.state.words = initial(digest_len, params);
        let key = params.key();
        if !key.is_empty() {
            self.rest[..key.len()].copy_from_slice(key);
            self.filled = BLOCK;
        }
    }

    /// Absorbs the next piece of the message.
    ///
    /// # Errors
    /// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
    pub fn update(&mut self, piece: &[u8]) -> Result<()> {
        self.take(super::absorbing()?, piece);
        Ok(())
    }

    /// Writes the digest of all pieces so far to the beginning of `out`, at most 64 bytes. The
    /// message may continue.
    ///
    /// # Errors
    /// Same as [`Self::update`].
    pub fn digest_into(&self, out: &mut [u8]) -> Result<()> {
        self.finish(super::absorbing()?, out);
        Ok(())
    }

    // Not inlined in a WebAssembly module, to save code size; the same holds for the next function.
    #[cfg_attr(lean, inline(never))]
    fn take(&mut self, by: Absorb, piece: &[u8]) {
        let Self { state, rest, filled } = self;
        let (head, more) = piece.split_at(piece.len().min(BLOCK - *filled));
        rest[*filled..*filled + head.len()].copy_from_slice(head);
        *filled += head.len();
        if more.is_empty() {
            return;
        }
        absorb(by, state, from_ref(rest), WHOLE);
        let (blocks, tail) = more.split_at((more.len() - 1) / BLOCK * BLOCK);
        if !blocks.is_empty() {
            absorb(by, state, blocks.as_chunks().0, WHOLE);
        }
        rest.fill(0);
        rest[..tail.len()].copy_from_slice(tail);
        *filled = tail.len();
    }

    #[cfg_attr(lean, inline(never))]
    fn finish(&self, by: Absorb, out: &mut [u8]) {
        let Self { state, rest, filled } = self;
        let mut state = State { words: state.words, count: state.count };
        let last = Kind { step: *filled as u128, last: !0 };
        absorb(by, &mut state, from_ref(rest), last);
        state.digest(out);
        wipe(&mut state.words);
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept(..)")
    }
}

impl Hasher {
    /// Begins a message. The caller has checked the digest length, and that the processor has the
    /// features that the candidate of this function needs.
    pub(super) fn new(absorb: Absorb, digest_len: usize, params: &Params<'_>) -> Self {
        let mut inner = Box::new(Kept::EMPTY);
        inner.begin(digest_len, params);
        Self { absorb, digest_len, inner }
    }

    /// Absorbs the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        self.inner.take(self.absorb, piece);
    }

    /// Returns the digest length in bytes.
    #[must_use]
    pub fn digest_len(&self) -> usize {
        self.digest_len
    }

    /// Writes the digest of all pieces so far to the beginning of `out`; the message may continue.
    ///
    /// # Panics
    /// If `out` is shorter than the digest.
    pub fn digest_into(&self, out: &mut [u8]) {
        let len = self.digest_len;
        self.inner.finish(self.absorb, &mut out[..len]);
    }
}

#[allow(unsafe_code)]
fn absorb(by: Absorb, state: &mut State, blocks: &[Block], kind: Kind) {
    // SAFETY: the function comes from a `Runnable`, which exists only if the CPU has the features
    // that the candidate needs.
    unsafe { by(state, blocks, kind) }
}

impl Clone for Hasher {
    fn clone(&self) -> Self {
        let state = State { words: [0; 8], count: self.inner.state.count };
        let mut inner = Box::new(Kept { state, rest: [0; BLOCK], filled: self.inner.filled });
        inner.state.words.copy_from_slice(&self.inner.state.words);
        inner.rest.copy_from_slice(&self.inner.rest);
        Self { absorb: self.absorb, digest_len: self.digest_len, inner }
    }
}

impl Drop for Hasher {
    fn drop(&mut self) {
        wipe(&mut self.inner.state.words);
        wipe(&mut self.inner.rest);
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher(..)")
    }
}
