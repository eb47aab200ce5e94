//! Salsa20 and ChaCha20 on x86-64: blocks side by side in vectors.

pub(in crate::prim) mod avx2;
pub(in crate::prim) mod avx512;
