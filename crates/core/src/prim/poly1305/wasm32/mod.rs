//! The candidates of Poly1305 for WebAssembly, where the widest product has 64 bits.

#[cfg(target_feature = "simd128")]
mod limbs26;
pub(in crate::prim) mod limbs32;
#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
