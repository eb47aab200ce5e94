//! Four blocks side by side in vectors of 128 bits, one word of each in a vector.
//!
//! Origin: own, from the Salsa20 specification. Needs SIMD128. Up to two blocks are made one by one in plain
//! integers.

use core::arch::wasm32::{i32x4_add, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Row, WIDE, rotate};
use crate::prim::xsalsa20::Ops;
use crate::prim::xsalsa20::portable::Salsa20;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, four blocks a pass"),
    ops: Ops { xor: salsa20 },
};

/// Salsa20 from the block on that `state` counts.
// One copy of the rounds for all constructions: a module's size counts.
#[inline(never)]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<Salsa20>(state, out, source, four_blocks);
}

#[inline(never)]
fn four_blocks(state: &[u32; 16], out: &mut [u8; WIDE], source: Source<'_>) {
    arx::four_blocks::<Salsa20>(state, out, source, rounds);
}

#[inline(always)]
fn rounds(rows: &mut [Row; 16]) {
    for _ in 0..10 {
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

// The indices are constants of the type, so that every row stays in a variable of its own.
#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(rows: &mut [Row; 16]) {
    rows[B] = step::<7>(rows[B], rows[A], rows[D]);
    rows[C] = step::<9>(rows[C], rows[B], rows[A]);
    rows[D] = step::<13>(rows[D], rows[C], rows[B]);
    rows[A] = step::<18>(rows[A], rows[D], rows[C]);
}

/// `to ^ ((x + y) <<< R)` in every lane.
#[inline(always)]
fn step<const R: u32>(to: Row, x: Row, y: Row) -> Row {
    v128_xor(to, rotate::<R>(i32x4_add(x, y)))
}
