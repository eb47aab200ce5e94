//! Sixteen blocks in parallel in AVX-512 registers, one word of each block per register. Two to
//! four blocks have one row of each block in a quarter of a register.
//!
//! Origin: written from RFC 8439. Needs AVX-512F, whose rotation saves two of five instructions per
//! step and whose 32 registers hold the whole state. Fastest wherever it can run.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::chacha20::Ops;
use crate::prim::chacha20::portable::ChaCha20;
use crate::prim::shared::arx::x86_64::avx512::{self as arx, Row, gathered, quarters};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512", Features::AVX512F, "own, sixteen blocks a pass"),
    ops: Ops { xor: chacha20, reduced: () },
};

/// Encrypts with ChaCha20, starting at the block that `state` counts.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20>(state, out, source, |rows| rounds(rows), |state| four_blocks(state));
}

/// The indices of the state words in each row.
const ROWS: [[usize; 4]; 4] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]];

/// Returns four blocks of keystream.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_blocks(state: &[u32; 16]) -> [Row; 4] {
    let start = quarters::<ChaCha20>(state, &ROWS);
    let mut rows = start;
    for _ in 0..10 {
        quarter::<0, 1, 2, 3, _>(&mut rows);
        // Rotate the rows so that a diagonal round works on whole rows, and rotate them back.
        rows[1] = _mm512_shuffle_epi32::<0x39>(rows[1]);
        rows[2] = _mm512_shuffle_epi32::<0x4e>(rows[2]);
        rows[3] = _mm512_shuffle_epi32::<0x93>(rows[3]);
        quarter::<0, 1, 2, 3, _>(&mut rows);
        rows[1] = _mm512_shuffle_epi32::<0x93>(rows[1]);
        rows[2] = _mm512_shuffle_epi32::<0x4e>(rows[2]);
        rows[3] = _mm512_shuffle_epi32::<0x39>(rows[3]);
    }
    for i in 0..4 {
        rows[i] = _mm512_add_epi32(rows[i], start[i]);
    }
    gathered(rows)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn rounds(rows: &mut [Row; 16]) {
    for _ in 0..10 {
        quarter::<0, 4, 8, 12, _>(rows);
        quarter::<1, 5, 9, 13, _>(rows);
        quarter::<2, 6, 10, 14, _>(rows);
        quarter::<3, 7, 11, 15, _>(rows);
        quarter::<0, 5, 10, 15, _>(rows);
        quarter::<1, 6, 11, 12, _>(rows);
        quarter::<2, 7, 8, 13, _>(rows);
        quarter::<3, 4, 9, 14, _>(rows);
    }
}

// The indices are const parameters, not arguments: with indices known only at run time, the rows
// would stay in memory if the call is not inlined.
#[inline]
#[target_feature(enable = "avx512f")]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize, const N: usize>(
    rows: &mut [Row; N],
) {
    rows[A] = _mm512_add_epi32(rows[A], rows[B]);
    rows[D] = _mm512_rol_epi32::<16>(_mm512_xor_si512(rows[D], rows[A]));
    rows[C] = _mm512_add_epi32(rows[C], rows[D]);
    rows[B] = _mm512_rol_epi32::<12>(_mm512_xor_si512(rows[B], rows[C]));
    rows[A] = _mm512_add_epi32(rows[A], rows[B]);
    rows[D] = _mm512_rol_epi32::<8>(_mm512_xor_si512(rows[D], rows[A]));
    rows[C] = _mm512_add_epi32(rows[C], rows[D]);
    rows[B] = _mm512_rol_epi32::<7>(_mm512_xor_si512(rows[B], rows[C]));
}
