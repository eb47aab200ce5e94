//! SHA-1 in plain 32-bit integers.
//!
//! Origin: FIPS 180-4, sections 4.1.1 and 6.1, from the text. The schedule is a window of sixteen
//! words, renewed word by word. `portable_*.rs` compile this source under CPU feature sets. All
//! arithmetic is modulo 2^32 and needs no bounds.

use super::{Block, Candidate, DIGEST_LEN, Features, Meta, Ops, State, message};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from FIPS 180-4").checked(),
    ops: Ops { hash, absorb },
};

fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    message(first, parts, absorb)
}

/// One copy of the rounds for all calls from `message`.
#[inline(never)]
fn absorb(state: &mut State, blocks: &[Block]) {
    compress(state, blocks);
}

/// The constants of the four kinds of rounds.
const K: [u32; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];

/// Compresses the blocks into the state.
#[inline(always)]
pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    let mut window = [0; 16];
    for block in blocks {
        for (word, bytes) in window.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut working = *state;
        twenty_rounds::<0>(&mut working, &mut window);
        twenty_rounds::<1>(&mut working, &mut window);
        twenty_rounds::<2>(&mut working, &mut window);
        twenty_rounds::<3>(&mut working, &mut window);
        for (word, working) in state.iter_mut().zip(working) {
            *word = word.wrapping_add(working);
        }
    }
    wipe(&mut window);
}

/// Performs the twenty rounds of kind `F`.
#[inline(always)]
fn twenty_rounds<const F: usize>(v: &mut State, w: &mut [u32; 16]) {
    for t in 20 * F..20 * F + 20 {
        let [a, b, c, d, e] = *v;
        let mixed = match F {
            0 => (b & c) ^ (!b & d),
            2 => (b & c) ^ (b & d) ^ (c & d),
            _ => b ^ c ^ d,
        };
        let word = if t < 16 { w[t] } else { scheduled(w, t) };
        let sum = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e);
        *v = [sum.wrapping_add(K[F]).wrapping_add(word), a, b.rotate_left(30), c, d];
    }
}

/// Returns schedule word `t` and stores it over word `t - 16`.
#[inline(always)]
fn scheduled(w: &mut [u32; 16], t: usize) -> u32 {
    let at = |back: usize| w[(t - back) % 16];
    let word = (at(3) ^ at(8) ^ at(14) ^ at(16)).rotate_left(1);
    w[t % 16] = word;
    word
}
