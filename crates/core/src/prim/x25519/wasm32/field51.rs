//! The field of 2^255 - 19 on five limbs of 51 bits, for modules in which a 128-bit product is an
//! instruction.
//!
//! The limbs are from D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", for 64-bit
//! words. Limbs of a product are below 2^51 + 2^16. A sum or a difference of two products is not
//! carried. Twice a product plus or minus another product is not carried either, and is multiplied
//! only by such a sum or difference: limbs below 2^53.6 times limbs below 2^53.4, with a total
//! weight of at most 77, sum to less than 2^114, and the carry to the next limb is below 2^63. The
//! time does not depend on values.

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

    /// Returns the element with ten limbs of alternately 26 and 25 bits.
    pub(in crate::prim) const fn from_narrow(limbs: [u64; 10]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j] = limbs;
        Self([a | b << 26, c | d << 26, e | f << 26, g | h << 26, i | j << 26])
    }

    /// Returns the element with these limbs, which are within the bounds of a product.
    pub(in crate::prim) const fn from_limbs(limbs: [u64; LIMBS]) -> Self {
        Self(limbs)
    }

    /// Returns the limbs.
    pub(in crate::prim) const fn limbs(&self) -> &[u64; LIMBS] {
        &self.0
    }

    /// Returns the same element with limbs within the bounds of a product.
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self::carried_once(self.0)
    }

    /// Decodes a 255-bit number and ignores the last bit.
    pub(in crate::prim) fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(field25519::Field::from_bytes(bytes).limbs())
    }

    /// Returns the reduced encoding.
    pub(in crate::prim) fn to_bytes(self) -> [u8; 32] {
        field25519::Field::from_limbs(self.0).to_bytes()
    }

    /// Carries from each limb to the next, all simultaneously.
    #[inline(always)]
    fn carried_once(limbs: [u64; LIMBS]) -> Self {
        Self(core::array::from_fn(|i| {
            let carry = limbs[(i + 4) % LIMBS] >> BITS;
            (limbs[i] & MASK) + if i == 0 { 19 * carry } else { carry }
        }))
    }

    /// Carries once around, and on to the second limb. Each carry is two words, since combining
    /// them takes longer than adding both.
    // Written out, since a closure that captures the carry would not be inlined.
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
        // 2^255 is 19 modulo the prime.
        limbs[0] += (19 << (64 - BITS)) * high + 19 * (low >> BITS);
        limbs[1] += limbs[0] >> BITS;
        limbs[0] &= MASK;
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
        let four_p = |i: usize| 4 * MASK - if i == 0 { 4 * 18 } else { 0 };
        Self(core::array::from_fn(|i| self.0[i] + four_p(i) - other.0[i]))
    }

    /// Returns the sum of a product and `times` (below 2^17) times a difference.
    #[inline(always)]
    pub(in crate::prim) fn add_times(&self, other: &Self, times: u64) -> Self {
        // With the factor shifted to the left, the high word of a product is the carry to the next
        // limb.
        let products = other.0.map(|limb| wide(times << (64 - BITS), limb));
        Self::carried_once(core::array::from_fn(|i| {
            let carry = (products[(i + 4) % LIMBS] >> 64) as u64;
            let kept = products[i] as u64 >> (64 - BITS);
            self.0[i] + kept + if i == 0 { 19 * carry } else { carry }
        }))
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
    // Not inlined: all calls except the ladder's share one copy of hundreds of instructions.
    #[inline(never)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        self.product(other)
    }

    /// Squares the element `times` times.
    #[inline(never)]
    pub(super) fn squared(&self, times: u32) -> Self {
        (0..times).fold(*self, |power, _| power.own_product())
    }

    /// Returns the product, computed at the position of the call and before subsequent code.
    #[inline(always)]
    pub(in crate::prim) fn mul_in_order(&self, other: &Self, asked: &mut u64) -> Self {
        self.product(other).ask(asked)
    }

    /// Returns the square, computed at the position of the call and before subsequent code.
    #[inline(always)]
    pub(in crate::prim) fn square_in_order(&self, asked: &mut u64) -> Self {
        self.own_product().ask(asked)
    }

    /// Stores the limb that is ready last, which forces the computation at this point: independent
    /// elements are then computed in parallel.
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

/// Returns limb `K` of a product, not carried; `a` holds the limbs and 19 times the limbs.
#[inline(always)]
fn product<const K: usize>(a: [&[u64; LIMBS]; 2], b: &[u64; LIMBS]) -> u128 {
    let mut sum = 0;
    for i in 0..LIMBS {
        sum += wide(a[usize::from(i > K)][i], b[(K + LIMBS - i) % LIMBS]);
    }
    sum
}

/// Returns limb `K` of a square, not carried; `a` holds the limbs times 1, 2, 19 and 38.
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
