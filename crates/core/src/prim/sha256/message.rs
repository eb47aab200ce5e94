//! Padding and digest output, for every candidate that supplies a compression function.

use crate::prim::shared::sha2;
use crate::wipe::wipe;

/// Length of a block in bytes.
pub(crate) const BLOCK: usize = 64;

pub(crate) type Block = [u8; BLOCK];
pub(crate) type State = [u32; 8];

/// The initial state.
pub(crate) const INITIAL: State = {
    let mut state = [0; 8];
    let mut i = 0;
    while i < 8 {
        state[i] = (sha2::INITIAL[i] >> 32) as u32;
        i += 1;
    }
    state
};

/// The round constants.
pub(crate) const K: [u32; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = (sha2::K[i] >> 32) as u32;
        i += 1;
    }
    table
};

/// Returns the hash of the optional first block and all parts.
#[inline(always)]
pub(crate) fn hash(
    first: Option<&Block>,
    parts: &[&[u8]],
    compress: impl Fn(&mut State, &[Block]),
) -> [u8; 32] {
    let mut state = INITIAL;
    sha2::absorb(first, parts, |blocks| compress(&mut state, blocks));
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(&state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    wipe(&mut state);
    digest
}
