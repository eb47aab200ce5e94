//! The compression function of Argon2 in 128-bit vectors, two words in each.
//!
//! Origin: written from RFC 9106, sections 3.5 and 3.6. Two adjacent words in memory fill a vector
//! for rows and columns alike, so no transposition is needed. A permutation contains no loop,
//! because the vectors of a loop would go through memory. Needs SIMD128. All arithmetic wraps
//! modulo 2^64, without bounds to track.

use core::arch::wasm32::{
    i8x16_swizzle, i32x4_shuffle, i64x2_add, i64x2_shuffle, i64x2_splat, u64x2_extmul_high_u32x4,
    u64x2_extmul_low_u32x4, u64x2_shr, u64x2_splat, v128, v128_and, v128_load, v128_or, v128_store,
    v128_xor,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::argon2::block::WORDS;
use crate::prim::argon2::{Block, Ops};
use crate::prim::blake2b::wasm32::simd128::rotations;

pub(in crate::prim::argon2) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from RFC 9106, two words a vector"),
    ops: Ops { compress },
};

/// Number of vectors in each of the eight rows of a block; it equals the number of rows.
const ROW: usize = WORDS / 16;

/// Four words of a permutation.
type Words = [v128; 2];

fn compress(out: &mut Block, first: &Block, second: &Block, onto: bool) {
    fetch(second);
    let rotations = &rotations();
    let sum = |i: usize| v128_xor(load(first, i), load(second, i));
    // Selected without a branch: Cranelift computes a value where it is first used, so a branch
    // after the permutation would compute it twice.
    let kept = i64x2_splat(-i64::from(onto));
    let mut state: [[v128; ROW]; ROW] = core::array::from_fn(|row| {
        permuted([0, 1, 2, 3, 4, 5, 6, 7].map(|column| sum(ROW * row + column)), rotations)
    });
    for column in 0..ROW {
        let at = [0, 1, 2, 3, 4, 5, 6, 7].map(|row| ROW * row + column);
        let words = permuted(state.each_ref().map(|row| row[column]), rotations);
        for (i, word) in at.into_iter().zip(words) {
            let before = v128_and(load(out, i), kept);
            store(out, i, v128_xor(v128_xor(sum(i), word), before));
        }
    }
    state.as_flattened_mut().fill(u64x2_splat(0));
    zeroize::optimization_barrier(&state);
}

/// Reads a word of each cache line, so that all lines are fetched in parallel: the reference block
/// is rarely in the cache, and the rows would wait for one line after another.
#[allow(unsafe_code)]
fn fetch(block: &Block) {
    for line in block.0.as_chunks::<8>().0 {
        // SAFETY: the pointer refers to a borrowed word.
        unsafe { (&raw const line[0]).read_volatile() };
    }
}

/// The permutation P: a round of BLAKE2b without a message.
#[inline(always)]
fn permuted(v: [v128; 8], rotations: &[v128; 3]) -> [v128; 8] {
    let [a, b, c, d] = mixed([v[0], v[1]], [v[2], v[3]], [v[4], v[5]], [v[6], v[7]], rotations);
    // Turns the diagonals into columns, and back.
    let (b, d) = (shifted(b[0], b[1]), shifted(d[1], d[0]));
    let [a, b, c, d] = mixed(a, b, [c[1], c[0]], d, rotations);
    let (b, d) = (shifted(b[1], b[0]), shifted(d[0], d[1]));
    [a[0], a[1], b[0], b[1], c[1], c[0], d[0], d[1]]
}

/// The function GB on four columns.
#[inline(always)]
fn mixed(a: Words, b: Words, c: Words, d: Words, rotations: &[v128; 3]) -> [Words; 4] {
    let a = added(a, b);
    let d = turned(xored(d, a), rotations[0]);
    let c = added(c, d);
    let b = turned(xored(b, c), rotations[1]);
    let a = added(a, b);
    let d = turned(xored(d, a), rotations[2]);
    let c = added(c, d);
    let b = turned_by_63(xored(b, c));
    [a, b, c, d]
}

/// Returns `x + y` plus twice the product of their lower halves.
#[inline(always)]
fn added(x: Words, y: Words) -> Words {
    // The lower halves of all four words in one vector, which needs half the number of shuffles.
    let [x_low, y_low] = [x, y].map(|[one, other]| i32x4_shuffle::<0, 2, 4, 6>(one, other));
    let products = [u64x2_extmul_low_u32x4(x_low, y_low), u64x2_extmul_high_u32x4(x_low, y_low)];
    let sum = |i: usize| i64x2_add(i64x2_add(x[i], y[i]), i64x2_add(products[i], products[i]));
    [sum(0), sum(1)]
}

#[inline(always)]
fn xored(x: Words, y: Words) -> Words {
    [v128_xor(x[0], y[0]), v128_xor(x[1], y[1])]
}

/// Returns the upper word of each vector with the lower word of the other.
#[inline(always)]
fn shifted(x: v128, y: v128) -> Words {
    [i64x2_shuffle::<1, 2>(x, y), i64x2_shuffle::<1, 2>(y, x)]
}

/// Rotates all words to the right by whole bytes.
#[inline(always)]
fn turned(x: Words, rotation: v128) -> Words {
    [i8x16_swizzle(x[0], rotation), i8x16_swizzle(x[1], rotation)]
}

/// Rotates all words to the right by 63 bits.
#[inline(always)]
fn turned_by_63(x: Words) -> Words {
    let one = |x: v128| v128_or(u64x2_shr(x, 63), i64x2_add(x, x));
    [one(x[0]), one(x[1])]
}

#[inline(always)]
#[allow(unsafe_code)]
fn load(block: &Block, i: usize) -> v128 {
    let words = &block.0.as_chunks::<2>().0[i];
    // SAFETY: `words` is 16 readable bytes.
    unsafe { v128_load(words.as_ptr().cast()) }
}

#[inline(always)]
#[allow(unsafe_code)]
fn store(block: &mut Block, i: usize, vector: v128) {
    let words = &mut block.0.as_chunks_mut::<2>().0[i];
    // SAFETY: `words` is 16 writable bytes.
    unsafe { v128_store(words.as_mut_ptr().cast(), vector) }
}
