//! What the kernels for WebAssembly ask of its compilers, and how their vectors are read and written.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;

/// Stores a value that nobody reads: a compiler that computes values where they are first used computes this
/// one here, not behind what needs it.
#[inline(always)]
#[allow(unsafe_code)]
#[cfg_attr(limbs25, allow(dead_code, reason = "without vectors nothing asks"))]
pub(in crate::prim) fn ask<T: Copy>(asked: &mut T, value: T) {
    // SAFETY: `asked` may be written to.
    unsafe { core::ptr::write_volatile(asked, value) };
}
