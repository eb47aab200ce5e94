//! ristretto255 with the functions of the crate curve25519-dalek that are serial on every
//! processor. WebAssembly modules use the curve code of Ed25519 instead.
//!
//! Strategy: as for Ed25519's group: multiples of the generator come from a radix-16 table;
//! multiples of other elements use three bits at a time, with a constant-time scan of all eight
//! table entries.

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};

use super::{Candidate, HASH_LEN, Meta, Ops, Point, Rest, Scalar, Sign};
use crate::choose::Features;
#[cfg(own_curve)]
use crate::prim::ed25519::wasm32::group;
#[cfg(not(own_curve))]
use crate::prim::edwards25519::multiple::multiply;
#[cfg(not(own_curve))]
use crate::prim::edwards25519::portable::number;
#[cfg(own_curve)]
use crate::prim::edwards25519::portable::reduced;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "crate curve25519-dalek; multiples own, on it")
        .checked(),
    ops: Ops { scalarmult, rest: Some(Rest { is_valid, add, from_hash, base }) },
};

#[cfg_attr(all(own_curve, lean), allow(dead_code, reason = "`group` replaces it"))]
pub(super) fn decode(encoding: &Point) -> Option<RistrettoPoint> {
    CompressedRistretto(*encoding).decompress()
}

fn is_valid(point: &Point) -> bool {
    #[cfg(own_curve)]
    return group::is_ristretto(point);
    #[cfg(not(own_curve))]
    decode(point).is_some()
}

fn scalarmult(scalar: &Scalar, point: &Point) -> Option<Point> {
    #[cfg(own_curve)]
    return group::scalarmult_ristretto(&reduced(scalar), point);
    #[cfg(not(own_curve))]
    {
        let times_8 = |point: &RistrettoPoint| (0..3).fold(*point, |sum, _| sum + sum);
        Some(multiply(&number(scalar), &decode(point)?, times_8).compress().0)
    }
}

fn add(p: &Point, sign: Sign, q: &Point) -> Option<Point> {
    #[cfg(own_curve)]
    return group::add_ristretto(p, sign == Sign::Minus, q);
    #[cfg(not(own_curve))]
    {
        let (p, q) = (decode(p)?, decode(q)?);
        let sum = match sign {
            Sign::Plus => p + q,
            Sign::Minus => p - q,
        };
        Some(sum.compress().0)
    }
}

fn from_hash(uniform: &[u8; HASH_LEN]) -> Point {
    #[cfg(own_curve)]
    return group::ristretto_from_hash(uniform);
    #[cfg(not(own_curve))]
    RistrettoPoint::from_uniform_bytes(uniform).compress().0
}

fn base(scalar: &Scalar) -> Point {
    #[cfg(own_curve)]
    return crate::prim::ed25519::wasm32::base_ristretto(&reduced(scalar));
    #[cfg(not(own_curve))]
    RistrettoPoint::mul_base(&number(scalar)).compress().0
}
