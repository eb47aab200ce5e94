//! Sums and doublings of points, whose products all come in pairs.
//!
//! Origin: the formulas of H. Hisil, K. Wong, G. Carter and E. Dawson, "Twisted Edwards curves revisited"
//! (2008), sections 3 and 4, which hold for all points; own, from the text. The bounds of limbs are those of
//! `pair`: sums and differences of products go into products as they are.

use super::points::Point;
use crate::prim::x25519::wasm32::field::Field;
use crate::prim::x25519::wasm32::pair::{PACKED, Pair};

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

/// 1 and 2 d.
const ONE_AND_TWICE_D: [u64; PACKED] = Pair::constant(&Field::ONE, &TWICE_D);

/// 1 and 0: Y and X of the neutral element, and Z and T.
const ONE_AND_ZERO: [u64; PACKED] = Pair::constant(&Field::ONE, &Field::ZERO);

/// A point, its Y and X and its Z and T, which are products.
#[derive(Clone, Copy)]
pub(super) struct Paired {
    yx: Pair,
    zt: Pair,
}

/// A point that is added to others: Y + X and Y - X, Z and 2 d T.
#[derive(Clone, Copy)]
pub(super) struct Addend {
    sums: Pair,
    zt: Pair,
}

/// The same where Z is 1.
pub(super) struct AffineAddend(Addend);

/// An affine addend, packed.
pub(super) type Packed = [[u64; PACKED]; 2];

impl Paired {
    pub(super) fn new(point: &Point) -> Self {
        Self { yx: Pair::new(&point.y, &point.x), zt: Pair::new(&point.z, &point.t) }
    }

    pub(super) fn neutral() -> Self {
        let one_and_zero = Pair::unpack(&ONE_AND_ZERO);
        Self { yx: one_and_zero, zt: one_and_zero }
    }

    /// By its coordinates.
    pub(super) fn point(&self) -> Point {
        let ([y, x], [z, t]) = (self.yx.elements(), self.zt.elements());
        Point { x, y, z, t }
    }

    /// Doubled; where another doubling follows, which takes no T, it may be left out.
    // One copy: there are hundreds of instructions.
    #[inline(never)]
    pub(super) fn double(&self, is_for_another: bool) -> Self {
        let squares = self.yx.square();
        let others = self.zt.first_and_second(&self.yx.sum_and_difference().swapped()).square();
        // x / z and y / t.
        let (yz, tx) = (squares.sum_and_difference(), squares.rest_of_doubling(&others));
        let zy = yz.swapped();
        Self {
            yx: yz.firsts(&tx).mul(&yz.seconds(&tx)),
            zt: if is_for_another { zy.mul_first(&tx) } else { zy.mul(&tx) },
        }
    }

    /// Doubled so many times, once at least.
    pub(super) fn doubled(&self, times: u32) -> Self {
        (1..times).rev().fold(self.double(times > 1), |point, left| point.double(left > 1))
    }

    pub(super) fn add(&self, other: &Addend) -> Self {
        self.added(&other.sums, &self.zt.mul(&other.zt))
    }

    /// The same with one product less where products do not come in pairs.
    pub(super) fn add_affine(&self, AffineAddend(other): &AffineAddend) -> Self {
        self.added(&other.sums, &self.zt.mul_second(&other.zt))
    }

    #[inline(never)]
    fn added(&self, sums: &Pair, zt: &Pair) -> Self {
        let yx = self.yx.sum_and_difference().mul(sums).sum_and_difference();
        let zt = zt.sum_and_difference_of_twice();
        Self { yx: yx.mul(&zt), zt: zt.firsts(&yx).mul(&zt.seconds(&yx)) }
    }

    pub(super) fn addend(&self) -> Addend {
        let zt = self.zt.mul_second(&Pair::unpack(&ONE_AND_TWICE_D));
        Addend { sums: self.yx.sum_and_difference(), zt }
    }
}

impl Addend {
    pub(super) fn neutral() -> Self {
        let sums = Pair::unpack(&const { Pair::constant(&Field::ONE, &Field::ONE) });
        Self { sums, zt: Pair::unpack(&ONE_AND_ZERO) }
    }

    /// This point, or the other one if the mask is all ones and not zero.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self, mask: u64) -> Self {
        Self { sums: self.sums.or(&other.sums, mask), zt: self.zt.or(&other.zt, mask) }
    }

    /// This point or, if the mask is all ones and not zero, its negative.
    #[inline(always)]
    pub(super) fn or_negative(&self, mask: u64) -> Self {
        Self {
            sums: self.sums.or(&self.sums.swapped(), mask),
            zt: self.zt.or_second_negative(mask),
        }
    }
}

impl AffineAddend {
    /// The neutral element.
    pub(super) const NEUTRAL: Packed = [Pair::constant(&Field::ONE, &Field::ONE), ONE_AND_ZERO];

    /// Of a point with Z = 1, packed.
    pub(super) fn packed(x: &Field, y: &Field) -> Packed {
        let t = x.mul(y).mul(&TWICE_D);
        let [sums, zt] = [Pair::new(y, x).sum_and_difference(), Pair::new(&Field::ONE, &t)];
        [sums.reduced().pack(), zt.pack()]
    }

    #[inline(always)]
    pub(super) fn unpack([sums, zt]: &Packed) -> Self {
        Self(Addend { sums: Pair::unpack(sums), zt: Pair::unpack(zt) })
    }

    /// This point or, if the mask is all ones and not zero, its negative.
    #[inline(always)]
    pub(super) fn or_negative(&self, mask: u64) -> Self {
        Self(self.0.or_negative(mask))
    }
}
