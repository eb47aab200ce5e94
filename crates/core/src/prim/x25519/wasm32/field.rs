//! Operations in the field of 2^255 - 19 that do not depend on the limb size.

use subtle::{Choice, ConstantTimeEq as _};

use crate::prim::ed25519::strict::PRIME;
use crate::prim::shared::division_steps::{Modulus, inverse};

#[cfg(limbs25)]
pub(in crate::prim) use super::field25::Field;
#[cfg(not(limbs25))]
pub(in crate::prim) use super::field51::Field;

static MODULUS: Modulus = Modulus::new(PRIME);

impl Field {
    /// A square root of -1.
    pub(in crate::prim) const ROOT_OF_MINUS_1: Self = Self::from_narrow([
        0x020e_a0b0,
        0x0186_c9d2,
        0x008f_189d,
        0x0035_697f,
        0x00bd_0c60,
        0x01fb_d7a7,
        0x0280_4c9e,
        0x01e1_6569,
        0x0004_fc1d,
        0x00ae_0c92,
    ]);

    /// Reduces a 512-bit number.
    pub(in crate::prim) fn from_wide(bytes: &[u8; 64]) -> Self {
        let (halves, _) = bytes.as_chunks::<32>();
        let [low, high] = [0, 1].map(|i| Self::from_bytes(&halves[i]));
        // 2^255 is 19 and 2^256 is 38 modulo the prime.
        let [low_bit, high_bit] = [0, 1].map(|i| u64::from(halves[i][31] >> 7));
        let bits = 19 * (low_bit + 38 * high_bit);
        let bits = Self::from_narrow([bits, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        low.add_times(&high, 38).add(&bits).reduced()
    }

    /// Returns the square.
    pub(in crate::prim) fn square(&self) -> Self {
        self.squared(1)
    }

    /// Returns the power with exponent 2^252 - 3.
    pub(in crate::prim) fn power_for_root(&self) -> Self {
        // Returns the power with exponent 2^n - 1 from two such powers with smaller n.
        let join = |high: &Self, low: &Self, bits: u32| high.squared(bits).mul(low);
        let of_2 = self.squared(1);
        let of_9 = of_2.squared(2).mul(self);
        let bits_5 = join(&of_9.mul(&of_2), &of_9, 1);
        let bits_10 = join(&bits_5, &bits_5, 5);
        let bits_20 = join(&bits_10, &bits_10, 10);
        let bits_40 = join(&bits_20, &bits_20, 20);
        let bits_50 = join(&bits_40, &bits_10, 10);
        let bits_100 = join(&bits_50, &bits_50, 50);
        let bits_200 = join(&bits_100, &bits_100, 100);
        join(&join(&bits_200, &bits_50, 50), self, 2)
    }

    /// Returns the inverse, or zero for zero.
    pub(in crate::prim) fn invert(&self) -> Self {
        let bytes = self.to_bytes();
        #[cfg(limbs25)]
        let inverse = inverse::<i64, 9>(&bytes, &MODULUS);
        #[cfg(not(limbs25))]
        let inverse = inverse::<i128, 5>(&bytes, &MODULUS);
        Self::from_bytes(&inverse)
    }

    /// Returns a square root of the inverse of a square, or zero for zero.
    pub(in crate::prim) fn root_of_inverse(&self) -> Self {
        let cube = self.square().mul(self);
        let mut root = cube.square().mul(self).power_for_root().mul(&cube);
        // `root` is now a root of 1 / self or of -1 / self.
        let sum = root.square().mul(self).add(&Self::ONE).to_bytes();
        let is_of_minus = u64::from(sum.ct_eq(&[0; 32]).unwrap_u8());
        root.swap(&mut root.mul(&Self::ROOT_OF_MINUS_1), is_of_minus.wrapping_neg());
        root
    }

    /// Returns whether the quotient self / `divisor` is a square, and the even root of the quotient
    /// or of the quotient times the root of -1 (RFC 9496, section 4.2). The root is zero if self or
    /// `divisor` is zero; the quotient then counts as a square only if self is zero.
    pub(in crate::prim) fn root_of_ratio(&self, divisor: &Self) -> (Choice, Self) {
        let cube = divisor.square().mul(divisor);
        let seventh = cube.square().mul(divisor);
        let root = self.mul(&seventh).power_for_root().mul(self).mul(&cube);
        let square = root.square().mul(divisor).to_bytes();
        let minus = Self::ZERO.sub(self).reduced();
        let is_root = square.ct_eq(&self.to_bytes());
        let is_of_minus = square.ct_eq(&minus.to_bytes());
        let is_of_other = square.ct_eq(&minus.mul(&Self::ROOT_OF_MINUS_1).to_bytes());
        let turned = root.mul(&Self::ROOT_OF_MINUS_1);
        (is_root | is_of_minus, root.select(&turned, is_of_minus | is_of_other).absolute())
    }

    /// Returns `other` if the condition is true, otherwise this element.
    pub(in crate::prim) fn select(&self, other: &Self, is_other: Choice) -> Self {
        self.or(other, u64::from(is_other.unwrap_u8()).wrapping_neg())
    }

    /// Returns the even one of the element and its negative.
    pub(in crate::prim) fn absolute(&self) -> Self {
        self.or(&Self::ZERO.sub(self).reduced(), self.odd_mask())
    }

    /// Returns all ones if the reduced element is odd, otherwise zero.
    pub(in crate::prim) fn odd_mask(&self) -> u64 {
        u64::from(self.to_bytes()[0] & 1).wrapping_neg()
    }

    /// Returns a square root of self / `divisor` if it exists (RFC 8032, section 5.1.3).
    // The time depends only on whether the root exists.
    pub(in crate::prim) fn root_of_quotient(&self, divisor: &Self) -> Option<Self> {
        let cube = divisor.square().mul(divisor);
        let seventh = cube.square().mul(divisor);
        let root = self.mul(&seventh).power_for_root().mul(self).mul(&cube);
        let square = root.square().mul(divisor);
        let is_root = square.sub(self).to_bytes().ct_eq(&[0; 32]);
        let is_of_minus = square.add(self).to_bytes().ct_eq(&[0; 32]);
        let mask = u64::from(is_of_minus.unwrap_u8()).wrapping_neg();
        let root = root.or(&root.mul(&Self::ROOT_OF_MINUS_1), mask);
        bool::from(is_root | is_of_minus).then_some(root)
    }
}
