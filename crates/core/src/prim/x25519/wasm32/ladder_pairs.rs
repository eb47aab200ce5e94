//! X25519 by a Montgomery ladder on pairs of elements.
//!
//! Origin: own; the formulas are those of RFC 7748, section 5. The two coordinates of a point are a pair, and so
//! are the products of each stage of a step but the last one. As in `ladder` no points change places: what is
//! chosen is the one that is doubled.

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
    // The lowest bit of a clamped scalar is 0, so that what was doubled last is the multiple.
    let [mut x, mut z] = points.first.elements();
    let product = x.mul(&z.invert()).to_bytes();
    x.wipe();
    z.wipe();
    points.first.wipe();
    points.second.wipe();
    wipe(&mut clamped);
    Some(product)
}

/// Two points, X and Z of each, and one by Z and X: their difference, whose Z is 1.
struct Points {
    first: Pair,
    second: Pair,
    difference: Pair,
}

impl Points {
    /// Their sum becomes the second point; the first one doubled becomes the first point or, if the mask is
    /// all ones and not zero, the second one doubled.
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
