//! The compression function of Argon2 in AVX2, two permutations in parallel.
//!
//! Origin: written from RFC 9106, sections 3.5 and 3.6. A row of the block fills four registers,
//! which pairs the columns without a transposition. For the row step, two rows are transposed in
//! 128-bit lanes, and back. All arithmetic wraps modulo 2^64, without bounds to track.

use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi64, _mm256_broadcastsi128_si256, _mm256_castpd_si256,
    _mm256_castsi256_pd, _mm256_load_si256, _mm256_mul_epu32, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_shuffle_pd, _mm256_srli_epi64, _mm256_store_si256, _mm256_xor_si256,
};

use super::kernel::kernel;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::argon2::{Block, Ops};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", Features::AVX2, "own, from RFC 9106, two permutations a pass")
        .checked(),
    ops: Ops { compress },
};

type Row = __m256i;

#[target_feature(enable = "avx2")]
fn compress(out: &mut Block, first: &Block, second: &Block, onto: bool) {
    // Between the two halves the rows are stored in memory, because they exceed the registers.
    let mut state = Block::ZERO;
    for rows in 0..4 {
        let mut v = [_mm256_setzero_si256(); 8];
        for i in 0..4 {
            let [upper, lower] = [8 * rows + i, 8 * rows + 4 + i];
            let upper = xor(load(first, upper), load(second, upper));
            let lower = xor(load(first, lower), load(second, lower));
            (v[2 * i], v[2 * i + 1]) = two_by_two(upper, lower);
        }
        permute(&mut v);
        for i in 0..4 {
            let (upper, lower) = two_by_two(v[2 * i], v[2 * i + 1]);
            store(&mut state, 8 * rows + i, upper);
            store(&mut state, 8 * rows + 4 + i, lower);
        }
    }
    for quarter in 0..4 {
        let mut v = [_mm256_setzero_si256(); 8];
        for row in 0..8 {
            v[row] = load(&state, 4 * row + quarter);
        }
        permute(&mut v);
        for row in 0..8 {
            let i = 4 * row + quarter;
            let mut sum = xor(xor(load(first, i), load(second, i)), v[row]);
            if onto {
                sum = xor(sum, load(out, i));
            }
            store(out, i, sum);
        }
    }
    wipe(&mut state.0);
}

kernel!(#[target_feature(enable = "avx2")]);

/// Returns the lower lanes of both, and the upper lanes of both. The function is its own inverse.
#[inline]
#[target_feature(enable = "avx2")]
fn two_by_two(x: Row, y: Row) -> (Row, Row) {
    (_mm256_permute2x128_si256::<0x20>(x, y), _mm256_permute2x128_si256::<0x31>(x, y))
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(x: Row, y: Row) -> Row {
    let product = _mm256_mul_epu32(x, y);
    _mm256_add_epi64(_mm256_add_epi64(x, y), _mm256_add_epi64(product, product))
}

#[inline]
#[target_feature(enable = "avx2")]
fn xor(x: Row, y: Row) -> Row {
    _mm256_xor_si256(x, y)
}

/// Rotates all words to the right: by 32, 24 or 16 bits with byte shuffles, by 63 bits as a left
/// rotation by 1.
#[inline]
#[target_feature(enable = "avx2")]
fn turned<const R: i32>(x: Row) -> Row {
    match R {
        32 => _mm256_shuffle_epi32::<0b10_11_00_01>(x),
        24 => _mm256_shuffle_epi8(x, both(0x0201_0007_0605_0403, 0x0a09_080f_0e0d_0c0b)),
        16 => _mm256_shuffle_epi8(x, both(0x0100_0706_0504_0302, 0x0908_0f0e_0d0c_0b0a)),
        _ => _mm256_or_si256(_mm256_srli_epi64::<63>(x), _mm256_add_epi64(x, x)),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn both(low: i64, high: i64) -> Row {
    _mm256_broadcastsi128_si256(_mm_set_epi64x(high, low))
}

#[inline]
#[target_feature(enable = "avx2")]
fn crossed(x: Row, y: Row) -> Row {
    let (x, y) = (_mm256_castsi256_pd(x), _mm256_castsi256_pd(y));
    _mm256_castpd_si256(_mm256_shuffle_pd::<0b0101>(x, y))
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(block: &Block, i: usize) -> Row {
    let words = &block.0.as_chunks::<4>().0[i];
    // SAFETY: `words` is 32 readable bytes, aligned to that size because its block is.
    unsafe { _mm256_load_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn store(block: &mut Block, i: usize, row: Row) {
    let words = &mut block.0.as_chunks_mut::<4>().0[i];
    // SAFETY: `words` is 32 writable bytes, aligned to that size because its block is.
    unsafe { _mm256_store_si256(words.as_mut_ptr().cast(), row) }
}
