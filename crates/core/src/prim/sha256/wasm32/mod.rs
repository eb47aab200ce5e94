//! The candidates of SHA-256 for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
