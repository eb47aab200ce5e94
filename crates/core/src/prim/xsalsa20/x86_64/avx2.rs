//! Eight parallel blocks in AVX2 registers, one word of each in a register.
//!
//! Origin: own, from the Salsa20 specification. Needs AVX2. Wins from three blocks on without
//! AVX-512; shorter remainders use the portable candidate.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::x86_64::avx2::{self as arx, Row, rotate};
use crate::prim::xsalsa20::Ops;
use crate::prim::xsalsa20::portable::Salsa20;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", Features::AVX2, "own, eight blocks a pass").checked(),
    ops: Ops { xor: salsa20, reduced: [salsa::<12>, salsa::<8>] },
};

/// Computes Salsa20, starting at the block counter of `state`.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    salsa::<20>(state, out, source);
}

/// Like [`salsa20`], with `ROUNDS` rounds.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn salsa<const ROUNDS: usize>(
    state: &mut [u32; 16],
    out: &mut [u8],
    source: Source<'_>,
) {
    arx::xor::<Salsa20<ROUNDS>>(state, out, source, |rows| rounds::<ROUNDS>(rows));
}

#[inline]
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(rows: &mut [Row; 16]) {
    rows[B] = step::<7, 25>(rows[B], rows[A], rows[D]);
    rows[C] = step::<9, 23>(rows[C], rows[B], rows[A]);
    rows[D] = step::<13, 19>(rows[D], rows[C], rows[B]);
    rows[A] = step::<18, 14>(rows[A], rows[D], rows[C]);
}

/// Returns `to ^ ((x + y) <<< R)` in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn step<const R: i32, const S: i32>(to: Row, x: Row, y: Row) -> Row {
    _mm256_xor_si256(to, rotate::<R, S>(_mm256_add_epi32(x, y)))
}
