//! Padding and digest output, for every candidate that supplies a compression function.

use crate::prim::shared::sha2;
use crate::wipe::wipe;

/// Length of a block in bytes.
pub(crate) const BLOCK: usize = 128;

pub(crate) type Block = [u8; BLOCK];
pub(crate) type State = [u64; 8];

/// Returns the hash of the optional first block and all parts.
#[inline(always)]
pub(crate) fn hash(
    first: Option<&Block>,
    parts: &[&[u8]],
    compress: impl Fn(&mut State, &[Block]),
) -> [u8; 64] {
    let mut state = sha2::INITIAL;
    sha2::absorb(first, parts, |blocks| compress(&mut state, blocks));
    let mut digest = [0; 64];
    for (bytes, word) in digest.chunks_exact_mut(8).zip(&state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    wipe(&mut state);
    digest
}
