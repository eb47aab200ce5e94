//! The candidates of X25519 for WebAssembly. The limb size depends on whether a 128-bit product is
//! a function call or, in modules for wide arithmetic, an instruction.

#[cfg(float_pairs)]
pub(super) mod f64x2;
pub(in crate::prim) mod field;
#[cfg(limbs25)]
mod field25;
#[cfg(not(limbs25))]
mod field51;
mod ladder;
#[cfg(float_pairs)]
mod ladder_pairs;
#[cfg(limbs25)]
pub(super) mod limbs25;
#[cfg(not(limbs25))]
pub(super) mod limbs51;
pub(in crate::prim) mod pair;
#[cfg(float_pairs)]
mod pair_f64;
#[cfg(float_pairs)]
mod pair_limbs;
#[cfg(not(float_pairs))]
mod pair_plain;
