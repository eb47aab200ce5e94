//! Code shared by the kernels of several primitives.
// May import: `family`, `prim/*`.

#[cfg(feature = "aes")]
pub(in crate::prim) mod aegis;
#[cfg(feature = "aes")]
pub(in crate::prim) mod aes;
pub(in crate::prim) mod arx;
#[cfg_attr(
    not(any(feature = "groups", own_curve)),
    allow(dead_code, reason = "used by `order25519`")
)]
pub(in crate::prim) mod division_steps;
#[cfg(all(any(feature = "groups", own_curve), not(limbs25)))]
#[cfg_attr(own_curve, allow(dead_code, reason = "`field51` uses only the encodings"))]
pub(in crate::prim) mod field25519;
pub(in crate::prim) mod graviola;
pub(crate) mod lanes;
#[cfg(feature = "legacy")]
pub(in crate::prim) mod md4;
#[cfg_attr(not(feature = "groups"), allow(dead_code, reason = "Ed25519 uses only the order"))]
pub(in crate::prim) mod order25519;
pub(crate) mod pages;
pub(in crate::prim) mod sha2;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod sha2_rounds;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
