//! The candidates of X25519 for WebAssembly, where a product of 128 bits is a call. Modules for wide
//! arithmetic, in which it is an instruction, are built with the crate's limbs of 51 bits instead.
#![cfg(limbs25)]

pub(in crate::prim) mod field25;
pub(super) mod limbs25;
