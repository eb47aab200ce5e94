//! SHA-256 in plain 32-bit integers.
//!
//! Origin: FIPS 180-4, sections 4.1.2 and 6.2, from the text. The schedule is a window of sixteen
//! words, renewed word by word between the rounds; the eight working variables rotate by renaming,
//! not by moves. `portable_*.rs` compile this source under CPU feature sets. All arithmetic is
//! modulo 2^32 and needs no bounds.

use super::message::{self, Block, K, State};
use super::{Candidate, DIGEST_LEN, Features, Meta, Ops};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from FIPS 180-4").checked(),
    ops: Ops { hash, absorb: compress_blocks },
};

/// Returns the SHA-256 of the optional first block and all parts.
pub(crate) fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message::hash(first, parts, compress_blocks)
}

/// One copy of the rounds for all calls from `message::hash`.
#[inline(never)]
fn compress_blocks(state: &mut State, blocks: &[Block]) {
    compress(state, blocks);
}

/// Compresses the blocks into the state.
#[inline(always)]
pub(crate) fn compress(state: &mut State, blocks: &[Block]) {
    let mut window = [0; 16];
    for block in blocks {
        for (word, bytes) in window.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut working = *state;
        let (constants, _) = K.as_chunks::<16>();
        for (group, constants) in constants.iter().enumerate() {
            sixteen_rounds(&mut working, &mut window, constants, group < 3);
        }
        for (word, working) in state.iter_mut().zip(working) {
            *word = word.wrapping_add(working);
        }
    }
    wipe(&mut window);
}

#[inline(always)]
fn sixteen_rounds(v: &mut State, w: &mut [u32; 16], k: &[u32; 16], renew: bool) {
    macro_rules! rounds {
        ($($t:literal)*) => {$(
            round::<$t>(v, k[$t].wrapping_add(w[$t]));
            if renew {
                w[$t] = scheduled::<$t>(w);
            }
        )*};
    }
    rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
}

/// Returns the schedule word that replaces word `T` sixteen rounds later.
#[inline(always)]
fn scheduled<const T: usize>(w: &[u32; 16]) -> u32 {
    let (far, near) = (w[(T + 1) % 16], w[(T + 14) % 16]);
    let sigma0 = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
    let sigma1 = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
    w[T].wrapping_add(sigma0).wrapping_add(w[(T + 9) % 16]).wrapping_add(sigma1)
}

/// Performs round `T` modulo 16 with the sum of its constant and its schedule word.
#[inline(always)]
pub(super) fn round<const T: usize>(v: &mut State, constant_and_word: u32) {
    let at = |name: usize| (name + 16 - T) % 8;
    let [a, b, c] = [v[at(0)], v[at(1)], v[at(2)]];
    let [e, f, g] = [v[at(4)], v[at(5)], v[at(6)]];
    let sum0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
    let sum1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
    // WebAssembly lacks an instruction for `!e & g`.
    let choice = if cfg!(target_arch = "wasm32") { ((f ^ g) & e) ^ g } else { (e & f) ^ (!e & g) };
    let majority = ((a ^ b) & (b ^ c)) ^ b;
    let temporary =
        v[at(7)].wrapping_add(constant_and_word).wrapping_add(choice).wrapping_add(sum1);
    v[at(3)] = v[at(3)].wrapping_add(temporary);
    v[at(7)] = temporary.wrapping_add(majority).wrapping_add(sum0);
}
