//! ML-KEM-768 for x86-64.

pub(crate) mod libcrux_avx2;
