//! The field of 2^255 - 19 on ten limbs of alternately 26 and 25 bits, limited to the needs of the
//! ladder and the curve of Ed25519.
//!
//! The limbs are from D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", for 32-bit
//! words. Limbs of a product are alternately below 2^26 + 2^14 and 2^25 + 2^14. A sum or a
//! difference of two products is not carried. Twice a product plus or minus another product is not
//! carried either, and is multiplied only by such a sum or difference: limbs below 2^28.6 and
//! 2^27.6 times limbs below 2^28.4 and 2^27.4, with weights 1, 2, 19 or 38, sum to less than
//! 2^63.9. The time does not depend on values.

use crate::wipe::wipe;

/// An element, not necessarily reduced.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Field([u64; 10]);

pub(in crate::prim) const LIMBS: usize = 10;

/// The bit position where each limb starts, and the end of the last limb.
const STARTS: [usize; 11] = [0, 26, 51, 77, 102, 128, 153, 179, 204, 230, 255];

/// The mask of the bits of limb `i`.
const fn mask(i: usize) -> u64 {
    (1 << (STARTS[i + 1] - STARTS[i])) - 1
}

impl Field {
    pub(in crate::prim) const ZERO: Self = Self([0; 10]);
    pub(in crate::prim) const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// Returns the element with ten limbs of alternately 26 and 25 bits.
    pub(in crate::prim) const fn from_narrow(limbs: [u64; 10]) -> Self {
        Self(limbs)
    }

    /// Returns the element with these limbs, which are within the bounds of a product.
    #[cfg(not(float_pairs))]
    pub(in crate::prim) const fn from_limbs(limbs: [u64; 10]) -> Self {
        Self(limbs)
    }

    /// Returns the number of a reduced element in words.
    #[cfg(float_pairs)]
    pub(super) const fn words(&self) -> [u64; 4] {
        let mut words = [0; 4];
        let mut i = 0;
        while i < LIMBS {
            let (at, start) = (STARTS[i] / 64, STARTS[i] % 64);
            words[at] |= self.0[i] << start;
            if start + 26 > 64 && at < 3 {
                words[at + 1] |= self.0[i] >> (64 - start);
            }
            i += 1;
        }
        words
    }

    /// Returns the limbs.
    #[cfg(not(float_pairs))]
    pub(in crate::prim) const fn limbs(&self) -> &[u64; 10] {
        &self.0
    }

