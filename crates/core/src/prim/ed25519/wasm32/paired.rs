//! Point addition and doubling with all field products in pairs.
//!
//! Origin: written from the formulas of H. Hisil, K. Wong, G. Carter and E. Dawson, "Twisted
//! Edwards curves revisited" (2008), sections 3 and 4; the formulas are complete. The limb bounds
//! are the ones of `pair`: sums and differences of products may enter products without a carry.

use super::points::Point;
use crate::prim::x25519::wasm32::field::Field;
use crate::prim::x25519::wasm32::pair::{HALF_PACKED, PACKED, Pair};

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

/// The packed pair (1, 2 d).
const ONE_AND_TWICE_D: [u64; PACKED] = Pair::constant(&Field::ONE, &TWICE_D);

/// The packed pair (1, 0), which is both (Y, X) and (Z, T) of the neutral element.
const ONE_AND_ZERO: [u64; PACKED] = Pair::constant(&Field::ONE, &Field::ZERO);

/// A point as two pairs, (Y, X) and (Z, T), whose elements are products.
#[derive(Clone, Copy)]
pub(super) struct Paired {
    pub(super) yx: Pair,
    pub(super) zt: Pair,
}

/// A point prepared for addition, as the pairs (Y + X, Y - X) and (Z, 2 d T).
#[derive(Clone, Copy)]
pub(super) struct Addend {
    pub(super) sums: Pair,
    pub(super) zt: Pair,
}

/// A point prepared for addition, with Z = 1.
pub(super) struct AffineAddend(pub(super) Addend);

/// An affine addend in packed form: the sums, and 2 d T.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    sums: [u64; PACKED],
    t: [u64; HALF_PACKED],
}

impl Packed {
    pub(super) const EMPTY: Self = Self { sums: [0; PACKED], t: [0; HALF_PACKED] };

    /// The neutral element.
    pub(super) const NEUTRAL: Self =
        Self { sums: Pair::constant(&Field::ONE, &Field::ONE), t: [0; HALF_PACKED] };

    /// Returns this value ORed with the bits of `other` under the mask.
    #[inline(always)]
    pub(super) fn with(&self, other: &Self, mask: u64) -> Self {
        Self {
            sums: core::array::from_fn(|i| self.sums[i] | other.sums[i] & mask),
            t: core::array::from_fn(|i| self.t[i] | other.t[i] & mask),
        }
    }
}

impl Paired {
    pub(super) fn new(point: &Point) -> Self {
        Self { yx: Pair::new(&point.y, &point.x), zt: Pair::new(&point.z, &point.t) }
    }

    pub(super) fn neutral() -> Self {
        let one_and_zero = Pair::unpack(&ONE_AND_ZERO);
        Self { yx: one_and_zero, zt: one_and_zero }
    }

    /// Converts the pairs to separate coordinates.
    pub(super) fn point(&self) -> Point {
        let ([y, x], [z, t]) = (self.yx.elements(), self.zt.elements());
        Point { x, y, z, t }
    }

    /// Doubles the point `times` times.
    pub(super) fn double_times(&mut self, times: u32) {
        for left in (0..times).rev() {
            self.double(left > 0);
        }
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

    /// Returns this point if the mask is zero, or `other` if it is all ones.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self, mask: u64) -> Self {
        Self { sums: self.sums.or(&other.sums, mask), zt: self.zt.or(&other.zt, mask) }
    }

    /// Returns this point if the mask is zero, or its negative if it is all ones.
    // Not inlined, to save code size.
    #[inline(never)]
    pub(super) fn or_negative(&self, mask: u64) -> Self {
        Self {
            sums: self.sums.or(&self.sums.swapped(), mask),
            zt: self.zt.or_second_negative(mask),
        }
    }
}

impl AffineAddend {
    /// Packs a point with Z = 1.
    pub(super) fn packed(x: &Field, y: &Field) -> Packed {
        let t = x.mul(y).mul(&TWICE_D);
        Packed {
            sums: Pair::new(y, x).sum_and_difference().reduced().pack(),
            t: Pair::new(&Field::ONE, &t).pack_second(),
        }
    }

    #[inline(always)]
    pub(super) fn unpack(packed: &Packed) -> Self {
        let (sums, zt) = (Pair::unpack(&packed.sums), Pair::unpack_second(&packed.t));
        Self(Addend { sums, zt })
    }

    /// Returns this point if the mask is zero, or its negative if it is all ones.
    #[inline(always)]
    pub(super) fn or_negative(&self, mask: u64) -> Self {
        Self(self.0.or_negative(mask))
    }
}
