//! Vectors of 128 bits out of memory and into it.

use core::arch::wasm32::{v128, v128_load, v128_store};
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
