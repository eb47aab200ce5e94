//! The field of 2^255 - 19 on ten limbs of 26 and 25 bits in turns, as far as the ladder and the curve of
//! Ed25519 ask for it.
//!
//! The limbs are those of D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", for 32-bit
//! words. A product has limbs below 2^26 + 2^14 and 2^25 + 2^14 in turns. A sum or a difference of two
//! products is not carried; nor is twice a product plus or minus another one, which takes part in one
//! product with such a difference: below 2^28.6 and 2^27.6 times below 2^28.4 and 2^27.4, counted 1, 2, 19
//! or 38 times, sum up to less than 2^63.9. Time depends on no value.

use subtle::ConstantTimeEq as _;

use crate::wipe::wipe;

/// An element, not necessarily reduced.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Field([u64; 10]);

/// The bit at which each limb begins, and the last one ends.
const STARTS: [usize; 11] = [0, 26, 51, 77, 102, 128, 153, 179, 204, 230, 255];

/// The bits of limb `i`, as many ones.
const fn mask(i: usize) -> u64 {
    (1 << (STARTS[i + 1] - STARTS[i])) - 1
}

impl Field {
    pub(in crate::prim) const ZERO: Self = Self([0; 10]);
    pub(in crate::prim) const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// A root of -1.
    pub(in crate::prim) const ROOT_OF_MINUS_1: Self = Self([
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

    /// An element by its limbs, each below a product's.
    pub(in crate::prim) const fn from_limbs(limbs: [u64; 10]) -> Self {
        Self(limbs)
    }

    /// Its limbs.
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

    /// Two elements change places if the mask is all ones, and none if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn swap(&mut self, other: &mut Self, mask: u64) {
        for (a, b) in self.0.iter_mut().zip(&mut other.0) {
            let change = mask & (*a ^ *b);
            (*a, *b) = (*a ^ change, *b ^ change);
        }
    }

    /// The square.
    pub(in crate::prim) fn square(&self) -> Self {
        self.squared(1)
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

    /// Squared so many times.
    #[inline(never)]
    fn squared(&self, times: u32) -> Self {
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

    /// The powers of 2^250 - 1 and of 11, out of which the others are made.
    fn powers(&self) -> (Self, Self) {
        // The power of 2^n - 1, from two of fewer bits.
        let join = |high: &Self, low: &Self, bits: u32| high.squared(bits).mul(low);
        let of_2 = self.squared(1);
        let of_9 = of_2.squared(2).mul(self);
        let of_11 = of_9.mul(&of_2);
        let bits_5 = join(&of_11, &of_9, 1);
        let bits_10 = join(&bits_5, &bits_5, 5);
        let bits_20 = join(&bits_10, &bits_10, 10);
        let bits_40 = join(&bits_20, &bits_20, 20);
        let bits_50 = join(&bits_40, &bits_10, 10);
        let bits_100 = join(&bits_50, &bits_50, 50);
        let bits_200 = join(&bits_100, &bits_100, 100);
        (join(&bits_200, &bits_50, 50), of_11)
    }

    /// The inverse, by Fermat's theorem: the power of 2^255 - 21. That of zero is zero.
    #[inline(never)]
    pub(in crate::prim) fn invert(&self) -> Self {
        let (bits_250, of_11) = self.powers();
        bits_250.squared(5).mul(&of_11)
    }

    /// The power of 2^252 - 3.
    fn power_for_root(&self) -> Self {
        self.powers().0.squared(2).mul(self)
    }

    /// A root of the inverse of a square; for zero it is zero.
    pub(in crate::prim) fn root_of_inverse(&self) -> Self {
        let cube = self.square().mul(self);
        let mut root = cube.square().mul(self).power_for_root().mul(&cube);
        // The root of 1 over it, or of -1 over it.
        let sum = root.square().mul(self).add(&Self::ONE).to_bytes();
        let is_of_minus = u64::from(sum.ct_eq(&[0; 32]).unwrap_u8());
        root.swap(&mut root.mul(&Self::ROOT_OF_MINUS_1), is_of_minus.wrapping_neg());
        root
    }

    /// All ones if the reduced element is odd, else zero.
    pub(in crate::prim) fn odd_mask(&self) -> u64 {
        u64::from(self.to_bytes()[0] & 1).wrapping_neg()
    }

    /// A root of the quotient of two products, if there is one (RFC 8032, section 5.1.3).
    // Time may depend on the values: they are those of public points.
    pub(in crate::prim) fn root_of_quotient(&self, divisor: &Self) -> Option<Self> {
        let cube = divisor.square().mul(divisor);
        let seventh = cube.square().mul(divisor);
        let root = self.mul(&seventh).power_for_root().mul(self).mul(&cube);
        let square = root.square().mul(divisor);
        if square.to_bytes() == self.to_bytes() {
            return Some(root);
        }
        (square.add(self).to_bytes() == [0; 32]).then(|| root.mul(&Self::ROOT_OF_MINUS_1))
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
