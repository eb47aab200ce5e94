//! SHA-512 in plain 64-bit integers.
//!
//! Origin: FIPS 180-4, sections 4.1.3 and 6.4, from the text. The schedule is a window of sixteen
//! words, renewed word by word between the rounds; the eight working variables rotate by renaming,
//! not by moves. `portable_*.rs` compile this source under CPU feature sets. All arithmetic is
//! modulo 2^64 and needs no bounds.

use super::message::{self, Block, State};
use super::{Candidate, DIGEST_LEN, Features, Meta, Ops};
use crate::prim::shared::sha2::K;
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from FIPS 180-4").checked(),
    ops: Ops { hash, absorb: compress_blocks },
};

/// Returns the SHA-512 of the optional first block and all parts.
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
pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    let mut window = [0; 16];
    for block in blocks {
        for (word, bytes) in window.iter_mut().zip(block.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        let mut working = *state;
        let (constants, _) = K.as_chunks::<16>();
        for (group, constants) in constants.iter().enumerate() {
            sixteen_rounds(&mut working, &mut window, constants, group < 4);
        }
        for (word, working) in state.iter_mut().zip(working) {
            *word = word.wrapping_add(working);
        }
    }
    wipe(&mut window);
}

#[inline(always)]
fn sixteen_rounds(v: &mut State, w: &mut [u64; 16], k: &[u64; 16], renew: bool) {
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
fn scheduled<const T: usize>(w: &[u64; 16]) -> u64 {
    let (far, near) = (w[(T + 1) % 16], w[(T + 14) % 16]);
    let sigma0 = far.rotate_right(1) ^ far.rotate_right(8) ^ (far >> 7);
    let sigma1 = near.rotate_right(19) ^ near.rotate_right(61) ^ (near >> 6);
    w[T].wrapping_add(sigma0).wrapping_add(w[(T + 9) % 16]).wrapping_add(sigma1)
}

/// Performs round `T` modulo 16 with the sum of its constant and its schedule word.
#[inline(always)]
pub(super) fn round<const T: usize>(v: &mut State, constant_and_word: u64) {
    let at = |name: usize| (name + 16 - T) % 8;
    let [a, b, c] = [v[at(0)], v[at(1)], v[at(2)]];
    let [e, f, g] = [v[at(4)], v[at(5)], v[at(6)]];
    let sum0 = a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39);
    let sum1 = e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41);
    // WebAssembly lacks an instruction for `!e & g`.
    let choice = if cfg!(target_arch = "wasm32") { ((f ^ g) & e) ^ g } else { (e & f) ^ (!e & g) };
    let majority = ((a ^ b) & (b ^ c)) ^ b;
    let temporary =
        v[at(7)].wrapping_add(constant_and_word).wrapping_add(choice).wrapping_add(sum1);
    v[at(3)] = v[at(3)].wrapping_add(temporary);
    v[at(7)] = temporary.wrapping_add(majority).wrapping_add(sum0);
}
