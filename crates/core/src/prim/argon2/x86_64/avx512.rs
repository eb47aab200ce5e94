//! The compression function of Argon2 in AVX-512, four permutations in parallel.
//!
//! Origin: written from RFC 9106, sections 3.5 and 3.6. The block fills sixteen registers, two per
//! row, which groups four columns without a transposition. For the row step, four rows are
//! transposed in 128-bit lanes, and back. All arithmetic wraps modulo 2^64, without bounds to
//! track.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_load_si512, _mm512_mul_epu32, _mm512_ror_epi64,
    _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_store_si512, _mm512_xor_si512,
};
use core::arch::x86_64::{_mm512_castpd_si512, _mm512_castsi512_pd, _mm512_shuffle_pd};

use super::kernel::kernel;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::argon2::{Block, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512", Features::AVX512F, "own, from RFC 9106, four permutations a pass"),
    ops: Ops { compress },
};

type Row = __m512i;

#[target_feature(enable = "avx512f")]
fn compress(out: &mut Block, first: &Block, second: &Block, onto: bool) {
    let mut state = [_mm512_setzero_si512(); 16];
    for i in 0..16 {
        state[i] = xor(load(first, i), load(second, i));
    }
    for rows in state.as_chunks_mut::<8>().0 {
        let mut v = transposed(rows);
        permute(&mut v);
        *rows = back(&v);
    }
    for half in 0..2 {
        let mut v = core::array::from_fn(|row| state[2 * row + half]);
        permute(&mut v);
        for row in 0..8 {
            state[2 * row + half] = v[row];
        }
    }
    for i in 0..16 {
        let mut sum = xor(xor(load(first, i), load(second, i)), state[i]);
        if onto {
            sum = xor(sum, load(out, i));
        }
        store(out, i, sum);
    }
}

kernel!(#[target_feature(enable = "avx512f")]);

/// Transposes four rows of two registers: register k then holds lane k of every row.
#[inline]
#[target_feature(enable = "avx512f")]
fn transposed(rows: &[Row; 8]) -> [Row; 8] {
    let [a, b, c, d] = four_by_four([rows[0], rows[2], rows[4], rows[6]]);
    let [e, f, g, h] = four_by_four([rows[1], rows[3], rows[5], rows[7]]);
    [a, b, c, d, e, f, g, h]
}

/// Inverts [`transposed`].
#[inline]
#[target_feature(enable = "avx512f")]
fn back(columns: &[Row; 8]) -> [Row; 8] {
    let [a, b, c, d, e, f, g, h] = *columns;
    let ([a, b, c, d], [e, f, g, h]) = (four_by_four([a, b, c, d]), four_by_four([e, f, g, h]));
    [a, e, b, f, c, g, d, h]
}

/// Transposes four rows of four lanes of 128 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_by_four([a, b, c, d]: [Row; 4]) -> [Row; 4] {
    // Join lanes 0 and 1 of two rows, and lanes 2 and 3.
    let (ab_low, ab_high) =
        (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xee>(a, b));
    let (cd_low, cd_high) =
        (_mm512_shuffle_i64x2::<0x44>(c, d), _mm512_shuffle_i64x2::<0xee>(c, d));
    [
        _mm512_shuffle_i64x2::<0x88>(ab_low, cd_low),
        _mm512_shuffle_i64x2::<0xdd>(ab_low, cd_low),
        _mm512_shuffle_i64x2::<0x88>(ab_high, cd_high),
        _mm512_shuffle_i64x2::<0xdd>(ab_high, cd_high),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn add(x: Row, y: Row) -> Row {
    let product = _mm512_mul_epu32(x, y);
    _mm512_add_epi64(_mm512_add_epi64(x, y), _mm512_add_epi64(product, product))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor(x: Row, y: Row) -> Row {
    _mm512_xor_si512(x, y)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn turned<const R: i32>(x: Row) -> Row {
    _mm512_ror_epi64::<R>(x)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn crossed(x: Row, y: Row) -> Row {
    let (x, y) = (_mm512_castsi512_pd(x), _mm512_castsi512_pd(y));
    _mm512_castpd_si512(_mm512_shuffle_pd::<0x55>(x, y))
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(block: &Block, i: usize) -> Row {
    let words = &block.0.as_chunks::<8>().0[i];
    // SAFETY: `words` is 64 readable bytes, aligned to that size because its block is.
    unsafe { _mm512_load_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store(block: &mut Block, i: usize, row: Row) {
    let words = &mut block.0.as_chunks_mut::<8>().0[i];
    // SAFETY: `words` is 64 writable bytes, aligned to that size because its block is.
    unsafe { _mm512_store_si512(words.as_mut_ptr().cast(), row) }
}
