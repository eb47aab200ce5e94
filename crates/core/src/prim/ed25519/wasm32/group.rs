//! Sums and multiples of arbitrary points, for the group of Ed25519 and for ristretto255. Time does
//! not depend on scalars, and depends on points only by their validity.

use super::multiple::multiple;
use super::paired::Paired;
use super::points::Point;
use super::sum::difference;
use crate::prim::ed25519::strict::ORDER;

fn sum(p: &Point, is_minus: bool, q: &Point) -> Point {
    let q = Paired::new(q).addend().or_negative(u64::from(is_minus).wrapping_neg());
    let mut sum = Paired::new(p);
    sum.add(&q);
    sum.point()
}

/// Returns the sum or difference of two points of the curve.
pub(in crate::prim) fn add(p: &[u8; 32], is_minus: bool, q: &[u8; 32]) -> Option<[u8; 32]> {
    Some(sum(&Point::decode(p)?, is_minus, &Point::decode(q)?).encode())
}

/// Returns whether the bytes encode a point of prime order, reduced or not.
pub(in crate::prim) fn is_of_prime_order(encoding: &[u8; 32]) -> bool {
    valid(encoding).is_some()
}

/// Multiplies a point of prime order by a scalar below 2^255.
pub(in crate::prim) fn scalarmult(scalar: &[u8; 32], encoding: &[u8; 32]) -> Option<[u8; 32]> {
    Some(multiple(scalar, &valid(encoding)?).point().encode())
}

/// Decodes a point and returns it if its order is prime.
pub(super) fn valid(encoding: &[u8; 32]) -> Option<Point> {
    let point = Point::decode(encoding)?;
    // The neutral element is the only point of small order without a torsion component.
    let is_torsion_free = difference(&[0; 32], &ORDER, &point).point().is_neutral();
    (is_torsion_free && !point.is_neutral()).then_some(point)
}

/// Returns whether the bytes encode an element of ristretto255.
pub(in crate::prim) fn is_ristretto(encoding: &[u8; 32]) -> bool {
    Point::decode_ristretto(encoding).is_some()
}

/// Returns the sum or difference of two elements of ristretto255.
pub(in crate::prim) fn add_ristretto(
    p: &[u8; 32],
    is_minus: bool,
    q: &[u8; 32],
) -> Option<[u8; 32]> {
    Some(
        sum(&Point::decode_ristretto(p)?, is_minus, &Point::decode_ristretto(q)?)
            .encode_ristretto(),
    )
}

/// Multiplies an element of ristretto255 by a scalar below 2^255.
pub(in crate::prim) fn scalarmult_ristretto(
    scalar: &[u8; 32],
    encoding: &[u8; 32],
) -> Option<[u8; 32]> {
    Some(multiple(scalar, &Point::decode_ristretto(encoding)?).point().encode_ristretto())
}

/// Maps 64 bytes to an element of ristretto255 (RFC 9496, section 4.3.4).
pub(in crate::prim) fn ristretto_from_hash(hash: &[u8; 64]) -> [u8; 32] {
    let (halves, _) = hash.as_chunks();
    let [p, q] = [0, 1].map(|i| Point::mapped_ristretto(&halves[i]));
    sum(&p, false, &q).encode_ristretto()
}
