//! Salsa20 and ChaCha20 on x86-64: parallel blocks in vectors.

pub(in crate::prim) mod avx2;
pub(in crate::prim) mod avx512;
