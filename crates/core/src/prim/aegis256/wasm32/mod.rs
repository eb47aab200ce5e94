//! The candidates of AEGIS-256 for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
