//! Four blocks side by side in vectors of 128 bits, one word of each in a vector.
//!
//! Origin: own, from the Salsa20 specification. Needs SIMD128. A single block
//! has four words of its own in a vector.

use core::arch::wasm32::{i32x4_add, i32x4_shuffle, u32x4, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Row, rotate};
use crate::prim::shared::arx::{CONSTANTS, SIGMA, word};
use crate::prim::shared::wasm32::simd128::{load, store};
use crate::prim::xsalsa20::portable::Salsa20;
use crate::prim::xsalsa20::{KEY_LEN, NONCE_LEN, Ops};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, four blocks a pass"),
    ops: Ops { xor: salsa20 },
};

/// Salsa20 from the block on that `state` counts.
// One copy of the rounds for all constructions: a module's size counts.
#[inline(never)]
pub(crate) fn salsa20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<Salsa20>(state, out, source, rounds, rounds_of_one, rounds_of_two);
}

/// The state of a key, four words of nonce and counter, and constants, put together in vectors: words that
/// are stored one by one take a while until they can be read as vectors.
#[inline(always)]
pub(in crate::prim::xsalsa20) fn fill(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    [a, b, c, d]: [u32; 4],
    [e, f, g, h]: [u32; 4],
) {
    arx::put(state, filled(key, u32x4(a, b, c, d), u32x4(e, f, g, h)));
}

#[inline(always)]
fn filled(key: &[u8; KEY_LEN], input: Row, constants: Row) -> [Row; 4] {
    let (halves, _) = key.as_chunks::<16>();
    let [low, high] = [load(&halves[0]), load(&halves[1])];
    let second = i32x4_shuffle::<3, 5, 0, 0>(low, constants);
    let third = i32x4_shuffle::<0, 0, 2, 4>(constants, high);
    [
        i32x4_shuffle::<0, 4, 5, 6>(constants, low),
        i32x4_shuffle::<0, 1, 4, 5>(second, input),
        i32x4_shuffle::<2, 3, 6, 7>(input, third),
        i32x4_shuffle::<1, 2, 3, 7>(high, constants),
    ]
}

/// The state of Salsa20 at block 0 for XSalsa20's key and nonce.
#[inline(always)]
pub(in crate::prim::xsalsa20) fn extended(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
) {
    let (mut own, (input, rest)) = ([0; KEY_LEN], nonce.split_at(16));
    subkey(&mut own, key, input.first_chunk().unwrap_or(&[0; 16]), CONSTANTS);
    fill(state, &own, [word(rest, 0), word(rest, 1), 0, 0], SIGMA);
    wipe(&mut own);
}

/// HSalsa20, of which nothing lies in memory but what goes in and comes out.
#[inline(never)]
pub(in crate::prim::xsalsa20) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let mut rows = filled(key, load(input), load(constants));
    rounds_of_one(&mut rows);
    let (halves, _) = out.as_chunks_mut::<16>();
    store(&mut halves[0], diagonal(rows));
    store(&mut halves[1], i32x4_shuffle::<2, 3, 4, 5>(rows[1], rows[2]));
}

/// The rounds on one state.
#[inline(always)]
fn rounds_of_one(rows: &mut [Row; 4]) {
    let mut all = diagonals(*rows);
    for _ in 0..20 {
        all = round(all);
    }
    *rows = rows_of(all);
}

/// The rounds on two states.
#[inline(always)]
fn rounds_of_two(one: &mut [Row; 4], two: &mut [Row; 4]) {
    let (mut all, mut others) = (diagonals(*one), diagonals(*two));
    for _ in 0..20 {
        all = round(all);
        others = round(others);
    }
    [*one, *two] = [rows_of(all), rows_of(others)];
}

/// A round by diagonals: those of rows are the same as those of columns in another order.
#[inline(always)]
fn round([a, b, c, d]: [Row; 4]) -> [Row; 4] {
    let b = step::<7>(b, a, d);
    let c = step::<9>(c, b, a);
    let d = step::<13>(d, c, b);
    let a = step::<18>(a, d, c);
    [
        a,
        i32x4_shuffle::<1, 2, 3, 0>(d, d),
        i32x4_shuffle::<2, 3, 0, 1>(c, c),
        i32x4_shuffle::<3, 0, 1, 2>(b, b),
    ]
}

#[inline(always)]
fn diagonals([first, second, third, fourth]: [Row; 4]) -> [Row; 4] {
    [
        diagonal([first, second, third, fourth]),
        diagonal([second, third, fourth, first]),
        diagonal([third, fourth, first, second]),
        diagonal([fourth, first, second, third]),
    ]
}

/// The reverse.
#[inline(always)]
fn rows_of([a, b, c, d]: [Row; 4]) -> [Row; 4] {
    [diagonal([a, d, c, b]), diagonal([b, a, d, c]), diagonal([c, b, a, d]), diagonal([d, c, b, a])]
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
