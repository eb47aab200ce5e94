//! The compression function of Argon2 in vectors of 128 bits, two words in each.
//!
//! Origin: own, from RFC 9106, sections 3.5 and 3.6. Two words lie side by side in memory for the rows
//! and for the columns alike, so that nothing is transposed. Needs SIMD128. All arithmetic is modulo
//! 2^64, so no bound is held back.

use core::arch::wasm32::{
    i8x16_shuffle, i32x4_shuffle, i64x2_add, i64x2_shuffle, u64x2_extmul_low_u32x4, u64x2_shr,
    u64x2_splat, v128, v128_load, v128_or, v128_store, v128_xor,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::argon2::block::WORDS;
use crate::prim::argon2::{Block, Ops};

pub(in crate::prim::argon2) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from RFC 9106, two words a vector"),
    ops: Ops { compress },
};

/// Vectors in a block, and in each of its eight rows.
const VECTORS: usize = WORDS / 2;
const ROW: usize = VECTORS / 8;

fn compress(out: &mut Block, first: &Block, second: &Block, onto: bool) {
    let mut state = [u64x2_splat(0); VECTORS];
    for (i, vector) in state.iter_mut().enumerate() {
        *vector = v128_xor(load(first, i), load(second, i));
    }
    for row in state.as_chunks_mut::<ROW>().0 {
        permute(row);
    }
    for column in 0..ROW {
        let mut words: [v128; 8] = core::array::from_fn(|row| state[ROW * row + column]);
        permute(&mut words);
        for (row, &word) in words.iter().enumerate() {
            let i = ROW * row + column;
            let mut sum = v128_xor(v128_xor(load(first, i), load(second, i)), word);
            if onto {
                sum = v128_xor(sum, load(out, i));
            }
            store(out, i, sum);
        }
    }
    state.fill(u64x2_splat(0));
    zeroize::optimization_barrier(&state);
}

/// The permutation P: a round of BLAKE2b without a message.
#[inline(always)]
fn permute(v: &mut [v128; 8]) {
    let [mut a, mut b, mut c, mut d] = [[v[0], v[1]], [v[2], v[3]], [v[4], v[5]], [v[6], v[7]]];
    mix(&mut a, &mut b, &mut c, &mut d);
    // The diagonals become columns, and go back.
    b = [upper_lower(b[0], b[1]), upper_lower(b[1], b[0])];
    c = [c[1], c[0]];
    d = [upper_lower(d[1], d[0]), upper_lower(d[0], d[1])];
    mix(&mut a, &mut b, &mut c, &mut d);
    b = [upper_lower(b[1], b[0]), upper_lower(b[0], b[1])];
    d = [upper_lower(d[0], d[1]), upper_lower(d[1], d[0])];
    *v = [a[0], a[1], b[0], b[1], c[1], c[0], d[0], d[1]];
}

/// The function GB on four columns.
#[inline(always)]
fn mix(a: &mut [v128; 2], b: &mut [v128; 2], c: &mut [v128; 2], d: &mut [v128; 2]) {
    for i in 0..2 {
        a[i] = add(a[i], b[i]);
        d[i] = turned_32(v128_xor(d[i], a[i]));
        c[i] = add(c[i], d[i]);
        b[i] = turned_24(v128_xor(b[i], c[i]));
        a[i] = add(a[i], b[i]);
        d[i] = turned_16(v128_xor(d[i], a[i]));
        c[i] = add(c[i], d[i]);
        b[i] = turned_63(v128_xor(b[i], c[i]));
    }
}

/// `x + y` and twice the product of their lower halves.
#[inline(always)]
fn add(x: v128, y: v128) -> v128 {
    let halves = |z| i32x4_shuffle::<0, 2, 0, 2>(z, z);
    let product = u64x2_extmul_low_u32x4(halves(x), halves(y));
    i64x2_add(i64x2_add(x, y), i64x2_add(product, product))
}

/// The upper word of one and the lower word of another.
#[inline(always)]
fn upper_lower(x: v128, y: v128) -> v128 {
    i64x2_shuffle::<1, 2>(x, y)
}

// Rotations to the right.

#[inline(always)]
fn turned_32(x: v128) -> v128 {
    i32x4_shuffle::<1, 0, 3, 2>(x, x)
}

#[inline(always)]
fn turned_24(x: v128) -> v128 {
    i8x16_shuffle::<3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10>(x, x)
}

#[inline(always)]
fn turned_16(x: v128) -> v128 {
    i8x16_shuffle::<2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9>(x, x)
}

#[inline(always)]
fn turned_63(x: v128) -> v128 {
    v128_or(u64x2_shr(x, 63), i64x2_add(x, x))
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
