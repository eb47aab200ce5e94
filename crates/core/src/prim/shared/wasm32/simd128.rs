//! Vectors of 128 bits out of memory and into it.

use core::arch::wasm32::{i16x8_q15mulr_sat, i16x8_splat, v128, v128_load, v128_store};
use core::hint::black_box;

/// What vectors are made of in memory.
pub(in crate::prim) trait Word: Copy {}

impl Word for u8 {}
impl Word for u32 {}
impl Word for u64 {}

#[inline(always)]
#[allow(unsafe_code)]
pub(in crate::prim) fn load<const N: usize, W: Word>(from: &[W; N]) -> v128 {
    const { assert!(size_of::<[W; N]>() == 16) };
    // SAFETY: there are 16 readable bytes, and the load asks for no alignment.
    unsafe { v128_load(from.as_ptr().cast()) }
}

#[inline(always)]
#[allow(unsafe_code)]
pub(in crate::prim) fn store<const N: usize, W: Word>(to: &mut [W; N], vector: v128) {
    const { assert!(size_of::<[W; N]>() == 16) };
    // SAFETY: there are 16 writable bytes of words that take any bits, and the store asks for no alignment.
    unsafe { v128_store(to.as_mut_ptr().cast(), vector) }
}

/// A table, read from memory: a compiler that knows the bytes makes constants of them, which an engine puts
/// together anew at each use, and of a look-up in known places a shuffle of two operands, for which engines
/// have no single instruction.
#[inline(always)]
pub(in crate::prim) fn read<T>(table: &'static T) -> &'static T {
    black_box(table)
}

/// Indices of a swizzle that do not change. An engine that sees them as a constant leaves out what an index above 15
/// needs, a fifth of a rotation by whole bytes. But LLVM makes a general shuffle of a constant that it sees,
/// for which engines build the indices each time. So they are a product that LLVM does not work out and
/// wasm-opt does: with almost 1, of numbers that small, it is the indices themselves.
///
/// Each constant of a function needs a `TURN` of its own, 0, 1 or 2: of a factor that several share wasm-opt does
/// not see that it is constant.
#[inline(always)]
pub(in crate::prim) fn indices<const TURN: i16>(constant: v128) -> v128 {
    const { assert!(TURN < 3) };
    i16x8_q15mulr_sat(constant, i16x8_splat(i16::MAX - TURN))
}
