//! Sixteen parallel blocks in AVX-512 registers, one word of each in a register.
//!
//! Origin: own, from the Salsa20 specification. Needs AVX-512F, whose rotation saves two of five
//! instructions per step and whose 32 registers hold the whole state. One to four blocks are
//! computed with one diagonal of each in a quarter of a register, the layout of D. J. Bernstein's
//! SSE code for one block. Wins wherever it runs.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::x86_64::avx512::{self as arx, Row, gathered, quarters};
use crate::prim::xsalsa20::Ops;
use crate::prim::xsalsa20::portable::Salsa20;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512", Features::AVX512F, "own, sixteen blocks a pass"),
    ops: Ops { xor: salsa20, reduced: [salsa::<12>, salsa::<8>] },
};

/// Computes Salsa20, starting at the block counter of `state`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    salsa::<20>(state, out, source);
}

/// Like [`salsa20`], with `ROUNDS` rounds.
#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn salsa<const ROUNDS: usize>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
) {
    arx::xor::<Salsa20<ROUNDS>>(
        state,
        out,
        source,
        |rows| rounds::<ROUNDS>(rows),
        |state| four_blocks::<ROUNDS>(state),
    );
}

/// The state words by diagonals, so that a column round works on whole rows.
const DIAGONALS: [[usize; 4]; 4] = [[0, 5, 10, 15], [4, 9, 14, 3], [8, 13, 2, 7], [12, 1, 6, 11]];

/// Returns four blocks of keystream.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_blocks<const ROUNDS: usize>(state: &[u32; 16]) -> [Row; 4] {
    let start = quarters::<Salsa20>(state, &DIAGONALS);
    let [mut a, mut b, mut c, mut d] = start;
    for _ in 0..ROUNDS / 2 {
        b = step::<7>(b, a, d);
        c = step::<9>(c, b, a);
        d = step::<13>(d, c, b);
        a = step::<18>(a, d, c);
        // Turn the diagonals so that a row round works on whole rows, and back again afterwards.
        b = _mm512_shuffle_epi32::<0x93>(b);
        c = _mm512_shuffle_epi32::<0x4e>(c);
        d = _mm512_shuffle_epi32::<0x39>(d);
        d = step::<7>(d, a, b);
        c = step::<9>(c, d, a);
        b = step::<13>(b, c, d);
        a = step::<18>(a, b, c);
        b = _mm512_shuffle_epi32::<0x39>(b);
        c = _mm512_shuffle_epi32::<0x4e>(c);
        d = _mm512_shuffle_epi32::<0x93>(d);
    }
    let a = _mm512_add_epi32(a, start[0]);
    let b = _mm512_add_epi32(b, start[1]);
    let c = _mm512_add_epi32(c, start[2]);
    let d = _mm512_add_epi32(d, start[3]);
    gathered([rows_of(a, d, c, b), rows_of(b, a, d, c), rows_of(c, b, a, d), rows_of(d, c, b, a)])
}

/// Returns every first word of four from `w`, every second from `x`, and so on.
#[inline]
#[target_feature(enable = "avx512f")]
fn rows_of(w: Row, x: Row, y: Row, z: Row) -> Row {
    let wx = _mm512_mask_blend_epi32(0x2222, w, x);
    let yz = _mm512_mask_blend_epi32(0x8888, y, z);
    _mm512_mask_blend_epi32(0xcccc, wx, yz)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn rounds<const ROUNDS: usize>(rows: &mut [Row; 16]) {
    for _ in 0..ROUNDS / 2 {
        quarter::<0, 4, 8, 12>(rows);
        quarter::<5, 9, 13, 1>(rows);
        quarter::<10, 14, 2, 6>(rows);
        quarter::<15, 3, 7, 11>(rows);
        quarter::<0, 1, 2, 3>(rows);
        quarter::<5, 6, 7, 4>(rows);
        quarter::<10, 11, 8, 9>(rows);
        quarter::<15, 12, 13, 14>(rows);
    }
}

// The indices are const generics, not arguments: a call that is not inlined would leave the rows in
// memory.
#[inline]
#[target_feature(enable = "avx512f")]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(rows: &mut [Row; 16]) {
    rows[B] = step::<7>(rows[B], rows[A], rows[D]);
    rows[C] = step::<9>(rows[C], rows[B], rows[A]);
    rows[D] = step::<13>(rows[D], rows[C], rows[B]);
    rows[A] = step::<18>(rows[A], rows[D], rows[C]);
}

/// Returns `to ^ ((x + y) <<< R)` in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn step<const R: i32>(to: Row, x: Row, y: Row) -> Row {
    _mm512_xor_si512(to, _mm512_rol_epi32::<R>(_mm512_add_epi32(x, y)))
}
