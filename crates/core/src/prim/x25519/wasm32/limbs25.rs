//! X25519 by a Montgomery ladder on ten limbs of 26 and 25 bits.
//!
//! Origin: own; the formulas are those of RFC 7748, section 5. Needs nothing. Sums and differences
//! are not carried, which is what gains over the crates. Wins where a product of 128 bits is a call.
//! The base point is multiplied on the curve of Ed25519, whose table is faster than any ladder.

use super::field25::Field;
use crate::choose::{Candidate, Features, Meta};
use crate::prim::ed25519::wasm32::base_x25519;
use crate::prim::x25519::{KEY_LEN, Ops};
use crate::wipe::wipe;

pub(in crate::prim::x25519) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("limbs25", Features::NONE, "own ladder; base point by an own table"),
    ops: Ops { scalarmult, base },
};

/// (486662 - 2) / 4, the number a24 of RFC 7748.
const A24: u64 = 121_665;

fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    let mut clamped = clamped(scalar);
    let x1 = Field::from_bytes(point);
    let mut points = Points { x2: Field::ONE, z2: Field::ZERO, x3: x1, z3: Field::ONE };
    let mut before = 0;
    for at in (0..255).rev() {
        let bit = u64::from(clamped[at / 8] >> (at % 8) & 1);
        points.swap((before ^ bit).wrapping_neg());
        points.step(&x1);
        before = bit;
    }
    // The lowest bit of a clamped scalar is 0, so that nothing is left to be swapped.
    let product = points.x2.mul(&points.z2.invert()).to_bytes();
    points.wipe();
    wipe(&mut clamped);
    product
}

fn base(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    let mut clamped = clamped(scalar);
    let product = base_x25519(&clamped);
    wipe(&mut clamped);
    product
}

fn clamped(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    let mut clamped = *scalar;
    clamped[0] &= 248;
    clamped[31] = clamped[31] & 127 | 64;
    clamped
}

/// Two points whose difference is the one that is multiplied.
struct Points {
    x2: Field,
    z2: Field,
    x3: Field,
    z3: Field,
}

impl Points {
    fn swap(&mut self, mask: u64) {
        self.x2.swap(&mut self.x3, mask);
        self.z2.swap(&mut self.z3, mask);
    }

    /// Doubles the first point and adds it to the second one.
    fn step(&mut self, x1: &Field) {
        let (a, b) = (self.x2.add(&self.z2), self.x2.sub(&self.z2));
        let (c, d) = (self.x3.add(&self.z3), self.x3.sub(&self.z3));
        let (da, cb) = (d.mul(&a), c.mul(&b));
        let (aa, bb) = (a.square(), b.square());
        let e = aa.sub(&bb);
        self.x3 = da.add(&cb).square();
        self.z3 = x1.mul(&da.sub(&cb).square());
        self.x2 = aa.mul(&bb);
        self.z2 = e.mul(&aa.add_times(&e, A24));
    }

    fn wipe(&mut self) {
        for element in [&mut self.x2, &mut self.z2, &mut self.x3, &mut self.z3] {
            element.wipe();
        }
    }
}
