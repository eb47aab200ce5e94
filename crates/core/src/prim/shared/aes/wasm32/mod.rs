//! What kernels of AES share on WebAssembly.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
