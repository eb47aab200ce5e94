//! The field of 2^255 - 19 on five limbs of 51 bits, for modules in which a product of 128 bits is an
//! instruction.
//!
//! The limbs are those of D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", for 64-bit
//! words. A product has limbs below 2^51 + 2^16. A sum or a difference of two products is not carried; nor is
//! twice a product plus or minus another one, which takes part in one product with such a difference: below
//! 2^53.6 times below 2^53.4, counted 77 times at most, makes less than 2^114, of which less than 2^63
//! is carried to the next limb. Time depends on no value.

use crate::prim::shared::field25519;
use crate::prim::shared::wasm32::ask;
use crate::wipe::wipe;

/// An element, not necessarily reduced.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Field([u64; 5]);

pub(in crate::prim) const LIMBS: usize = 5;

const BITS: u32 = 51;
const MASK: u64 = (1 << BITS) - 1;

impl Field {
    pub(in crate::prim) const ZERO: Self = Self([0; LIMBS]);
    pub(in crate::prim) const ONE: Self = Self([1, 0, 0, 0, 0]);

    /// An element by ten limbs of 26 and 25 bits in turns.
    pub(in crate::prim) const fn from_narrow(limbs: [u64; 10]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j] = limbs;
        Self([a | b << 26, c | d << 26, e | f << 26, g | h << 26, i | j << 26])
    }

    /// An element by its limbs, each below a product's.
    pub(in crate::prim) const fn from_limbs(limbs: [u64; LIMBS]) -> Self {
        Self(limbs)
    }

    /// Its limbs.
    pub(in crate::prim) const fn limbs(&self) -> &[u64; LIMBS] {
        &self.0
    }

    /// The same element with limbs as those of a product.
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self::carried_once(self.0)
    }

    /// The number of 255 bits; the last bit is ignored.
    pub(in crate::prim) fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(field25519::Field::from_bytes(bytes).limbs())
    }

    /// The reduced encoding.
    pub(in crate::prim) fn to_bytes(self) -> [u8; 32] {
        field25519::Field::from_limbs(self.0).to_bytes()
    }

    /// Carries from each limb to the next one, all at once.
    #[inline(always)]
    fn carried_once(limbs: [u64; LIMBS]) -> Self {
        Self(core::array::from_fn(|i| {
            let carry = limbs[(i + 4) % LIMBS] >> BITS;
            (limbs[i] & MASK) + if i == 0 { 19 * carry } else { carry }
        }))
    }

    /// Carries once round, and on to the second limb. What is carried are two words, since to put them together
    /// takes longer than to add both.
    // Written out, since a closure that keeps the carry would be called.
    #[inline(always)]
    fn carried(sums: [u128; LIMBS]) -> Self {
        let (mut limbs, mut low, mut high) = ([0; LIMBS], 0, 0);
        macro_rules! chain {
            ($($i:literal)*) => {$(
                let sum = sums[$i] + u128::from(high << (64 - BITS)) + u128::from(low >> BITS);
                (low, high) = (sum as u64, (sum >> 64) as u64);
                limbs[$i] = low & MASK;
            )*};
        }
        chain!(0 1 2 3 4);
        // 2^255 is 19.
        limbs[0] += (19 << (64 - BITS)) * high + 19 * (low >> BITS);
        limbs[1] += limbs[0] >> BITS;
        limbs[0] &= MASK;
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
        let four_p = |i: usize| 4 * MASK - if i == 0 { 4 * 18 } else { 0 };
        Self(core::array::from_fn(|i| self.0[i] + four_p(i) - other.0[i]))
    }

    /// The sum of a product and so many times, below 2^17, a difference.
    #[inline(always)]
    pub(in crate::prim) fn add_times(&self, other: &Self, times: u64) -> Self {
        // What goes to the next limb is the high word of what stands so far to the left.
        let products = other.0.map(|limb| wide(times << (64 - BITS), limb));
        Self::carried_once(core::array::from_fn(|i| {
            let carry = (products[(i + 4) % LIMBS] >> 64) as u64;
            let kept = products[i] as u64 >> (64 - BITS);
            self.0[i] + kept + if i == 0 { 19 * carry } else { carry }
        }))
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
    // One copy for all calls but those of the ladder: there are hundreds of instructions.
    #[inline(never)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        self.product(other)
    }

    /// Squared so many times.
    #[inline(never)]
    pub(super) fn squared(&self, times: u32) -> Self {
        (0..times).fold(*self, |power, _| power.own_product())
    }

    /// The product, in the place of the call and before what follows it.
    #[inline(always)]
    pub(in crate::prim) fn mul_in_order(&self, other: &Self, asked: &mut u64) -> Self {
        self.product(other).ask(asked)
    }

    /// The square, in the place of the call and before what follows it.
    #[inline(always)]
    pub(in crate::prim) fn square_in_order(&self, asked: &mut u64) -> Self {
        self.own_product().ask(asked)
    }

    /// Asks for the limb that is ready last: elements that do not wait for each other are computed side by
    /// side then.
    #[inline(always)]
    fn ask(self, asked: &mut u64) -> Self {
        ask(asked, self.0[1]);
        self
    }

    #[inline(always)]
    fn product(&self, other: &Self) -> Self {
        let wrapped = self.0.map(|limb| 19 * limb);
        macro_rules! sums {
            ($($k:literal)*) => { [$( product::<$k>([&self.0, &wrapped], &other.0) ),*] };
        }
        Self::carried(sums!(0 1 2 3 4))
    }

    #[inline(always)]
    fn own_product(&self) -> Self {
        let multiples = [1, 2, 19, 38].map(|times| self.0.map(|limb| times * limb));
        macro_rules! sums {
            ($($k:literal)*) => { [$( square::<$k>(&multiples, &self.0) ),*] };
        }
        Self::carried(sums!(0 1 2 3 4))
    }
}

#[inline(always)]
fn wide(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// Limb `K` of a product, not carried, of limbs that come once and 19 times, and of limbs.
#[inline(always)]
fn product<const K: usize>(a: [&[u64; LIMBS]; 2], b: &[u64; LIMBS]) -> u128 {
    let mut sum = 0;
    for i in 0..LIMBS {
        sum += wide(a[usize::from(i > K)][i], b[(K + LIMBS - i) % LIMBS]);
    }
    sum
}

/// Limb `K` of a square, not carried, of limbs that come once, twice, 19 and 38 times, and of limbs.
#[inline(always)]
fn square<const K: usize>(a: &[[u64; LIMBS]; 4], b: &[u64; LIMBS]) -> u128 {
    let mut sum = 0;
    for i in 0..LIMBS {
        let j = (K + LIMBS - i) % LIMBS;
        if i <= j {
            sum += wide(a[usize::from(i < j) + 2 * usize::from(i + j >= LIMBS)][i], b[j]);
        }
    }
    sum
}
