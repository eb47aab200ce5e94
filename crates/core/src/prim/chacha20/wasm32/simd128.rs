//! Four blocks side by side in vectors of 128 bits, one word of each in a vector.
//!
//! Origin: own, from RFC 8439. Needs SIMD128. A single block has four words of its own in
//! a vector.

use core::arch::wasm32::{i8x16_swizzle, i32x4_add, i32x4_shuffle, u8x16, u32x4, v128_xor};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::Source;
use crate::prim::chacha20::portable::ChaCha20;
use crate::prim::chacha20::{KEY_LEN, Ops};
use crate::prim::shared::arx::wasm32::simd128::{self as arx, Row, rotate};
use crate::prim::shared::arx::{CONSTANTS, SIGMA, word};
use crate::prim::shared::wasm32::simd128::{load, read, store};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, four blocks a pass"),
    ops: Ops { xor: chacha20 },
};

/// ChaCha20 from the block on that `state` counts.
// One copy of the rounds for all constructions: a module's size counts.
#[inline(never)]
pub(crate) fn chacha20(state: &mut [u32; 16], out: &mut [u8], source: Source<'_>) {
    arx::xor::<ChaCha20>(state, out, source, rounds, rounds_of_one, rounds_of_two);
}

/// The state of a key, four words of counter and nonce, and constants, put together in vectors: words that
/// are stored one by one take a while until they can be read as vectors.
#[inline(always)]
pub(in crate::prim::chacha20) fn expand(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    [a, b, c, d]: [u32; 4],
    [e, f, g, h]: [u32; 4],
) {
    let [low, high] = halves(key);
    arx::put(state, [u32x4(e, f, g, h), low, high, u32x4(a, b, c, d)]);
}

#[inline(always)]
fn halves(key: &[u8; KEY_LEN]) -> [Row; 2] {
    let (halves, _) = key.as_chunks::<16>();
    [load(&halves[0]), load(&halves[1])]
}

/// The state of ChaCha20 at block 0 for the key and the nonce of XChaCha20.
#[inline(always)]
pub(in crate::prim::chacha20) fn extended(
    state: &mut [u32; 16],
    key: &[u8; KEY_LEN],
    nonce: &[u8; 24],
) {
    let (mut own, (input, rest)) = ([0; KEY_LEN], nonce.split_at(16));
    subkey(&mut own, key, input.first_chunk().unwrap_or(&[0; 16]), CONSTANTS);
    expand(state, &own, [0, 0, word(rest, 0), word(rest, 1)], SIGMA);
    wipe(&mut own);
}

/// HChaCha20, of which nothing lies in memory but what goes in and comes out.
#[inline(never)]
pub(in crate::prim::chacha20) fn subkey(
    out: &mut [u8; KEY_LEN],
    key: &[u8; KEY_LEN],
    input: &[u8; 16],
    constants: &[u8; 16],
) {
    let [low, high] = halves(key);
    let mut rows = [load(constants), low, high, load(input)];
    rounds_of_one(&mut rows);
    let (halves, _) = out.as_chunks_mut::<16>();
    store(&mut halves[0], rows[0]);
    store(&mut halves[1], rows[3]);
}

/// The rounds on one state.
#[inline(always)]
fn rounds_of_one(rows: &mut [Row; 4]) {
    let turns = by_bytes();
    for _ in 0..10 {
        *rows = two_rounds(*rows, turns);
    }
}

/// The rounds on two states.
#[inline(always)]
fn rounds_of_two(one: &mut [Row; 4], two: &mut [Row; 4]) {
    let turns = by_bytes();
    for _ in 0..10 {
        *one = two_rounds(*one, turns);
        *two = two_rounds(*two, turns);
    }
}

/// A round by columns, and one by diagonals, which become columns for that.
#[inline(always)]
fn two_rounds(rows: [Row; 4], [by_16, by_8]: &[Row; 2]) -> [Row; 4] {
    let [a, b, c, d] = mixed(rows, *by_16, *by_8);
    let b = i32x4_shuffle::<1, 2, 3, 0>(b, b);
    let c = i32x4_shuffle::<2, 3, 0, 1>(c, c);
    let d = i32x4_shuffle::<3, 0, 1, 2>(d, d);
    let [a, b, c, d] = mixed([a, b, c, d], *by_16, *by_8);
    let b = i32x4_shuffle::<3, 0, 1, 2>(b, b);
    let c = i32x4_shuffle::<2, 3, 0, 1>(c, c);
    let d = i32x4_shuffle::<1, 2, 3, 0>(d, d);
    [a, b, c, d]
}

/// Where the bytes of a word go that is rotated by 16 bits, and by 8.
#[inline(always)]
fn by_bytes() -> &'static [Row; 2] {
    static BY_BYTES: [Row; 2] = [
        u8x16(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13),
        u8x16(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14),
    ];
    read(&BY_BYTES)
}

#[inline(always)]
fn rounds(rows: &mut [Row; 16]) {
    let [by_16, by_8] = by_bytes();
    for _ in 0..10 {
        quarter::<0, 4, 8, 12>(rows, *by_16, *by_8);
        quarter::<1, 5, 9, 13>(rows, *by_16, *by_8);
        quarter::<2, 6, 10, 14>(rows, *by_16, *by_8);
        quarter::<3, 7, 11, 15>(rows, *by_16, *by_8);
        quarter::<0, 5, 10, 15>(rows, *by_16, *by_8);
        quarter::<1, 6, 11, 12>(rows, *by_16, *by_8);
        quarter::<2, 7, 8, 13>(rows, *by_16, *by_8);
        quarter::<3, 4, 9, 14>(rows, *by_16, *by_8);
    }
}

// The indices are constants of the type, so that every row stays in a variable of its own.
#[inline(always)]
fn quarter<const A: usize, const B: usize, const C: usize, const D: usize>(
    rows: &mut [Row; 16],
    by_16: Row,
    by_8: Row,
) {
    [rows[A], rows[B], rows[C], rows[D]] = mixed([rows[A], rows[B], rows[C], rows[D]], by_16, by_8);
}

#[inline(always)]
fn mixed([mut a, mut b, mut c, mut d]: [Row; 4], by_16: Row, by_8: Row) -> [Row; 4] {
    a = i32x4_add(a, b);
    d = i8x16_swizzle(v128_xor(d, a), by_16);
    c = i32x4_add(c, d);
    b = rotate::<12>(v128_xor(b, c));
    a = i32x4_add(a, b);
    d = i8x16_swizzle(v128_xor(d, a), by_8);
    c = i32x4_add(c, d);
    b = rotate::<7>(v128_xor(b, c));
    [a, b, c, d]
}
