//! BlockMix with Salsa20/8 in 128-bit vectors.
//!
//! Origin: own, from RFC 7914, sections 3 and 4. A vector holds a diagonal of the matrix, so that
//! four quarter rounds run in parallel. All arithmetic is modulo 2^32 and needs no bounds. Needs
//! SIMD128.

use core::arch::wasm32::*;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::scrypt::kernel::kernel;
use crate::prim::scrypt::{Chunk, Ops};
use crate::prim::shared::wasm32::simd128;

pub(in crate::prim::scrypt) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, from RFC 7914, diagonals in vectors"),
    ops: Ops { mix },
};

type Row = v128;

kernel!();

#[inline(always)]
fn add(x: Row, y: Row) -> Row {
    i32x4_add(x, y)
}

#[inline(always)]
fn xor(x: Row, y: Row) -> Row {
    v128_xor(x, y)
}

#[inline(always)]
fn rotated<const L: u32, const R: u32>(x: Row) -> Row {
    v128_or(i32x4_shl(x, L), u32x4_shr(x, R))
}

#[inline(always)]
fn turned_once(x: Row) -> Row {
    i32x4_shuffle::<3, 0, 1, 2>(x, x)
}

#[inline(always)]
fn turned_twice(x: Row) -> Row {
    i32x4_shuffle::<2, 3, 0, 1>(x, x)
}

#[inline(always)]
fn turned_thrice(x: Row) -> Row {
    i32x4_shuffle::<1, 2, 3, 0>(x, x)
}

#[inline(always)]
fn load(chunk: &Chunk, row: usize) -> Row {
    simd128::load(&chunk.0.as_chunks::<4>().0[row])
}

#[inline(always)]
fn store(chunk: &mut Chunk, row: usize, words: Row) {
    simd128::store(&mut chunk.0.as_chunks_mut::<4>().0[row], words);
}
