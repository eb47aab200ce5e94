//! Arithmetic modulo 2^255 - 19, limited to the needs of the Elligator 2 map: the crates used for
//! the curves do not export their field arithmetic.
//!
//! Five limbs of 51 bits (D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", section
//! 4, for 64-bit words). Results have limbs below 2^52; operations accept limbs below 2^54. The
//! time does not depend on values.

use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _};

/// An element, not necessarily reduced.
#[derive(Clone, Copy)]
pub(crate) struct Field([u64; 5]);

/// Bits per limb; five limbs hold the 255 bits of the prime.
const BITS: u32 = 51;
const MASK: u64 = (1 << BITS) - 1;

/// Sixteen times the prime; its limbs exceed the limbs of any subtrahend.
const SIXTEEN_P: [u64; 5] = {
    let (low, high) = (16 * (MASK - 18), 16 * MASK);
    [low, high, high, high, high]
};

impl Field {
    pub(crate) const ONE: Self = Self::small(1);

    /// Returns the element of a number below 2^51.
    pub(crate) const fn small(number: u64) -> Self {
        Self([number, 0, 0, 0, 0])
    }

    /// A square root of -1.
    const ROOT_OF_MINUS_1: Self = Self([
        0x0006_1b27_4a0e_a0b0,
        0x0000_d5a5_fc8f_189d,
        0x0007_ef5e_9cbd_0c60,
        0x0007_8595_a680_4c9e,
        0x0002_b832_4804_fc1d,
    ]);

    /// Returns the element with these 51-bit limbs.
    pub(crate) const fn from_limbs(limbs: [u64; 5]) -> Self {
        Self(limbs)
    }

    /// Returns the limbs, which are below 2^52.
    #[cfg(all(own_curve, not(limbs25)))]
    pub(crate) const fn limbs(self) -> [u64; 5] {
        self.0
    }

    /// Decodes a 255-bit number and ignores the last bit.
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Self {
        let (words, _) = bytes.as_chunks();
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| u64::from_le_bytes(words[i]));
        Self([
            a & MASK,
            (a >> 51 | b << 13) & MASK,
            (b >> 38 | c << 26) & MASK,
            (c >> 25 | d << 39) & MASK,
            d >> 12 & MASK,
        ])
    }

    /// Reduces a 512-bit number.
    pub(crate) fn from_wide(bytes: &[u8; 64]) -> Self {
        let (halves, _) = bytes.as_chunks::<32>();
        let [low, high] = [0, 1].map(|i| {
            // 2^255 is 19 modulo the prime.
            Self::from_bytes(&halves[i]).add(Self::small(19 * u64::from(halves[i][31] >> 7)))
        });
        low.add(high.mul(Self::small(38)))
    }

    /// Returns the reduced encoding.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        let Self(mut limbs) = Self::carried(Self::carried(self.0).0);
        // The number is now below twice the prime: the carry out of adding 19 decides a final
        // subtraction.
        let over = limbs.iter().fold(19, |carry, limb| (limb + carry) >> BITS);
        limbs[0] += 19 * over;
        for i in 0..4 {
            limbs[i + 1] += limbs[i] >> BITS;
            limbs[i] &= MASK;
        }
        let [a, b, c, d, e] = limbs;
        let words = [a | b << 51, b >> 13 | c << 38, c >> 26 | d << 25, d >> 39 | (e & MASK) << 12];
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *chunk = word.to_le_bytes();
        }
        bytes
    }

    /// Carries limbs of up to 64 bits once around.
    fn carried(mut limbs: [u64; 5]) -> Self {
        let carries = limbs.map(|limb| limb >> BITS);
        for i in 0..5 {
            limbs[i] = (limbs[i] & MASK) + carries[(i + 4) % 5] * if i == 0 { 19 } else { 1 };
        }
        Self(limbs)
    }

    pub(crate) fn add(self, other: Self) -> Self {
        Self::carried(core::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    pub(crate) fn sub(self, other: Self) -> Self {
        Self::carried(core::array::from_fn(|i| self.0[i] + SIXTEEN_P[i] - other.0[i]))
    }

    pub(crate) fn mul(self, other: Self) -> Self {
        let mut sums = [0_u128; 5];
        for (i, &a) in self.0.iter().enumerate() {
            for (j, &b) in other.0.iter().enumerate() {
                // 2^255 is 19 modulo the prime.
                let fold = if i + j < 5 { 1 } else { 19 };
                sums[(i + j) % 5] += u128::from(a) * u128::from(b * fold);
            }
        }
        let mut carry = 0;
        let mut limbs = sums.map(|sum| {
            let sum = sum + carry;
            carry = sum >> BITS;
            sum as u64 & MASK
        });
        // The last carry is below 2^65, so the carry out of the first limb is below 2^19.
        let first = u128::from(limbs[0]) + carry * 19;
        limbs[0] = first as u64 & MASK;
        limbs[1] += (first >> BITS) as u64;
        Self(limbs)
    }

    pub(crate) fn square(self) -> Self {
        self.mul(self)
    }

    /// Squares the element `times` times.
    fn squared(self, times: u32) -> Self {
        (0..times).fold(self, |power, _| power.square())
    }

    /// Returns the powers with exponents 2^250 - 1 and 11, from which the other powers are
    /// computed.
    fn powers(self) -> (Self, Self) {
        let of_2 = self.square();
        let of_9 = of_2.squared(2).mul(self);
        let of_11 = of_9.mul(of_2);
        // Returns the power with exponent 2^n - 1 from two such powers with smaller n.
        let join = |high: Self, low: Self, bits: u32| high.squared(bits).mul(low);
        let bits_5 = join(of_11, of_9, 1);
        let bits_10 = join(bits_5, bits_5, 5);
        let bits_20 = join(bits_10, bits_10, 10);
        let bits_40 = join(bits_20, bits_20, 20);
        let bits_50 = join(bits_40, bits_10, 10);
        let bits_100 = join(bits_50, bits_50, 50);
        let bits_200 = join(bits_100, bits_100, 100);
        (join(bits_200, bits_50, 50), of_11)
    }

    /// Returns the inverse by Fermat's theorem, the power with exponent 2^255 - 21, or zero for
    /// zero.
    pub(crate) fn invert(self) -> Self {
        let (bits_250, of_11) = self.powers();
        bits_250.squared(5).mul(of_11)
    }

    /// Returns whether the element is a nonzero square, by Euler's criterion: the exponent 2^254 -
    /// 10.
    pub(crate) fn is_square(self) -> Choice {
        let (bits_250, _) = self.powers();
        let of_6 = self.square().mul(self).square();
        let power = bits_250.squared(4).mul(of_6);
        power.to_bytes().ct_eq(&Self::ONE.to_bytes())
    }

    /// Returns a square root of a square.
    pub(crate) fn root(self) -> Self {
        let (bits_250, _) = self.powers();
        // The square of the power with exponent (p + 3) / 8 is the element or its negative.
        let power = bits_250.squared(2).mul(self.square());
        let is_root = power.square().to_bytes().ct_eq(&self.to_bytes());
        Self::select(is_root, power, power.mul(Self::ROOT_OF_MINUS_1))
    }

    /// Returns whether the reduced number is odd.
    pub(crate) fn is_odd(self) -> Choice {
        Choice::from(self.to_bytes()[0] & 1)
    }

    /// Returns `yes` if the condition is true, otherwise `no`.
    pub(crate) fn select(condition: Choice, yes: Self, no: Self) -> Self {
        Self(core::array::from_fn(|i| u64::conditional_select(&no.0[i], &yes.0[i], condition)))
    }
}
