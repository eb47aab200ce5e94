//! The candidates of scrypt for WebAssembly.

pub(super) mod scalar;
#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
