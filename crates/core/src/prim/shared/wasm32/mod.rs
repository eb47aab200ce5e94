//! Compiler workarounds for the WebAssembly kernels, and loads and stores of vectors.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;

/// Stores a value that is never read. A compiler that defers computations to their first use then
/// computes the value here, not after the code that needs it.
#[inline(always)]
#[allow(unsafe_code)]
#[cfg_attr(limbs25, allow(dead_code, reason = "unused without vectors"))]
pub(in crate::prim) fn ask<T: Copy>(asked: &mut T, value: T) {
    // SAFETY: `asked` is a valid exclusive reference.
    unsafe { core::ptr::write_volatile(asked, value) };
}
