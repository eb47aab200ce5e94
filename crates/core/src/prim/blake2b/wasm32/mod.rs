//! The candidates of BLAKE2b for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
