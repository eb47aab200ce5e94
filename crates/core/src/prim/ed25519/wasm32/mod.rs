//! The curve for WebAssembly: what modules ask of it most, multiples of the base point and the equation of
//! verification, on the limbs of X25519's ladder. The multiples that both take are computed when they are
//! first wanted, since a module is loaded over a network and 38 KB of points do not compress.

#![cfg_attr(
    not(feature = "groups"),
    allow(dead_code, unused_imports, reason = "the groups take the rest")
)]

mod elligator;
pub(in crate::prim) mod group;
mod multiple;
mod paired;
mod points;
mod ristretto;
mod scalar;
#[cfg(float_pairs)]
mod steps_pairs;
#[cfg(not(float_pairs))]
mod steps_plain;
mod sum;
mod table;

use points::Point;

pub(in crate::prim) use elligator::{from_number, from_uniform};
pub(in crate::prim) use scalar::Scalar;

/// The encoding of a multiple of the base point, by a number below 2^255.
pub(in crate::prim) fn base(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().encode()
}

/// The same point on the Montgomery curve.
pub(in crate::prim) fn base_x25519(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().to_x25519()
}

/// The same as an element of ristretto255.
pub(in crate::prim) fn base_ristretto(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().encode_ristretto()
}

/// A point of the group of prime order but its neutral element, which is no secret, on the Montgomery curve.
pub(super) fn to_x25519(encoding: &[u8; 32]) -> Option<[u8; 32]> {
    Some(group::valid(encoding)?.to_x25519())
}

/// The encoding of \[S\]B - \[k\]A, if A is one of a point. The numbers are reduced by the group's order, and
/// nothing is secret.
pub(super) fn difference(s: &[u8; 32], k: &[u8; 32], a: &[u8; 32]) -> Option<[u8; 32]> {
    Some(sum::difference(s, k, &Point::decode(a)?).point().encode())
}
