//! X25519 by a Montgomery ladder on the limbs of the module.
//!
//! Origin: own, with the formulas of RFC 7748, section 5. Sums and differences are not carried,
//! which makes it faster than the crates. Both points of a step enter their sum symmetrically, so
//! the points are not swapped; only the point to double is selected. The base point is multiplied
//! on the curve of Ed25519 with a table, which is faster than any ladder.

use super::field::Field;
use crate::prim::ed25519::wasm32::base_x25519;
use crate::prim::x25519::KEY_LEN;
use crate::wipe::wipe;

/// (486662 - 2) / 4, the number a24 of RFC 7748.
pub(super) const A24: u64 = 121_665;

pub(super) fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> Option<[u8; KEY_LEN]> {
    let mut clamped = clamped(scalar);
    let x1 = Field::from_bytes(point);
    let mut points = Points { x2: Field::ONE, z2: Field::ZERO, x3: x1, z3: Field::ONE };
    let (mut before, mut asked) = (0, 0);
    for at in (0..255).rev() {
        let bit = u64::from(clamped[at / 8] >> (at % 8) & 1);
        points.step(&x1, (before ^ bit).wrapping_neg(), &mut asked);
        before = bit;
    }
    // The lowest bit of a clamped scalar is 0, so the point doubled last is the product.
    let product = points.x2.mul(&points.z2.invert()).to_bytes();
    points.wipe();
    wipe(core::slice::from_mut(&mut asked));
    wipe(&mut clamped);
    Some(product)
}

pub(super) fn base(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    let mut clamped = clamped(scalar);
    let product = base_x25519(&clamped);
    wipe(&mut clamped);
    product
}

pub(super) fn clamped(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    let mut clamped = *scalar;
    clamped[0] &= 248;
    clamped[31] = clamped[31] & 127 | 64;
    clamped
}

/// Two points with the input point as their difference.
struct Points {
    x2: Field,
    z2: Field,
    x3: Field,
    z3: Field,
}

impl Points {
    /// Replaces the second point by the sum of both points, and the first point by its double or,
    /// if the mask is all ones and not zero, by the double of the second.
    fn step(&mut self, x1: &Field, mask: u64, asked: &mut u64) {
        let (a, b) = (self.x2.add(&self.z2), self.x2.sub(&self.z2));
        let (c, d) = (self.x3.add(&self.z3), self.x3.sub(&self.z3));
        let (da, cb) = (d.mul_in_order(&a, asked), c.mul_in_order(&b, asked));
        let aa = a.or(&c, mask).square_in_order(asked);
        let bb = b.or(&d, mask).square_in_order(asked);
        let e = aa.sub(&bb);
        self.x3 = da.add(&cb).square_in_order(asked);
        self.z3 = x1.mul_in_order(&da.sub(&cb).square_in_order(asked), asked);
        self.x2 = aa.mul_in_order(&bb, asked);
        self.z2 = e.mul_in_order(&aa.add_times(&e, A24), asked);
    }

    fn wipe(&mut self) {
        for element in [&mut self.x2, &mut self.z2, &mut self.x3, &mut self.z3] {
            element.wipe();
        }
    }
}
