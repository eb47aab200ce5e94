//! The group of Ed25519 on the points and scalars of the crate curve25519-dalek that are serial on
//! every processor; in WebAssembly modules, on the points of this crate.
//!
//! Strategy: multiples of the base point from a table in radix 16; multiples of other points with
//! three bits per step, scanning all eight entries of a table. The map of Elligator 2 is this
//! crate's own, on its own field with 51-bit limbs or on the field for WebAssembly, as is all
//! scalar arithmetic.

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity as _;
use subtle::ConstantTimeEq as _;

#[cfg(not(own_curve))]
use super::elligator;
#[cfg(not(own_curve))]
use super::multiple::multiply;
use super::{Candidate, Meta, Ops, Point, Rest, Sign, WIDE_SCALAR_LEN};
use crate::choose::Features;
#[cfg(not(own_curve))]
use crate::prim::ed25519::serial::is_torsion_free;
#[cfg(own_curve)]
use crate::prim::ed25519::wasm32::group;
use crate::prim::shared::order25519;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, on crate curve25519-dalek").checked(),
    ops: Ops {
        is_valid,
        scalarmult,
        rest: Some(Rest {
            add,
            from_uniform,
            from_number,
            base,
            scalar_reduce: order25519::reduce,
            scalar_add,
            scalar_mul: order25519::multiply,
            scalar_invert: order25519::invert,
        }),
    },
};

fn is_valid(point: &Point) -> bool {
    #[cfg(own_curve)]
    return is_reduced(point) && group::is_of_prime_order(point);
    #[cfg(not(own_curve))]
    decode(point, is_torsion_free).is_some()
}

fn scalarmult(scalar: &super::Scalar, point: &Point) -> Option<Point> {
    #[cfg(own_curve)]
    return is_reduced(point).then(|| group::scalarmult(&reduced(scalar), point))?;
    #[cfg(not(own_curve))]
    {
        let point = decode(point, is_torsion_free)?;
        Some(multiply(&number(scalar), &point, EdwardsPoint::mul_by_cofactor).compress().0)
    }
}

/// Decodes a point of prime order, if the encoding is reduced.
#[cfg_attr(all(own_curve, lean), allow(dead_code, reason = "`group` takes its place"))]
pub(super) fn decode(
    encoding: &Point,
    is_torsion_free: impl Fn(&EdwardsPoint) -> bool,
) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(*encoding).decompress()?;
    // The neutral element is the only point of small order without a torsion component.
    let valid = is_torsion_free(&point) & !point.is_identity() & is_reduced(encoding);
    valid.then_some(point)
}

/// Returns whether the y coordinate of an encoding is below the prime, 2^255 - 19: whether adding
/// 19 does not carry into the highest bit.
fn is_reduced(encoding: &Point) -> bool {
    let (low, last) = (&encoding[..31], encoding[31] & 0x7f);
    let carry = low.iter().fold(19, |carry, byte| (carry + u16::from(*byte)) >> 8);
    bool::from(((carry + u16::from(last)) >> 7).ct_eq(&0))
}

/// Reduces a number modulo the group order.
#[cfg(own_curve)]
pub(in crate::prim) fn reduced(bytes: &super::Scalar) -> super::Scalar {
    order25519::add(bytes, &[0; 32])
}

/// Reduces a number to a scalar.
#[cfg_attr(all(own_curve, lean), allow(dead_code, reason = "`reduced` takes its place"))]
pub(in crate::prim) fn number(bytes: &super::Scalar) -> Scalar {
    Scalar::from_bytes_mod_order(*bytes)
}

fn add(p: &Point, sign: Sign, q: &Point) -> Option<Point> {
    #[cfg(own_curve)]
    return group::add(p, sign == Sign::Minus, q);
    #[cfg(not(own_curve))]
    {
        let [p, q] = [p, q].map(|point| CompressedEdwardsY(*point).decompress());
        let (p, q) = (p?, q?);
        let sum = match sign {
            Sign::Plus => p + q,
            Sign::Minus => p - q,
        };
        Some(sum.compress().0)
    }
}

fn from_uniform(uniform: &Point) -> Point {
    #[cfg(own_curve)]
    return crate::prim::ed25519::wasm32::from_uniform(uniform);
    #[cfg(not(own_curve))]
    of_prime_order(elligator::encoding(uniform))
}

fn from_number(number: &[u8; WIDE_SCALAR_LEN]) -> Point {
    #[cfg(own_curve)]
    return crate::prim::ed25519::wasm32::from_number(number);
    #[cfg(not(own_curve))]
    of_prime_order(elligator::encoding_of_number(number))
}

/// Multiplies a point returned by the map by the cofactor.
#[cfg(not(own_curve))]
fn of_prime_order(mapped: Point) -> Point {
    match CompressedEdwardsY(mapped).decompress() {
        Some(point) => point.mul_by_cofactor().compress().0,
        None => unreachable!("the map returns only points of the curve"),
    }
}

fn base(scalar: &super::Scalar) -> Point {
    #[cfg(own_curve)]
    return crate::prim::ed25519::wasm32::base(&reduced(scalar));
    #[cfg(not(own_curve))]
    crate::prim::ed25519::dalek::times_base(&number(scalar))
}

fn scalar_add(x: &super::Scalar, sign: Sign, y: &super::Scalar) -> super::Scalar {
    match sign {
        Sign::Plus => order25519::add(x, y),
        Sign::Minus => order25519::subtract(x, y),
    }
}