    /// Returns the same element with limbs within the bounds of a product.
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self::carried(self.0)
    }

    /// Decodes a 255-bit number and ignores the last bit.
    pub(in crate::prim) fn from_bytes(bytes: &[u8; 32]) -> Self {
        let from = |i: usize| {
            let bytes = bytes[STARTS[i] / 8..].iter().take(5).enumerate();
            let word = bytes.fold(0, |word, (at, &byte)| word | u64::from(byte) << (8 * at));
            word >> (STARTS[i] % 8) & mask(i)
        };
        Self(core::array::from_fn(from))
    }

    /// Returns the reduced encoding.
    pub(in crate::prim) fn to_bytes(self) -> [u8; 32] {
        let Self(mut limbs) = Self::carried(Self::carried(self.0).0);
        // The number is now below twice the prime: the carry out of adding 19 decides a final
        // subtraction.
        let width = |i: usize| STARTS[i + 1] - STARTS[i];
        let over = (0..10).fold(19, |carry, i| (limbs[i] + carry) >> width(i));
        limbs[0] += 19 * over;
        let mut bytes = [0; 32];
        let (mut word, mut filled, mut at) = (0, 0, 0);
        for i in 0..10 {
            if i < 9 {
                limbs[i + 1] += limbs[i] >> width(i);
            }
            word |= (limbs[i] & mask(i)) << filled;
            filled += width(i);
            while filled >= 8 {
                bytes[at] = word as u8;
                (word, filled, at) = (word >> 8, filled - 8, at + 1);
            }
        }
        bytes[31] = word as u8;
        bytes
    }

    /// Carries in two interleaved chains and continues past the points where they meet.
    // Written out, since a loop over the pairs would leave the limbs in memory.
    #[inline(always)]
    fn carried(mut limbs: [u64; 10]) -> Self {
        macro_rules! chain {
            ($($from:literal)*) => {$(
                let above = limbs[$from] >> (STARTS[$from + 1] - STARTS[$from]);
                limbs[$from] &= const { mask($from) };
                limbs[($from + 1) % 10] += if $from == 9 { 19 * above } else { above };
            )*};
        }
        chain!(0 4 1 5 2 6 3 7 4 8 9 0);
        Self(limbs)
    }

    /// Returns the sum of two products, not carried.
    #[inline(always)]
    pub(in crate::prim) fn add(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// Returns the difference, not carried, of products or sums of two products. Four times the
    /// prime is added; its limbs exceed the limbs of any subtrahend.
    #[inline(always)]
    pub(in crate::prim) fn sub(&self, other: &Self) -> Self {
        let four_p = |i: usize| 4 * mask(i) - if i == 0 { 4 * 18 } else { 0 };
        Self(core::array::from_fn(|i| self.0[i] + four_p(i) - other.0[i]))
    }

    /// Returns the sum of a product and `times` (below 2^17) times a difference.
    #[inline(always)]
    pub(in crate::prim) fn add_times(&self, other: &Self, times: u64) -> Self {
        Self::carried(core::array::from_fn(|i| self.0[i] + times * other.0[i]))
    }

    /// Returns `other` if the mask is all ones and this element if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ (mask & (self.0[i] ^ other.0[i]))))
    }

    /// Swaps two elements if the mask is all ones, but not if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn swap(&mut self, other: &mut Self, mask: u64) {
        for (a, b) in self.0.iter_mut().zip(&mut other.0) {
            let change = mask & (*a ^ *b);
            (*a, *b) = (*a ^ change, *b ^ change);
        }
    }

    /// Overwrites the element with zeros.
    pub(in crate::prim) fn wipe(&mut self) {
        wipe(&mut self.0);
    }

    /// Returns the product.
    // Not inlined: it has hundreds of instructions, so all calls share one copy.
    #[inline(never)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let (twice, wrapped) = (a.map(|limb| 2 * limb), b.map(|limb| 19 * limb));
        macro_rules! limbs {
            ($($k:literal)*) => { [$( product::<$k>([a, &twice], [b, &wrapped]) ),*] };
        }
        Self::carried(limbs!(0 1 2 3 4 5 6 7 8 9))
    }

    /// Returns the product. It is a function call, and compilers do not reorder calls.
    #[inline(always)]
    pub(in crate::prim) fn mul_in_order(&self, other: &Self, _asked: &mut u64) -> Self {
        self.mul(other)
    }

    /// Returns the square.
    #[inline(always)]
    pub(in crate::prim) fn square_in_order(&self, _asked: &mut u64) -> Self {
        self.squared(1)
    }

    /// Squares the element `times` times.
    #[inline(never)]
    pub(super) fn squared(&self, times: u32) -> Self {
        let mut power = *self;
        for _ in 0..times {
            let a = &power.0;
            let multiples = [1, 2, 19, 38].map(|times| a.map(|limb| times * limb));
            macro_rules! limbs {
                ($($k:literal)*) => { [$( square::<$k>(&multiples) ),*] };
            }
            power = Self::carried(limbs!(0 1 2 3 4 5 6 7 8 9));
        }
        power
    }
}

/// Returns limb `K` of a product, not carried. `a` holds the limbs and their doubles, `b` the limbs
/// and 19 times the limbs: a product of two 25-bit limbs is one bit above its limb, and 2^255 is
/// 19.
#[inline(always)]
fn product<const K: usize>(a: [&[u64; 10]; 2], b: [&[u64; 10]; 2]) -> u64 {
    let mut sum = 0;
    for i in 0..10 {
        let j = (K + 10 - i) % 10;
        sum += a[i * j % 2][i] * b[usize::from(i > K)][j];
    }
    sum
}

/// Returns limb `K` of a square, not carried; `a` holds the limbs times 1, 2, 19 and 38.
#[inline(always)]
fn square<const K: usize>(a: &[[u64; 10]; 4]) -> u64 {
    let mut sum = 0;
    for i in 0..10 {
        let j = (K + 10 - i) % 10;
        if i <= j {
            sum += a[usize::from(i < j)][i] * a[i * j % 2 + 2 * usize::from(i + j >= 10)][j];
        }
    }
    sum
}
