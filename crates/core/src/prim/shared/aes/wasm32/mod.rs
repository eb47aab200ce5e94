//! Code shared by the AES kernels for WebAssembly.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
