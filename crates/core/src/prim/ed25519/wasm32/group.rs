//! Sums and multiples of any points, for the group of Ed25519. Time depends on no scalar, and on points by
//! whether they are valid alone.
//!
//! Strategy: three bits of a scalar at a time, an entry of eight chosen by looking at all.

use subtle::ConstantTimeEq as _;

use super::points::{Addend, Point};
use super::sum;
use crate::prim::ed25519::strict::ORDER;
use crate::wipe::wipe;

/// The sum of two points of the curve, or their difference.
pub(in crate::prim) fn add(p: &[u8; 32], is_minus: bool, q: &[u8; 32]) -> Option<[u8; 32]> {
    let (p, q) = (Point::decode(p)?, Point::decode(q)?.addend());
    Some(p.add(&if is_minus { q.negative() } else { q }).encode())
}

/// Whether it is the encoding of a point of prime order, reduced or not.
pub(in crate::prim) fn is_of_prime_order(encoding: &[u8; 32]) -> bool {
    valid(encoding).is_some()
}

/// The scalar, a number below 2^255, times such a point.
pub(in crate::prim) fn scalarmult(scalar: &[u8; 32], encoding: &[u8; 32]) -> Option<[u8; 32]> {
    Some(multiple(scalar, &valid(encoding)?).encode())
}

/// The point that is encoded, if its order is the prime.
fn valid(encoding: &[u8; 32]) -> Option<Point> {
    let point = Point::decode(encoding)?;
    // The neutral element is the one point of small order that has no part of another order.
    let is_torsion_free = sum::difference(&[0; 32], &ORDER, &point).is_neutral();
    (is_torsion_free && !point.is_neutral()).then_some(point)
}

fn multiple(scalar: &[u8; 32], point: &Point) -> Point {
    let addend = point.addend();
    let mut next = Point::NEUTRAL;
    let multiples: [Addend; 8] = core::array::from_fn(|_| {
        let multiple = next.addend();
        next = next.add(&addend);
        multiple
    });
    let bit = |at: usize| scalar[at / 8] >> (at % 8) & 1;
    let mut sum = Point::NEUTRAL;
    for at in (0..255).step_by(3).rev() {
        let mut digit = bit(at + 2) << 2 | bit(at + 1) << 1 | bit(at);
        sum = sum.doubled(3).add(&entry(&multiples, digit));
        wipe(core::slice::from_mut(&mut digit));
    }
    sum
}

fn entry(multiples: &[Addend; 8], number: u8) -> Addend {
    let mut found = multiples[0];
    for (multiple, at) in multiples.iter().zip(0_u8..) {
        found = found.or(multiple, u64::from(at.ct_eq(&number).unwrap_u8()).wrapping_neg());
    }
    found
}
