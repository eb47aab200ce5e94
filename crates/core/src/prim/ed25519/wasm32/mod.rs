//! Curve arithmetic for WebAssembly, on the field limbs of X25519: multiples of the base point and
//! the verification equation, which modules use most. The table of multiples for both is computed
//! on first use, since a module is loaded over a network and 38 KB of points do not compress.

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

/// Returns the encoding of the base point times a number below 2^255.
pub(in crate::prim) fn base(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().encode()
}

/// Returns the base point times a number below 2^255, on the Montgomery curve.
pub(in crate::prim) fn base_x25519(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().to_x25519()
}

/// Returns the base point times a number below 2^255, as an element of ristretto255.
pub(in crate::prim) fn base_ristretto(number: &[u8; 32]) -> [u8; 32] {
    table::times_base(number).point().encode_ristretto()
}

/// Converts a public point to the Montgomery curve if it belongs to the prime-order group and is
/// not neutral.
pub(super) fn to_x25519(encoding: &[u8; 32]) -> Option<[u8; 32]> {
    Some(group::valid(encoding)?.to_x25519())
}

/// Returns the encoding of \[S\]B - \[k\]A, or `None` if A does not encode a point. The numbers are
/// reduced modulo the group order, and no input is secret.
pub(super) fn difference(s: &[u8; 32], k: &[u8; 32], a: &[u8; 32]) -> Option<[u8; 32]> {
    Some(sum::difference(s, k, &Point::decode(a)?).point().encode())
}
