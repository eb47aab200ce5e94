//! BLAKE2b in plain 64-bit integers.
//!
//! Origin: written from RFC 7693, section 3. All twelve rounds are unrolled, so that the sixteen
//! words stay in registers if there are enough, and each message word is read where it is added.
//! All arithmetic wraps modulo 2^64, without bounds to track.

use super::message::{self, Block, Kind, State};
use super::sigma::{INITIAL, SIGMA};
use super::{Candidate, Features, Meta, Ops, Params};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 7693").checked(),
    ops: Ops { hash, absorb: Some(compress_blocks) },
};

fn hash(params: &Params<'_>, out: &mut [u8], parts: &[&[u8]]) {
    message::hash(params, out, parts, compress_blocks);
}

/// A single copy of the rounds for the calls of `message::hash`.
#[inline(never)]
fn compress_blocks(state: &mut State, blocks: &[Block], kind: Kind) {
    compress(state, blocks, kind);
}

/// Returns the chaining value after one more block; `count` is the total number of bytes absorbed.
#[cfg(feature = "lanes")]
pub(in crate::prim) fn after(
    words: [u64; 8],
    block: &Block,
    count: u64,
    is_last: bool,
) -> [u64; 8] {
    let mut state = State { words, count: 0 };
    let last = if is_last { !0 } else { 0 };
    compress_blocks(&mut state, core::slice::from_ref(block), Kind { step: count.into(), last });
    state.words
}

/// Absorbs the blocks into the state.
#[inline(always)]
pub(super) fn compress(state: &mut State, blocks: &[Block], kind: Kind) {
    for block in blocks {
        state.count = state.count.wrapping_add(kind.step);
        let [h0, h1, h2, h3, h4, h5, h6, h7] = state.words;
        let [i0, i1, i2, i3, i4, i5, i6, i7] = INITIAL;
        let i4 = i4 ^ state.count as u64;
        let i5 = i5 ^ (state.count >> 64) as u64;
        let i6 = i6 ^ kind.last;
        let mut v = [h0, h1, h2, h3, h4, h5, h6, h7, i0, i1, i2, i3, i4, i5, i6, i7];
        let (words, _) = block.as_chunks::<8>();
        macro_rules! rounds {
            ($($r:literal)*) => {$( round::<$r>(&mut v, words); )*};
        }
        rounds!(0 1 2 3 4 5 6 7 8 9 10 11);
        for (i, word) in state.words.iter_mut().enumerate() {
            *word ^= v[i] ^ v[i + 8];
        }
    }
}

#[inline(always)]
fn round<const R: usize>(v: &mut [u64; 16], words: &[[u8; 8]]) {
    let word = |i: usize| u64::from_le_bytes(words[SIGMA[R % 10][i]]);
    mix(v, [0, 4, 8, 12], word(0), word(1));
    mix(v, [1, 5, 9, 13], word(2), word(3));
    mix(v, [2, 6, 10, 14], word(4), word(5));
    mix(v, [3, 7, 11, 15], word(6), word(7));
    mix(v, [0, 5, 10, 15], word(8), word(9));
    mix(v, [1, 6, 11, 12], word(10), word(11));
    mix(v, [2, 7, 8, 13], word(12), word(13));
    mix(v, [3, 4, 9, 14], word(14), word(15));
}

/// The function G of section 3.1.
#[inline(always)]
fn mix(v: &mut [u64; 16], [a, b, c, d]: [usize; 4], x: u64, y: u64) {
    v[a] = v[a].wrapping_add(x).wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = v[a].wrapping_add(y).wrapping_add(v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}
