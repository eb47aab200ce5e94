//! The field of 2^255 - 19 on ten limbs of 26 and 25 bits in turns, as far as the ladder and the curve of
//! Ed25519 ask for it.
//!
//! The limbs are those of D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", for 32-bit
//! words. A product has limbs below 2^26 + 2^14 and 2^25 + 2^14 in turns. A sum or a difference of two
//! products is not carried; nor is twice a product plus or minus another one, which takes part in one
//! product with such a difference: below 2^28.6 and 2^27.6 times below 2^28.4 and 2^27.4, counted 1, 2, 19
//! or 38 times, sum up to less than 2^63.9. Time depends on no value.

use crate::wipe::wipe;

/// An element, not necessarily reduced.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Field([u64; 10]);

pub(in crate::prim) const LIMBS: usize = 10;

/// The bit at which each limb begins, and the last one ends.
const STARTS: [usize; 11] = [0, 26, 51, 77, 102, 128, 153, 179, 204, 230, 255];

/// The bits of limb `i`, as many ones.
const fn mask(i: usize) -> u64 {
    (1 << (STARTS[i + 1] - STARTS[i])) - 1
}

impl Field {
    pub(in crate::prim) const ZERO: Self = Self([0; 10]);
    pub(in crate::prim) const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// An element by ten limbs of 26 and 25 bits in turns.
    pub(in crate::prim) const fn from_narrow(limbs: [u64; 10]) -> Self {
        Self(limbs)
    }

    /// An element by its limbs, each below a product's.
    #[cfg(not(float_pairs))]
    pub(in crate::prim) const fn from_limbs(limbs: [u64; 10]) -> Self {
        Self(limbs)
    }

    /// Of a reduced element, the number in words.
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

    /// Its limbs.
    #[cfg(not(float_pairs))]
    pub(in crate::prim) const fn limbs(&self) -> &[u64; 10] {
        &self.0
    }

    /// The same element with limbs as those of a product.
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self::carried(self.0)
    }

    /// The number of 255 bits; the last bit is ignored.
    pub(in crate::prim) fn from_bytes(bytes: &[u8; 32]) -> Self {
        let from = |i: usize| {
            let bytes = bytes[STARTS[i] / 8..].iter().take(5).enumerate();
            let word = bytes.fold(0, |word, (at, &byte)| word | u64::from(byte) << (8 * at));
            word >> (STARTS[i] % 8) & mask(i)
        };
        Self(core::array::from_fn(from))
    }

    /// The reduced encoding.
    pub(in crate::prim) fn to_bytes(self) -> [u8; 32] {
        let Self(mut limbs) = Self::carried(Self::carried(self.0).0);
        // Below twice the prime now: whether one is to be taken off is the carry of adding 19.
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

    /// Carries in two chains that do not wait for each other, and on where they meet.
    // Written out, since a loop over the pairs would keep the limbs in memory.
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

    /// The sum of two products, not carried.
    #[inline(always)]
    pub(in crate::prim) fn add(&self, other: &Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// The difference of two products, or of two and a sum of two, not carried: four times the prime is
    /// added, whose limbs are above those of whatever is subtracted.
    #[inline(always)]
    pub(in crate::prim) fn sub(&self, other: &Self) -> Self {
        let four_p = |i: usize| 4 * mask(i) - if i == 0 { 4 * 18 } else { 0 };
        Self(core::array::from_fn(|i| self.0[i] + four_p(i) - other.0[i]))
    }

    /// The sum of a product and so many times, below 2^17, a difference.
    #[inline(always)]
    pub(in crate::prim) fn add_times(&self, other: &Self, times: u64) -> Self {
        Self::carried(core::array::from_fn(|i| self.0[i] + times * other.0[i]))
    }

    /// This element, or the other one if the mask is all ones and not zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ (mask & (self.0[i] ^ other.0[i]))))
    }

    /// Two elements change places if the mask is all ones, and none if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn swap(&mut self, other: &mut Self, mask: u64) {
        for (a, b) in self.0.iter_mut().zip(&mut other.0) {
            let change = mask & (*a ^ *b);
            (*a, *b) = (*a ^ change, *b ^ change);
        }
    }

    /// Overwrites it with zeros.
    pub(in crate::prim) fn wipe(&mut self) {
        wipe(&mut self.0);
    }

    /// The product.
    // One copy for all calls: there are hundreds of instructions.
    #[inline(never)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let (twice, wrapped) = (a.map(|limb| 2 * limb), b.map(|limb| 19 * limb));
        macro_rules! limbs {
            ($($k:literal)*) => { [$( product::<$k>([a, &twice], [b, &wrapped]) ),*] };
        }
        Self::carried(limbs!(0 1 2 3 4 5 6 7 8 9))
    }

    /// The product. It is a call, and calls keep their order.
    #[inline(always)]
    pub(in crate::prim) fn mul_in_order(&self, other: &Self, _asked: &mut u64) -> Self {
        self.mul(other)
    }

    /// The square.
    #[inline(always)]
    pub(in crate::prim) fn square_in_order(&self, _asked: &mut u64) -> Self {
        self.squared(1)
    }

    /// Squared so many times.
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

/// Limb `K` of a product, not carried, of limbs that come once and twice and of those that come once
/// and 19 times: two limbs of 25 bits meet one bit above the limb that they belong to, and 2^255 is
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

/// Limb `K` of a square, not carried, of limbs that come once, twice, 19 and 38 times.
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
