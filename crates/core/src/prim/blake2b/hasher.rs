//! BLAKE2b of a message that comes piece by piece.

use core::fmt;
use core::slice::from_ref;

use super::Params;
use super::message::{BLOCK, Block, Kind, State, initial};
use crate::wipe::wipe;

/// Absorbs whole blocks.
pub(super) type Absorb = unsafe fn(&mut State, &[Block], Kind);

const WHOLE: Kind = Kind { step: BLOCK as u128, last: 0 };

/// A hash of a message that comes piece by piece. It is bound to a candidate when it is made, keeps
/// at most a block of the message, and is wiped when it goes out of use.
#[derive(Clone)]
pub struct Hasher {
    /// Of a candidate that was runnable.
    absorb: Absorb,
    state: State,
    /// The block that is not absorbed, since it may be the last; zeros from `filled` on.
    rest: Block,
    filled: usize,
    digest_len: usize,
}

impl Hasher {
    /// Nothing of the message has come. The caller has checked the length of the digest, and that
    /// the processor offers what the candidate needs whose function this is.
    pub(super) fn new(absorb: Absorb, digest_len: usize, params: &Params<'_>) -> Self {
        let state = State { words: initial(digest_len, params), count: 0 };
        let (mut rest, key) = ([0; BLOCK], params.key());
        rest[..key.len()].copy_from_slice(key);
        let filled = if key.is_empty() { 0 } else { BLOCK };
        Self { absorb, state, rest, filled, digest_len }
    }

    /// Takes the next piece of the message.
    pub fn update(&mut self, piece: &[u8]) {
        let (head, more) = piece.split_at(piece.len().min(BLOCK - self.filled));
        self.rest[self.filled..self.filled + head.len()].copy_from_slice(head);
        self.filled += head.len();
        if more.is_empty() {
            return;
        }
        absorb(self.absorb, &mut self.state, from_ref(&self.rest), WHOLE);
        let (blocks, rest) = more.split_at((more.len() - 1) / BLOCK * BLOCK);
        if !blocks.is_empty() {
            absorb(self.absorb, &mut self.state, blocks.as_chunks().0, WHOLE);
        }
        self.rest = [0; BLOCK];
        self.rest[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    /// Length of the digest in bytes.
    #[must_use]
    pub fn digest_len(&self) -> usize {
        self.digest_len
    }

    /// Writes the digest of all that has come so far into the front of `out`; more may come.
    ///
    /// # Panics
    /// If `out` is shorter than the digest.
    pub fn digest_into(&self, out: &mut [u8]) {
        let mut state = self.state.clone();
        let last = Kind { step: self.filled as u128, last: !0 };
        absorb(self.absorb, &mut state, from_ref(&self.rest), last);
        let mut digest = [0; 64];
        for (bytes, word) in digest.chunks_exact_mut(8).zip(&state.words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        out[..self.digest_len].copy_from_slice(&digest[..self.digest_len]);
        wipe(&mut state.words);
        wipe(&mut digest);
    }
}

#[allow(unsafe_code)]
fn absorb(by: Absorb, state: &mut State, blocks: &[Block], kind: Kind) {
    // SAFETY: a `Hasher` is made by a `Runnable` alone, which exists only where the processor offers
    // what the candidate needs.
    unsafe { by(state, blocks, kind) }
}

impl Drop for Hasher {
    fn drop(&mut self) {
        wipe(&mut self.state.words);
        wipe(&mut self.rest);
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher(..)")
    }
}
