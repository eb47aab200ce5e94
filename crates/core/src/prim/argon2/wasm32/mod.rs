//! The candidates of Argon2 for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(super) mod simd128;
