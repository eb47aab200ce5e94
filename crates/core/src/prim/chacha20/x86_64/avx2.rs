//! Eight blocks in parallel in AVX2 registers; a register holds one word of each block.
//!
//! Origin: written from RFC 8439. Needs AVX2. Fastest from three blocks on where AVX-512 is
//! missing; shorter remainders use the portable code.

use core::arch::x86_64::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::chacha20::Ops;
use crate::prim::chacha20::portable::ChaCha20;
use crate::prim::shared::arx::x86_64::avx2::{self as arx, Row, rotate};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx2", Features::AVX2, "own, eight blocks a pass").checked(),
    ops: Ops { xor: chacha20, reduced: () },
};

/// Encrypts with ChaCha20, starting at the block that `state` counts.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20>(state, out, source, |rows| rounds(rows));
}

#[inline]
#[target_feature(enable = "avx2")]
fn rounds(rows: &mut [Row; 16]) {
    for _ in 0..10 {
        quarter::<0, 4, 8, 12>(rows);
        quarter::<1, 5, 9, 13>(rows);
        quarter::<2, 6, 10, 14>(rows);
        quarter::<3, 7, 11, 15>(rows);
        quarter::<0, 5, 10, 15>(rows);
        quarter::<1, 6, 11, 12>(rows);
        quarter::<2, 7, 8, 13>(rows);
        quarter::<3, 4, 9, 14>(rows);
    }
}

// The indices are const parameters, not arguments: with indices known only at run time, the rows
// would stay in memory if the call is not inlined.
#[inline]
#[target_feature(enable = "avx2")]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(rows: &mut [Row; 16]) {
    rows[A] = _mm256_add_epi32(rows[A], rows[B]);
    rows[D] = rotate::<16, 16>(_mm256_xor_si256(rows[D], rows[A]));
    rows[C] = _mm256_add_epi32(rows[C], rows[D]);
    rows[B] = rotate::<12, 20>(_mm256_xor_si256(rows[B], rows[C]));
    rows[A] = _mm256_add_epi32(rows[A], rows[B]);
    rows[D] = rotate::<8, 24>(_mm256_xor_si256(rows[D], rows[A]));
    rows[C] = _mm256_add_epi32(rows[C], rows[D]);
    rows[B] = rotate::<7, 25>(_mm256_xor_si256(rows[B], rows[C]));
}
