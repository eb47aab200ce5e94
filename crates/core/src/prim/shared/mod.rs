//! What the kernels of several primitives share.

pub(in crate::prim) mod arx;
#[cfg(all(feature = "std", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(in crate::prim) mod graviola;
pub(in crate::prim) mod sha2;
pub(in crate::prim) mod source;
