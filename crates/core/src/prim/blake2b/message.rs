//! From the parameters and a message to blocks, and from the state to the digest, for every
//! candidate that brings a compression function (RFC 7693, sections 2.5 and 3.3).

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
    /// The bytes of the message absorbed so far.
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
        // Shorter than a word, of which no bytes are made that would have to be wiped.
        if let Some(word) = self.words.get(whole.len()) {
            for (i, byte) in rest.iter_mut().enumerate() {
                *byte = (word >> (8 * i)) as u8;
            }
        }
    }
}

/// How the compression function is to take its blocks.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// The bytes of the message that a block holds.
    pub(super) step: u128,
    /// All ones for the last block, else zero.
    pub(super) last: u64,
}

/// The digest of all parts, as many bytes as `out` is long.
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

/// The parameter block of a sequential hash (section 2.5; salt and personalisation as in the BLAKE2
/// paper, section 2.8) XORed onto the initial value.
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

/// Feeds the key's block, if there is a key, and all parts to `compress`. The last block, which may
/// be whole, part of one or empty, is held back until no more can come.
#[inline(always)]
fn absorb(key: &[u8], parts: &[&[u8]], mut compress: impl FnMut(&[Block], Kind)) {
    let whole = Kind { step: BLOCK as u128, last: 0 };
    // Zeros from `filled` on.
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
