//! Splits parameters and message into blocks and extracts the digest from the state, for every
//! candidate that implements the compression function (RFC 7693, sections 2.5 and 3.3).

use core::slice::from_ref;

use super::{Params, sigma::INITIAL};
use crate::wipe::wipe;

/// Length of a block in bytes.
pub(in crate::prim) const BLOCK: usize = 128;

pub(super) type Block = [u8; BLOCK];

/// The state between two calls of the compression function.
pub(super) struct State {
    /// The chaining value.
    pub(super) words: [u64; 8],
    /// Number of message bytes absorbed so far.
    pub(super) count: u128,
}

impl State {
    /// Writes the first bytes of the chaining value, at most 64.
    #[inline(always)]
    pub(super) fn digest(&self, out: &mut [u8]) {
        let (whole, rest) = out.as_chunks_mut();
        for (bytes, word) in whole.iter_mut().zip(self.words) {
            *bytes = word.to_le_bytes();
        }
        // Write the last bytes, less than a word, from the word itself: a temporary byte array
        // would have to be wiped.
        if let Some(word) = self.words.get(whole.len()) {
            for (i, byte) in rest.iter_mut().enumerate() {
                *byte = (word >> (8 * i)) as u8;
            }
        }
    }
}

/// The mode of a call to the compression function.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Number of message bytes in each block.
    pub(super) step: u128,
    /// All ones for the last block, otherwise zero.
    pub(super) last: u64,
}

/// Fills `out` with the digest of the concatenated parts.
#[inline(always)]
pub(super) fn hash(
    params: &Params<'_>,
    out: &mut [u8],
    parts: &[&[u8]],
    compress: impl Fn(&mut State, &[Block], Kind),
) {
    let mut state = State { words: initial(out.len(), params), count: 0 };
    absorb(params.key, parts, |blocks, kind| compress(&mut state, blocks, kind));
    state.digest(out);
    wipe(&mut state.words);
}

/// Returns the initial value XORed with the parameter block of a sequential hash (section 2.5; for
/// salt and personalisation see the BLAKE2 paper, section 2.8).
#[inline(always)]
pub(in crate::prim) fn initial(out_len: usize, params: &Params<'_>) -> [u64; 8] {
    let half =
        |bytes: &[u8; 16], at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
    let mut words = INITIAL;
    // Digest length, key length, fanout 1, depth 1.
    words[0] ^= 0x0101_0000 | (params.key.len() as u64) << 8 | out_len as u64;
    words[4] ^= half(params.salt, 0);
    words[5] ^= half(params.salt, 8);
    words[6] ^= half(params.personal, 0);
    words[7] ^= half(params.personal, 8);
    words
}

/// Passes the key block, if there is a key, and all parts to `compress`. The last block, which may
/// be full, partial or empty, is held back until the end of the message.
#[inline(always)]
fn absorb(key: &[u8], parts: &[&[u8]], mut compress: impl FnMut(&[Block], Kind)) {
    let whole = Kind { step: BLOCK as u128, last: 0 };
    // The bytes from `filled` on are zeros.
    let mut tail = [0; BLOCK];
    let mut filled = 0;
    if !key.is_empty() {
        tail[..key.len()].copy_from_slice(key);
        filled = BLOCK;
    }
    for mut part in parts.iter().copied() {
        if filled > 0 {
            let (head, rest) = part.split_at(part.len().min(BLOCK - filled));
            tail[filled..filled + head.len()].copy_from_slice(head);
            filled += head.len();
            part = rest;
            if part.is_empty() {
                continue;
            }
            compress(from_ref(&tail), whole);
            tail = [0; BLOCK];
        }
        let (head, rest) = part.split_at(part.len().saturating_sub(1) / BLOCK * BLOCK);
        if !head.is_empty() {
            compress(head.as_chunks().0, whole);
        }
        tail[..rest.len()].copy_from_slice(rest);
        filled = rest.len();
    }
    compress(from_ref(&tail), Kind { step: filled as u128, last: !0 });
    wipe(&mut tail);
}
