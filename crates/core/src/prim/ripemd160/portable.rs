//! RIPEMD-160 in plain 32-bit integers.
//!
//! Origin: H. Dobbertin, A. Bosselaers and B. Preneel, "RIPEMD-160: a strengthened version of
//! RIPEMD" (1996), appendix A, from the text. Two lines of five rounds process the same block, and
//! their results are added crosswise. `portable_*.rs` compile this source under CPU feature sets.
//! All arithmetic is modulo 2^32 and needs no bounds.

use super::{Candidate, DIGEST_LEN, Features, Meta, Ops, State};
use crate::prim::shared::md4::{self, Block};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from the paper of 1996").checked(),
    ops: Ops { hash, absorb },
};

fn hash(first: Option<&Block>, parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
    md4::hash(first, parts, absorb)
}

/// One copy of the rounds for all calls from `md4::hash`.
#[inline(never)]
fn absorb(state: &mut State, blocks: &[Block]) {
    compress(state, blocks);
}

/// A round: its additive constant, its word order and its rotations.
struct Round {
    constant: u32,
    words: [u8; 16],
    rotations: [u8; 16],
}

/// The permutation rho, which maps the word order of each round to the order of the next round.
const RHO: [u8; 16] = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8];

/// For each round, the rotation of the step that adds a word, indexed by word.
const ROTATIONS: [[u8; 16]; 5] = [
    [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
    [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
    [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
    [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
    [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
];

const LEFT: [Round; 5] = line(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [0, 0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xa953_fd4e],
);

const RIGHT: [Round; 5] = line(
    [5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12],
    [0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0x7a6d_76e9, 0],
);

/// Returns the rounds of a line with this initial word order.
const fn line(mut words: [u8; 16], constants: [u32; 5]) -> [Round; 5] {
    let mut rounds = [const { Round { constant: 0, words: [0; 16], rotations: [0; 16] } }; 5];
    let mut round = 0;
    while round < 5 {
        let mut step = 0;
        rounds[round].constant = constants[round];
        rounds[round].words = words;
        while step < 16 {
            rounds[round].rotations[step] = ROTATIONS[round][words[step] as usize];
            words[step] = RHO[words[step] as usize];
            step += 1;
        }
        round += 1;
    }
    rounds
}

/// Compresses the blocks into the state.
#[inline(always)]
pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    let mut x = [0; 16];
    for block in blocks {
        for (word, bytes) in x.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let (mut left, mut right) = (state.0, state.0);
        macro_rules! rounds {
            ($($round:literal)*) => {$(
                rotate::<$round>(&mut left, &LEFT[$round], &x);
                rotate::<{ 4 - $round }>(&mut right, &RIGHT[$round], &x);
            )*};
        }
        rounds!(0 1 2 3 4);
        let h = state.0;
        for (i, word) in state.0.iter_mut().enumerate() {
            *word = h[(i + 1) % 5].wrapping_add(left[(i + 2) % 5]).wrapping_add(right[(i + 3) % 5]);
        }
    }
    wipe(&mut x);
}

/// Performs the sixteen steps of a round with function number `F`.
#[inline(always)]
fn rotate<const F: usize>(v: &mut [u32; 5], round: &Round, x: &[u32; 16]) {
    for (word, rotation) in round.words.iter().zip(round.rotations) {
        let [a, b, c, d, e] = *v;
        let mixed = match F {
            0 => b ^ c ^ d,
            1 => (b & c) | (!b & d),
            2 => (b | !c) ^ d,
            3 => (b & d) | (c & !d),
            _ => b ^ (c | !d),
        };
        let sum = a.wrapping_add(mixed).wrapping_add(x[usize::from(*word)]);
        let next = sum.wrapping_add(round.constant).rotate_left(rotation.into()).wrapping_add(e);
        *v = [e, next, b, c.rotate_left(10), d];
    }
}
