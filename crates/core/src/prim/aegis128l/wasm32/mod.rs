//! The candidates of AEGIS-128L for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
