//! BLAKE2b with two columns in a 128-bit vector.
//!
//! Origin: written from RFC 7693, section 3. Needs SIMD128. A row of the working vector fills two
//! vectors. Before the diagonal half of a round, the rows `a`, `c` and `d` rotate instead of row
//! `b`, which is ready last. The sixteen words of a block fill eight vectors, from which one
//! shuffle builds any pair of words. The sixteen vectors match the number of processor registers,
//! whereas plain integers would need twice that number for the working vector and the message. All
//! arithmetic wraps modulo 2^64, without bounds to track.

use core::arch::wasm32::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::blake2b::message::{self, Block, Kind, State};
use crate::prim::blake2b::sigma::{INITIAL, SIGMA};
use crate::prim::blake2b::{Ops, Params};
use crate::prim::shared::wasm32::simd128::{indices, load, store};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from RFC 7693"),
    ops: Ops { hash, absorb: Some(compress) },
};

/// For the rotations by 32, 24 and 16 bits: the source index of each byte of a vector.
const ROTATIONS: [[u8; 16]; 3] = [turned(4), turned(3), turned(2)];

/// Returns [`ROTATIONS`] as swizzle indices.
#[inline(always)]
pub(in crate::prim) fn rotations() -> [v128; 3] {
    let [by_32, by_24, by_16] = &ROTATIONS;
    [indices::<0>(load(by_32)), indices::<1>(load(by_24)), indices::<2>(load(by_16))]
}

fn hash(params: &Params<'_>, out: &mut [u8], parts: &[&[u8]]) {
    message::hash(params, out, parts, compress);
}

/// Absorbs the blocks into the state.
// Not inlined, so that all calls share one copy of the rounds.
#[inline(never)]
fn compress(state: &mut State, blocks: &[Block], kind: Kind) {
    let rotations = &rotations();
    for block in blocks {
        state.count = state.count.wrapping_add(kind.step);
        let [i0, i1, i2, i3, i4, i5, i6, i7] = INITIAL;
        let low = i4 ^ state.count as u64;
        let high = i5 ^ (state.count >> 64) as u64;
        let (chain, _) = state.words.as_chunks_mut::<2>();
        let [h0, h1, h2, h3] = [load(&chain[0]), load(&chain[1]), load(&chain[2]), load(&chain[3])];
        let [n0, n1] = [u64x2(i0, i1), u64x2(i2, i3)];
        let mut v = [h0, h1, h2, h3, n0, n1, u64x2(low, high), u64x2(i6 ^ kind.last, i7)];
        let (words, _) = block.as_chunks::<16>();
        macro_rules! read {
            ($($i:literal)*) => {[$( load(&words[$i]) ),*]};
        }
        let words = read!(0 1 2 3 4 5 6 7);
        macro_rules! rounds {
            ($($r:literal)*) => {$( round::<$r>(&mut v, &words, rotations); )*};
        }
        rounds!(0 1 2 3 4 5 6 7 8 9 10 11);
        for (i, words) in chain.iter_mut().enumerate() {
            store(words, v128_xor(load(words), v128_xor(v[i], v[i + 4])));
        }
    }
}

/// Round `R`. In its second half, lane `i` is the diagonal that meets row `b` in column `i`.
#[inline(always)]
fn round<const R: usize>(v: &mut [v128; 8], words: &[v128; 8], rotations: &[v128; 3]) {
    mix(v, four::<R>(words, [0, 2, 4, 6]), four::<R>(words, [1, 3, 5, 7]), rotations);
    [v[0], v[1]] = across(v[1], v[0]);
    [v[4], v[5]] = across(v[4], v[5]);
    v.swap(6, 7);
    mix(v, four::<R>(words, [14, 8, 10, 12]), four::<R>(words, [15, 9, 11, 13]), rotations);
    [v[0], v[1]] = across(v[0], v[1]);
    [v[4], v[5]] = across(v[5], v[4]);
    v.swap(6, 7);
}

/// The function G of section 3.1 on four columns.
#[inline(always)]
fn mix(v: &mut [v128; 8], x: [v128; 2], y: [v128; 2], rotations: &[v128; 3]) {
    [v[0], v[2], v[4], v[6]] = mixed([v[0], v[2], v[4], v[6]], x[0], y[0], rotations);
    [v[1], v[3], v[5], v[7]] = mixed([v[1], v[3], v[5], v[7]], x[1], y[1], rotations);
}

#[inline(always)]
fn mixed([a, b, c, d]: [v128; 4], x: v128, y: v128, turns: &[v128; 3]) -> [v128; 4] {
    let a = i64x2_add(i64x2_add(a, x), b);
    let d = i8x16_swizzle(v128_xor(d, a), turns[0]);
    let c = i64x2_add(c, d);
    let b = i8x16_swizzle(v128_xor(b, c), turns[1]);
    let a = i64x2_add(i64x2_add(a, y), b);
    let d = i8x16_swizzle(v128_xor(d, a), turns[2]);
    let c = i64x2_add(c, d);
    let b = v128_xor(b, c);
    [a, v128_or(i64x2_add(b, b), u64x2_shr(b, 63)), c, d]
}

/// Returns the message words at four positions in the order of round `R`.
#[inline(always)]
fn four<const R: usize>(words: &[v128; 8], [i, j, k, l]: [usize; 4]) -> [v128; 2] {
    let order = &SIGMA[R % 10];
    [pair(words, order[i], order[j]), pair(words, order[k], order[l])]
}

/// Returns a pair of message words.
#[inline(always)]
fn pair(words: &[v128; 8], first: usize, second: usize) -> v128 {
    let (one, two) = (words[first / 2], words[second / 2]);
    match (first % 2, second % 2) {
        (0, 0) => i64x2_shuffle::<0, 2>(one, two),
        (0, _) => i64x2_shuffle::<0, 3>(one, two),
        (_, 0) => i64x2_shuffle::<1, 2>(one, two),
        _ => i64x2_shuffle::<1, 3>(one, two),
    }
}

/// Returns the upper word of the first vector with the lower word of the second, and vice versa.
#[inline(always)]
fn across(one: v128, two: v128) -> [v128; 2] {
    [i64x2_shuffle::<1, 2>(one, two), i64x2_shuffle::<1, 2>(two, one)]
}

/// Returns the swizzle indices that rotate both words of a vector to the right by `by` bytes.
const fn turned(by: u8) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 16 {
        bytes[i as usize] = i & 8 | (i + by) & 7;
        i += 1;
    }
    bytes
}
