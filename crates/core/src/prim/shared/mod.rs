//! What the kernels of several primitives share.
// May import: `family`, `prim/*`.

pub(in crate::prim) mod aegis;
pub(in crate::prim) mod aes;
pub(in crate::prim) mod arx;
pub(in crate::prim) mod division_steps;
#[cfg(not(limbs25))]
#[cfg_attr(own_curve, allow(dead_code, reason = "`field51` takes the encodings alone"))]
pub(in crate::prim) mod field25519;
pub(in crate::prim) mod graviola;
pub(crate) mod lanes;
pub(in crate::prim) mod md4;
pub(in crate::prim) mod order25519;
pub(crate) mod pages;
pub(in crate::prim) mod sha2;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod sha2_rounds;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
