//! Salsa20 and ChaCha20 on WebAssembly: parallel blocks in vectors.

#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
pub(in crate::prim) mod single;
