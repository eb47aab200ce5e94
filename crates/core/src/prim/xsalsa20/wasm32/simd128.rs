//! Four blocks side by side in vectors of 128 bits, one word of each in a vector.
//!
//! Origin: own, from the Salsa20 specification. Needs SIMD128. A single block
//! has four words of its own in a vector.

use core::arch::wasm32::{i32x4_add, i32x4_shuffle, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Row, rotate};
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
    arx::xor::<Salsa20>(state, out, source, rounds, rounds_of_one);
}

/// The rounds on one state without the addition of the start.
#[inline(never)]
pub(in crate::prim::xsalsa20) fn permute(state: &mut [u32; 16]) {
    arx::permute(state, rounds_of_one);
}

/// The rounds on one state by its diagonals: those of rows are the same as those of columns in another order.
#[inline(always)]
fn rounds_of_one(rows: &mut [Row; 4]) {
    let [first, second, third, fourth] = *rows;
    let mut a = diagonal([first, second, third, fourth]);
    let mut b = diagonal([second, third, fourth, first]);
    let mut c = diagonal([third, fourth, first, second]);
    let mut d = diagonal([fourth, first, second, third]);
    for _ in 0..20 {
        b = step::<7>(b, a, d);
        c = step::<9>(c, b, a);
        d = step::<13>(d, c, b);
        a = step::<18>(a, d, c);
        let last = b;
        b = i32x4_shuffle::<1, 2, 3, 0>(d, d);
        c = i32x4_shuffle::<2, 3, 0, 1>(c, c);
        d = i32x4_shuffle::<3, 0, 1, 2>(last, last);
    }
    *rows = [
        diagonal([a, d, c, b]),
        diagonal([b, a, d, c]),
        diagonal([c, b, a, d]),
        diagonal([d, c, b, a]),
    ];
}

/// The first word of the first row, the second one of the second, and so on.
#[inline(always)]
fn diagonal([first, second, third, fourth]: [Row; 4]) -> Row {
    let low = i32x4_shuffle::<0, 5, 2, 3>(first, second);
    let high = i32x4_shuffle::<0, 1, 2, 7>(third, fourth);
    i32x4_shuffle::<0, 1, 6, 7>(low, high)
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
