//! Encoding and decoding of ristretto255 elements (RFC 9496, section 4.3). Time depends only on
//! whether an encoding is valid.

use subtle::{Choice, ConstantTimeEq as _};

use super::points::{D, Point};
use crate::prim::x25519::wasm32::field::Field;

/// A square root of 1 / (a - d), where a is -1.
const ROOT_OF_INVERSE: Field = Field::from_narrow([
    0x05d40ea, 0x03f6aa0, 0x257d339, 0x0bad20b, 0x274bc58, 0x001d840, 0x13dc8ff, 0x19442d8,
    0x05cfaff, 0x1e1b224,
]);

/// 1 - d^2.
const ONE_MINUS_D_SQUARED: Field = Field::from_narrow([
    0x05f_c176, 0x102_7065, 0x2a1_fc4f, 0x1c6_6af1, 0x0b2_0684, 0x070_dfe4, 0x255_eedf, 0x01a_f332,
    0x28b_2b3e, 0x00a_41ca,
]);

/// (d - 1)^2.
const D_MINUS_ONE_SQUARED: Field = Field::from_narrow([
    0x0ed_4d20, 0x156_aa91, 0x333_2635, 0x165_80f0, 0x34a_7928, 0x09b_4eeb, 0x269_97a9, 0x048_299b,
    0x3af_66c2, 0x165_a2cd,
]);

/// A square root of a d - 1, where a is -1.
const ROOT: Field = Field::from_narrow([
    0x17b_2e1b, 0x1fd_a812, 0x297_afd2, 0x060_dbc2, 0x2be_7638, 0x1f5_d1fd, 0x27e_6498, 0x115_81e7,
    0x3f2_b834, 0x0dd_a4c6,
]);

impl Point {
    /// Decodes an element (section 4.3.1).
    pub(super) fn decode_ristretto(encoding: &[u8; 32]) -> Option<Self> {
        let s = Field::from_bytes(encoding);
        let is_canonical = s.to_bytes().ct_eq(encoding) & !Choice::from(encoding[0] & 1);
        let ss = s.square();
        let (u1, u2) = (Field::ONE.sub(&ss).reduced(), Field::ONE.add(&ss).reduced());
        let u2_square = u2.square();
        let v = Field::ZERO.sub(&u1.square().mul(&D)).reduced().sub(&u2_square).reduced();
        let (was_square, root) = Field::ONE.root_of_ratio(&v.mul(&u2_square));
        let den_x = root.mul(&u2);
        let den_y = root.mul(&den_x).mul(&v);
        let x = s.add(&s).reduced().mul(&den_x).absolute();
        let y = u1.mul(&den_y);
        let t = x.mul(&y);
        let is_one = is_canonical
            & was_square
            & !Choice::from(t.to_bytes()[0] & 1)
            & !y.to_bytes().ct_eq(&[0; 32]);
        bool::from(is_one).then_some(Self { x, y, z: Field::ONE, t })
    }

    /// Encodes the element (section 4.3.2).
    pub(super) fn encode_ristretto(&self) -> [u8; 32] {
        let u1 = self.z.add(&self.y).mul(&self.z.sub(&self.y));
        let u2 = self.x.mul(&self.y);
        let root = u2.square().mul(&u1).root_of_inverse();
        let (den1, mut den) = (root.mul(&u1), root.mul(&u2));
        let z_inverse = den1.mul(&den).mul(&self.t);
        let rotated = self.t.mul(&z_inverse).odd_mask();
        let (mut x, mut y) = (self.x, self.y);
        x.swap(&mut self.y.mul(&Field::ROOT_OF_MINUS_1), rotated);
        y.swap(&mut self.x.mul(&Field::ROOT_OF_MINUS_1), rotated);
        den.swap(&mut den1.mul(&ROOT_OF_INVERSE), rotated);
        y.swap(&mut Field::ZERO.sub(&y).reduced(), x.mul(&z_inverse).odd_mask());
        let mut s = den.mul(&self.z.sub(&y));
        s.swap(&mut Field::ZERO.sub(&s), s.odd_mask());
        s.to_bytes()
    }

    /// Maps 32 bytes to an element (section 4.3.4).
    pub(super) fn mapped_ristretto(bytes: &[u8; 32]) -> Self {
        let t = Field::from_bytes(bytes);
        let r = t.square().mul(&Field::ROOT_OF_MINUS_1);
        let u = r.add(&Field::ONE).mul(&ONE_MINUS_D_SQUARED);
        let minus_one = Field::ZERO.sub(&Field::ONE).reduced();
        let v = minus_one.sub(&r.mul(&D)).reduced().mul(&r.add(&D));
        let (was_square, root) = u.root_of_ratio(&v);
        let other = Field::ZERO.sub(&root.mul(&t).absolute()).reduced();
        let s = other.select(&root, was_square);
        let c = r.select(&minus_one, was_square);
        let n = c.mul(&r.sub(&Field::ONE)).mul(&D_MINUS_ONE_SQUARED).sub(&v);
        let ss = s.square();
        let (w0, w1) = (s.add(&s).reduced().mul(&v), n.reduced().mul(&ROOT));
        let (w2, w3) = (Field::ONE.sub(&ss).reduced(), Field::ONE.add(&ss).reduced());
        Self { x: w0.mul(&w3), y: w2.mul(&w1), z: w1.mul(&w3), t: w0.mul(&w2) }
    }
}
