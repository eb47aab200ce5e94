//! Points of the curve -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates, with encoding and
//! decoding.
//!
//! Origin: written from RFC 8032.

use subtle::ConstantTimeEq as _;

use crate::prim::x25519::wasm32::field::Field;

pub(super) const D: Field = Field::from_narrow([
    0x0359_78a3,
    0x00d3_7284,
    0x0315_6ebd,
    0x006a_0a0e,
    0x0001_c029,
    0x0179_e898,
    0x03a0_3cbb,
    0x01ce_7198,
    0x02e2_b6ff,
    0x0148_0db3,
]);

/// A point with x = X / Z, y = Y / Z and T = X Y / Z. The coordinates are products.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: Field,
    pub(super) y: Field,
    pub(super) z: Field,
    pub(super) t: Field,
}

impl Point {
    /// Creates a point for doubling, which does not use T.
    pub(super) const fn without_t(x: Field, y: Field, z: Field) -> Self {
        Self { x, y, z, t: Field::ZERO }
    }

    /// Decodes a point (RFC 8032, section 5.1.3), even if its y is not reduced. Time depends on
    /// whether the encoding is valid.
    pub(super) fn decode(encoding: &[u8; 32]) -> Option<Self> {
        let y = Field::from_bytes(encoding);
        let square = y.square();
        let numerator = square.sub(&Field::ONE).reduced();
        let divisor = square.mul(&D).add(&Field::ONE);
        let mut x = numerator.root_of_quotient(&divisor)?;
        let wanted = u64::from(encoding[31] >> 7).wrapping_neg();
        x = x.or(&Field::ZERO.sub(&x), x.odd_mask() ^ wanted).reduced();
        Some(Self { x, y, z: Field::ONE, t: x.mul(&y) })
    }

    /// Encodes the point (section 5.1.2).
    pub(super) fn encode(&self) -> [u8; 32] {
        let inverse = self.z.invert();
        let mut bytes = self.y.mul(&inverse).to_bytes();
        bytes[31] |= self.x.mul(&inverse).to_bytes()[0] << 7;
        bytes
    }

    /// Returns whether this is the neutral element.
    pub(super) fn is_neutral(&self) -> bool {
        let [x, difference] = [self.x, self.y.sub(&self.z)].map(Field::to_bytes);
        bool::from(x.ct_eq(&[0; 32]) & difference.ct_eq(&[0; 32]))
    }

    /// Returns (1 + y) / (1 - y) (RFC 7748, section 4.1).
    pub(super) fn to_x25519(&self) -> [u8; 32] {
        self.z.add(&self.y).mul(&self.z.sub(&self.y).invert()).to_bytes()
    }
}
