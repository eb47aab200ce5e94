//! MD5 in plain 32-bit integers.
//!
//! Origin: RFC 1321, section 3.4, from the text. Each step depends on the previous step, which
//! bounds the speed. `portable_*.rs` compile this source under CPU feature sets. All arithmetic is
//! modulo 2^32 and needs no bounds.

use super::{Candidate, DIGEST_LEN, Features, Meta, Ops, State};
use crate::prim::shared::md4::{self, Block};
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, from RFC 1321").checked(),
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

/// The integer part of 2^32 abs(sin(i)) for i from 1 to 64.
const T: [u32; 64] = [
    0xd76a_a478,
    0xe8c7_b756,
    0x2420_70db,
    0xc1bd_ceee,
    0xf57c_0faf,
    0x4787_c62a,
    0xa830_4613,
    0xfd46_9501,
    0x6980_98d8,
    0x8b44_f7af,
    0xffff_5bb1,
    0x895c_d7be,
    0x6b90_1122,
    0xfd98_7193,
    0xa679_438e,
    0x49b4_0821,
    0xf61e_2562,
    0xc040_b340,
    0x265e_5a51,
    0xe9b6_c7aa,
    0xd62f_105d,
    0x0244_1453,
    0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6,
    0xc337_07d6,
    0xf4d5_0d87,
    0x455a_14ed,
    0xa9e3_e905,
    0xfcef_a3f8,
    0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942,
    0x8771_f681,
    0x6d9d_6122,
    0xfde5_380c,
    0xa4be_ea44,
    0x4bde_cfa9,
    0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6,
    0xeaa1_27fa,
    0xd4ef_3085,
    0x0488_1d05,
    0xd9d4_d039,
    0xe6db_99e5,
    0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244,
    0x432a_ff97,
    0xab94_23a7,
    0xfc93_a039,
    0x655b_59c3,
    0x8f0c_cc92,
    0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f,
    0xfe2c_e6e0,
    0xa301_4314,
    0x4e08_11a1,
    0xf753_7e82,
    0xbd3a_f235,
    0x2ad7_d2bb,
    0xeb86_d391,
];

/// The rotations of four consecutive steps of each round; they repeat.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// For each round, the message word of its first step and the stride to the next step's word.
const WORDS: [(usize, usize); 4] = [(0, 1), (1, 5), (5, 3), (0, 7)];

/// Compresses the blocks into the state.
#[inline(always)]
pub(super) fn compress(state: &mut State, blocks: &[Block]) {
    let mut x = [0; 16];
    for block in blocks {
        for (word, bytes) in x.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let mut working = state.0;
        sixteen_steps::<0>(&mut working, &x);
        sixteen_steps::<1>(&mut working, &x);
        sixteen_steps::<2>(&mut working, &x);
        sixteen_steps::<3>(&mut working, &x);
        for (word, working) in state.0.iter_mut().zip(working) {
            *word = word.wrapping_add(working);
        }
    }
    wipe(&mut x);
}

/// Performs the sixteen steps of round `R`.
#[inline(always)]
fn sixteen_steps<const R: usize>(v: &mut [u32; 4], x: &[u32; 16]) {
    let (first, stride) = WORDS[R];
    for step in 0..16 {
        let [a, b, c, d] = *v;
        let mixed = match R {
            0 => (b & c) | (!b & d),
            1 => (b & d) | (c & !d),
            2 => b ^ c ^ d,
            _ => c ^ (b | !d),
        };
        let word = x[(first + stride * step) % 16];
        let sum = a.wrapping_add(mixed).wrapping_add(word).wrapping_add(T[16 * R + step]);
        *v = [d, b.wrapping_add(sum.rotate_left(TURNS[R][step % 4])), b, c];
    }
}
