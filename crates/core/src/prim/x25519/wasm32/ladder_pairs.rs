//! X25519 by a Montgomery ladder on pairs of field elements.
//!
//! Origin: own, with the formulas of RFC 7748, section 5. The two coordinates of a point form a
//! pair, and so do the products of each stage of a step except the last. As in `ladder` the points
//! are not swapped; only the point to double is selected.

use super::field::Field;
use super::ladder::{A24, clamped};
use super::pair::Pair;
use crate::prim::x25519::KEY_LEN;
use crate::wipe::wipe;

pub(super) fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> Option<[u8; KEY_LEN]> {
    let mut clamped = clamped(scalar);
    let x1 = Field::from_bytes(point);
    let mut points = Points {
        first: Pair::new(&Field::ONE, &Field::ZERO),
        second: Pair::new(&x1, &Field::ONE),
        difference: Pair::new(&Field::ONE, &x1),
    };
    let mut before = 0;
    for at in (0..255).rev() {
        let bit = u64::from(clamped[at / 8] >> (at % 8) & 1);
        points.step((before ^ bit).wrapping_neg());
        before = bit;
    }
    // The lowest bit of a clamped scalar is 0, so the point doubled last is the product.
    let [mut x, mut z] = points.first.elements();
    let product = x.mul(&z.invert()).to_bytes();
    x.wipe();
    z.wipe();
    points.first.wipe();
    points.second.wipe();
    wipe(&mut clamped);
    Some(product)
}

/// Two points as X and Z, and their difference as Z and X, with Z = 1.
struct Points {
    first: Pair,
    second: Pair,
    difference: Pair,
}

impl Points {
    /// Replaces the second point by the sum of both points, and the first point by its double or,
    /// if the mask is all ones and not zero, by the double of the second.
    #[inline(always)]
    fn step(&mut self, mask: u64) {
        let (first, second) = (self.first.sum_and_difference(), self.second.sum_and_difference());
        let crossed = first.mul(&second.swapped());
        let squares = first.or(&second, mask).square();
        crossed.sum_and_difference().square().mul_to(&self.difference, &mut self.second);
        let [left, right] = squares.of_doubling(A24 as f64);
        left.mul_to(&right, &mut self.first);
    }
}
