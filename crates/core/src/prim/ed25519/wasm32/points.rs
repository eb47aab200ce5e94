//! Points of the curve -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates.
//!
//! Origin: the formulas of H. Hisil, K. Wong, G. Carter and E. Dawson, "Twisted Edwards curves revisited"
//! (2008), sections 3 and 4, which hold for all points; own, from the text. The bounds of limbs are those of
//! `field25` and `field51`: sums and differences of products go into products as they are.

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

const TWICE_D: Field = Field::from_narrow([
    0x02b2_f159,
    0x01a6_e509,
    0x022a_dd7a,
    0x00d4_141d,
    0x0003_8052,
    0x00f3_d130,
    0x0340_7977,
    0x019c_e331,
    0x01c5_6dff,
    0x0090_1b67,
]);

/// A point x = X / Z, y = Y / Z; T = X Y / Z. Its coordinates are products.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: Field,
    pub(super) y: Field,
    pub(super) z: Field,
    pub(super) t: Field,
}

/// What an addition or a doubling makes: x = X / Z, y = Y / T.
pub(super) struct Completed {
    x: Field,
    y: Field,
    z: Field,
    t: Field,
}

/// A point that is added to others: Y + X, Y - X, Z and 2 d T.
#[derive(Clone, Copy)]
pub(super) struct Addend {
    plus: Field,
    minus: Field,
    z: Field,
    t: Field,
}

/// The same where Z is 1.
pub(super) struct AffineAddend {
    pub(super) plus: Field,
    pub(super) minus: Field,
    pub(super) t: Field,
}

impl Point {
    pub(super) const NEUTRAL: Self =
        Self { x: Field::ZERO, y: Field::ONE, z: Field::ONE, t: Field::ZERO };

    /// A point for doublings, which take no T.
    pub(super) const fn without_t(x: Field, y: Field, z: Field) -> Self {
        Self { x, y, z, t: Field::ZERO }
    }

    /// The point that is encoded (RFC 8032, section 5.1.3), whether its y is reduced or not. Time depends
    /// on whether there is one.
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

    /// The encoding (section 5.1.2).
    pub(super) fn encode(&self) -> [u8; 32] {
        let inverse = self.z.invert();
        let mut bytes = self.y.mul(&inverse).to_bytes();
        bytes[31] |= self.x.mul(&inverse).to_bytes()[0] << 7;
        bytes
    }

    /// Whether it is the neutral element.
    pub(super) fn is_neutral(&self) -> bool {
        let [x, difference] = [self.x, self.y.sub(&self.z)].map(Field::to_bytes);
        bool::from(x.ct_eq(&[0; 32]) & difference.ct_eq(&[0; 32]))
    }

    /// (1 + y) / (1 - y) (RFC 7748, section 4.1).
    pub(super) fn to_x25519(&self) -> [u8; 32] {
        self.z.add(&self.y).mul(&self.z.sub(&self.y).invert()).to_bytes()
    }

    pub(super) fn double(&self) -> Completed {
        let (xx, yy, zz) = (self.x.square(), self.y.square(), self.z.square());
        let (y, z) = (yy.add(&xx), yy.sub(&xx));
        let x = self.x.add(&self.y).square().sub(&y);
        // Two differences, hence carried.
        let t = zz.add(&zz).add(&xx).sub(&yy).reduced();
        Completed { x, y, z, t }
    }

    /// Doubled so many times, once at least.
    #[inline(never)]
    pub(super) fn doubled(&self, times: u32) -> Self {
        let mut point = *self;
        for _ in 1..times {
            point = point.double().without_t();
        }
        point.double().with_t()
    }

    #[inline(never)]
    pub(super) fn add(&self, other: &Addend) -> Self {
        let zz = self.z.mul(&other.z);
        self.added(&other.plus, &other.minus, &other.t, &zz)
    }

    #[inline(never)]
    pub(super) fn add_affine(&self, other: &AffineAddend) -> Self {
        self.added(&other.plus, &other.minus, &other.t, &self.z)
    }

    #[inline(always)]
    fn added(&self, plus: &Field, minus: &Field, t: &Field, zz: &Field) -> Self {
        let a = self.y.add(&self.x).mul(plus);
        let b = self.y.sub(&self.x).mul(minus);
        let (c, twice) = (self.t.mul(t), zz.add(zz));
        Completed { x: a.sub(&b), y: a.add(&b), z: twice.add(&c), t: twice.sub(&c) }.with_t()
    }

    pub(super) fn addend(&self) -> Addend {
        let (plus, minus) = (self.y.add(&self.x), self.y.sub(&self.x));
        Addend { plus, minus, z: self.z, t: self.t.mul(&TWICE_D) }
    }
}

impl Completed {
    pub(super) fn with_t(&self) -> Point {
        Point { t: self.x.mul(&self.y), ..self.without_t() }
    }

    /// For another doubling, which takes no T.
    pub(super) fn without_t(&self) -> Point {
        let (x, y) = (self.x.mul(&self.t), self.y.mul(&self.z));
        Point { x, y, z: self.z.mul(&self.t), t: Field::ZERO }
    }
}

impl Addend {
    pub(super) const NEUTRAL: Self =
        Self { plus: Field::ONE, minus: Field::ONE, z: Field::ONE, t: Field::ZERO };

    /// This point, or the other one if the mask is all ones and not zero.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self, mask: u64) -> Self {
        Self {
            plus: self.plus.or(&other.plus, mask),
            minus: self.minus.or(&other.minus, mask),
            z: self.z.or(&other.z, mask),
            t: self.t.or(&other.t, mask),
        }
    }

    /// Of the negative point.
    pub(super) fn negative(&self) -> Self {
        Self { plus: self.minus, minus: self.plus, z: self.z, t: Field::ZERO.sub(&self.t) }
    }
}

impl AffineAddend {
    /// Of a point with Z = 1.
    pub(super) fn new(x: &Field, y: &Field) -> Self {
        let (plus, minus) = (y.add(x).reduced(), y.sub(x).reduced());
        Self { plus, minus, t: x.mul(y).mul(&TWICE_D) }
    }

    /// Of the negative point.
    pub(super) fn negative(&self) -> Self {
        Self { plus: self.minus, minus: self.plus, t: Field::ZERO.sub(&self.t) }
    }
}
