//! The candidates of scrypt for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
