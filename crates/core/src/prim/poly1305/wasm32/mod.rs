//! The candidates of Poly1305 for WebAssembly, whose widest product has 64 bits.

pub(in crate::prim) mod limbs26;
#[cfg(target_feature = "simd128")]
pub(in crate::prim) mod simd128;
