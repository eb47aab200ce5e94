//! Loads and stores of 128-bit vectors.

use core::arch::wasm32::{i16x8_q15mulr_sat, i16x8_splat, v128, v128_load, v128_store};
use core::hint::black_box;

/// The element types of vectors in memory.
pub(in crate::prim) trait Word: Copy {}

impl Word for u8 {}
impl Word for u32 {}
impl Word for u64 {}

#[inline(always)]
#[allow(unsafe_code)]
pub(in crate::prim) fn load<const N: usize, W: Word>(from: &[W; N]) -> v128 {
    const { assert!(size_of::<[W; N]>() == 16) };
    // SAFETY: `from` is 16 readable bytes, and the load needs no alignment.
    unsafe { v128_load(from.as_ptr().cast()) }
}

#[inline(always)]
#[allow(unsafe_code)]
pub(in crate::prim) fn store<const N: usize, W: Word>(to: &mut [W; N], vector: v128) {
    const { assert!(size_of::<[W; N]>() == 16) };
    // SAFETY: `to` is 16 writable bytes of integers, which may have any bits; the store needs no
    // alignment.
    unsafe { v128_store(to.as_mut_ptr().cast(), vector) }
}

/// Returns a table that is read from memory. A compiler that knows the bytes turns them into
/// constants, which engines rebuild at each use, and lookups at known positions into shuffles of
/// two operands, for which engines lack a single instruction.
#[inline(always)]
pub(in crate::prim) fn read<T>(table: &'static T) -> &'static T {
    black_box(table)
}

/// Returns the constant indices of a swizzle, hidden from LLVM but not from wasm-opt. For indices
/// that an engine sees as constant, it omits the handling of indices above 15, a fifth of a
/// whole-byte rotation. LLVM, however, turns a swizzle by a visible constant into a general
/// shuffle, whose indices engines rebuild at each use. Therefore the indices are a product that
/// wasm-opt evaluates and LLVM does not: a rounded multiplication by almost 1, which leaves such
/// small numbers unchanged.
///
/// Each constant of a function needs its own `TURN`, 0, 1 or 2: wasm-opt does not recognise a
/// factor as constant if several products share it.
#[inline(always)]
pub(in crate::prim) fn indices<const TURN: i16>(constant: v128) -> v128 {
    const { assert!(TURN < 3) };
    i16x8_q15mulr_sat(constant, i16x8_splat(i16::MAX - TURN))
}
