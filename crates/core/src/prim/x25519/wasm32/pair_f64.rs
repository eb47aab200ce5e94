//! Two elements of the field of 2^255 - 19 side by side in vectors of two floating-point numbers: where a
//! product of 128 bits is a call, an instruction that multiplies twice is what gains most.
//!
//! The limbs are those of D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", section 4: limb i is
//! a multiple of 2^`STARTS[i]`, 22 or 21 bits below the next one, and a product carries by rounding. A
//! `double` holds whole numbers below 2^53 and all operations here are exact: a limb of a product is at most
//! 1.002 times half of what the next one is a multiple of, and limbs of two factors that are a and b times
//! as large make sums below 2^53 as long as a b < 16. Time depends on no value: there are neither subnormal
//! numbers nor infinite ones, and what is not finite never appears.

use core::arch::wasm32::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::field::Field;
use super::pair_limbs::{LIMBS, STARTS, element, packed};
use crate::prim::shared::wasm32::simd128::read;
use crate::wipe::wipe;

pub(in crate::prim) use super::pair_limbs::{HALF_PACKED, PACKED};

/// Two elements, the limbs of both in one vector.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Pair([v128; LIMBS]);

const fn power_of_2(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

const fn both(value: f64) -> v128 {
    f64x2(value, value)
}

/// What is multiplied by it comes from above 2^255 to where it belongs: 2^255 is 19.
const WRAP: v128 = both(19.0 * power_of_2(-255));

/// A number near it is rounded to a multiple of 2^exponent when it is added.
const fn rounding(exponent: usize) -> v128 {
    both(1.5 * power_of_2(52 + exponent as i64))
}

/// What limbs are carried and scaled by.
struct Constants {
    /// What each limb is a multiple of.
    units: [v128; LIMBS],
    /// What rounds each limb to a multiple of the next one's unit.
    rounding: [v128; LIMBS],
    wrap: v128,
}

static CONSTANTS: Constants = {
    let mut constants = Constants { units: [WRAP; LIMBS], rounding: [WRAP; LIMBS], wrap: WRAP };
    let mut i = 0;
    while i < LIMBS {
        constants.units[i] = both(power_of_2(STARTS[i] as i64));
        constants.rounding[i] = rounding(STARTS[i + 1]);
        i += 1;
    }
    constants
};

#[inline(always)]
fn constants() -> &'static Constants {
    read(&CONSTANTS)
}

/// A vector that is read from memory once and kept: written out, each use would have its bytes.
macro_rules! kept {
    ($first:expr, $second:expr) => {{
        static KEPT: [v128; 1] = [f64x2($first, $second)];
        read(&KEPT)[0]
    }};
}

#[inline(always)]
fn carry_of(limb: v128, rounding: v128) -> v128 {
    f64x2_sub(f64x2_add(limb, rounding), rounding)
}

impl Pair {
    /// Two elements, whose limbs are those of products.
    pub(in crate::prim) fn new(first: &Field, second: &Field) -> Self {
        let [first, second] = [first, second].map(|element| {
            let bytes = element.to_bytes();
            let (words, _) = bytes.as_chunks();
            core::array::from_fn(|i| u64::from_le_bytes(words[i]))
        });
        Self::unpack(&packed(&first, &second)).reduced()
    }

    /// A pair of reduced elements, packed.
    pub(in crate::prim) const fn constant(first: &Field, second: &Field) -> [u64; PACKED] {
        packed(&first.words(), &second.words())
    }

    /// The two elements.
    pub(in crate::prim) fn elements(&self) -> [Field; 2] {
        let limbs = self.integers();
        [
            element(core::array::from_fn(|i| i64x2_extract_lane::<0>(limbs[i]))),
            element(core::array::from_fn(|i| i64x2_extract_lane::<1>(limbs[i]))),
        ]
    }

    /// The limbs of reduced elements as integers without the bits below them.
    #[inline(always)]
    fn integers(&self) -> [v128; LIMBS] {
        const WHOLE: v128 = rounding(0);
        core::array::from_fn(|i| {
            let scaled = f64x2_mul(self.0[i], both(power_of_2(-(STARTS[i] as i64))));
            i64x2_sub(f64x2_add(scaled, WHOLE), WHOLE)
        })
    }

    /// Both, reduced, in words that hold a limb of each.
    pub(in crate::prim) fn pack(&self) -> [u64; PACKED] {
        self.integers().map(|limb| {
            let low = i32x4_shuffle::<0, 2, 0, 2>(limb, limb);
            i64x2_extract_lane::<0>(low).cast_unsigned()
        })
    }

    /// The second element, packed.
    pub(in crate::prim) fn pack_second(&self) -> [u64; HALF_PACKED] {
        let words = self.pack();
        core::array::from_fn(|i| words[2 * i] >> 32 | words[2 * i + 1] >> 32 << 32)
    }

    /// 1 and the element that was packed.
    #[inline(never)]
    pub(in crate::prim) fn unpack_second(words: &[u64; HALF_PACKED]) -> Self {
        let units = &constants().units;
        let first = f64x2(1.0, 0.0);
        Self(core::array::from_fn(|i| {
            let limbs = f64x2_convert_low_i32x4(u64x2_splat(words[i / 2]));
            // To the second place, with zero in the first.
            let limb = if i % 2 == 0 {
                i64x2_shuffle::<1, 2>(first, limbs)
            } else {
                i64x2_shuffle::<1, 3>(first, limbs)
            };
            let limb = f64x2_mul(limb, units[i]);
            if i == 0 { f64x2_add(limb, first) } else { limb }
        }))
    }

    /// The pair that was packed.
    #[inline(never)]
    pub(in crate::prim) fn unpack(words: &[u64; PACKED]) -> Self {
        let units = &constants().units;
        Self(core::array::from_fn(|i| {
            f64x2_mul(f64x2_convert_low_i32x4(u64x2_splat(words[i])), units[i])
        }))
    }

    #[inline(always)]
    fn map(&self, change: impl Fn(v128) -> v128) -> Self {
        Self(self.0.map(change))
    }

    #[inline(always)]
    fn with(&self, other: &Self, both: impl Fn(v128, v128) -> v128) -> Self {
        Self(core::array::from_fn(|i| both(self.0[i], other.0[i])))
    }

    /// The second element and the first.
    #[inline(always)]
    pub(in crate::prim) fn swapped(&self) -> Self {
        self.map(|limb| i64x2_shuffle::<1, 0>(limb, limb))
    }

    /// The first elements of this pair and of another.
    #[inline(always)]
    pub(in crate::prim) fn firsts(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<0, 2>(own, other))
    }

    /// The second elements of this pair and of another.
    #[inline(always)]
    pub(in crate::prim) fn seconds(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<1, 3>(own, other))
    }

    /// The first element of this pair and the second of another.
    #[inline(always)]
    pub(in crate::prim) fn first_and_second(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<0, 3>(own, other))
    }

    /// The sum of both and what the first one is more than the second, not carried.
    #[inline(never)]
    pub(in crate::prim) fn sum_and_difference(&self) -> Self {
        let signs = kept!(1.0, -1.0);
        self.map(|limb| f64x2_add(i64x2_shuffle::<1, 0>(limb, limb), f64x2_mul(limb, signs)))
    }

    /// The same of twice the first and of the second.
    #[inline(always)]
    pub(in crate::prim) fn sum_and_difference_of_twice(&self) -> Self {
        let times = kept!(2.0, 1.0);
        self.map(|limb| f64x2_mul(limb, times)).sum_and_difference()
    }

    /// Of squares A and B, and of squares C and D by `other`: 2 C - (A - B) and D - (A + B).
    #[inline(always)]
    pub(in crate::prim) fn rest_of_doubling(&self, other: &Self) -> Self {
        let (turned, times) = (self.sum_and_difference().swapped(), kept!(2.0, 1.0));
        other.with(&turned, |limb, taken| f64x2_sub(f64x2_mul(limb, times), taken))
    }

    /// The first element, and the second or, if the mask is all ones and not zero, its negative.
    #[inline(always)]
    pub(in crate::prim) fn or_second_negative(&self, mask: u64) -> Self {
        let sign = u64x2(0, mask & 1 << 63);
        self.map(|limb| v128_xor(limb, sign))
    }

    /// This pair, or the other one if the mask is all ones and not zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        let mask = u64x2_splat(mask);
        self.with(other, |own, other| v128_bitselect(other, own, mask))
    }

    /// Limbs as those of products, of limbs that are not much larger.
    #[inline(always)]
    pub(in crate::prim) fn reduced(&self) -> Self {
        let constants = constants();
        let carries: [v128; LIMBS] =
            core::array::from_fn(|i| carry_of(self.0[i], constants.rounding[i]));
        Self(core::array::from_fn(|i| {
            let kept = f64x2_sub(self.0[i], carries[i]);
            let above = carries[(i + LIMBS - 1) % LIMBS];
            f64x2_add(kept, if i == 0 { f64x2_mul(above, constants.wrap) } else { above })
        }))
    }

    /// Carries in four chains that do not wait for each other, and on where they meet.
    // Written out, since a loop over the pairs would keep the limbs in memory.
    #[inline(always)]
    fn carried(mut limbs: [v128; LIMBS], constants: &Constants) -> Self {
        macro_rules! chain {
            ($($from:literal)*) => {$(
                let above = carry_of(limbs[$from], constants.rounding[$from]);
                limbs[$from] = f64x2_sub(limbs[$from], above);
                let next = ($from + 1) % LIMBS;
                let above = if next == 0 { f64x2_mul(above, constants.wrap) } else { above };
                limbs[next] = f64x2_add(limbs[next], above);
            )*};
        }
        chain!(0 3 6 9 1 4 7 10 2 5 8 11 3 6 9 0);
        Self(limbs)
    }

    /// The two products.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        let mut product = MaybeUninit::uninit();
        self.product(other, &mut product);
        // SAFETY: it was written.
        unsafe { product.assume_init() }
    }

    /// Writes the two products to where they stay: what a function returns is copied there.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(in crate::prim) fn mul_to(&self, other: &Self, to: &mut Self) {
        // SAFETY: a pair is written to it and nothing else.
        self.product(other, unsafe { &mut *core::ptr::from_mut(to).cast() });
    }

    /// Writes the two products.
    ///
    /// Four limbs of the product at a time: more would not find room in the registers of a machine that has
    /// sixteen.
    #[inline(never)]
    fn product(&self, other: &Self, to: &mut MaybeUninit<Self>) {
        const AT_ONCE: usize = 4;
        let constants = constants();
        let wrapped = other.0.map(|limb| f64x2_mul(limb, constants.wrap));
        // Limb i of the factor, for i below zero wrapped, is in place `LIMBS` + i.
        let mut halves = [wrapped, other.0];
        let factor = halves.as_flattened_mut();
        let mut at = 0;
        while at < LIMBS {
            let Some(window) = factor[at..].first_chunk_mut::<{ LIMBS + AT_ONCE }>() else { break };
            let row = |i: usize| -> [v128; AT_ONCE] {
                core::array::from_fn(|k| f64x2_mul(self.0[i], window[LIMBS + k - i]))
            };
            let mut sums = row(0);
            macro_rules! add_rows {
                ($($i:literal)*) => {$(
                    let products = row($i);
                    sums = core::array::from_fn(|k| f64x2_add(sums[k], products[k]));
                )*};
            }
            add_rows!(1 2 3 4 5 6 7 8 9 10 11);
            // In the place of what no later limb asks for.
            if let Some((_, rest)) = window.split_first_mut() {
                rest[..AT_ONCE].copy_from_slice(&sums);
            }
            at += AT_ONCE;
        }
        to.write(Self::carried(core::array::from_fn(|i| factor[1 + i]), constants));
    }

    /// The two squares.
    #[inline(never)]
    pub(in crate::prim) fn square(&self) -> Self {
        let constants = constants();
        let twice = self.0.map(|limb| f64x2_add(limb, limb));
        let wrapped = self.0.map(|limb| f64x2_mul(limb, constants.wrap));
        let multiples = [&self.0, &twice, &wrapped];
        macro_rules! limbs {
            ($($k:literal)*) => { [$( black_box(square::<$k>(multiples)) ),*] };
        }
        // Stored one by one: a compiler that may compute them all at once runs out of registers.
        Self::carried(limbs!(0 1 2 3 4 5 6 7 8 9 10 11), constants)
    }

    /// Of the squares A^2 and B^2 that a step of the ladder makes: A^2 and E = A^2 - B^2, to be multiplied by
    /// B^2 and A^2 + `times` E.
    #[inline(always)]
    pub(super) fn of_doubling(&self, times: f64) -> [Self; 2] {
        let second = kept!(0.0, 1.0);
        let left =
            self.map(|limb| f64x2_sub(i64x2_shuffle::<0, 0>(limb, limb), f64x2_mul(limb, second)));
        let [of_first, of_second] = [f64x2(1.0, 1.0 + times), f64x2(0.0, times)];
        let right = self.map(|limb| {
            let first = f64x2_mul(i64x2_shuffle::<1, 0>(limb, limb), of_first);
            f64x2_sub(first, f64x2_mul(limb, of_second))
        });
        [left, right.reduced()]
    }

    /// Overwrites it with zeros.
    pub(in crate::prim) fn wipe(&mut self) {
        // A vector has no default value.
        let mut words = [[0_u64; 2]; LIMBS];
        wipe(words.as_flattened_mut());
        self.0 = words.map(|[low, high]| u64x2(low, high));
        black_box(&mut self.0);
    }
}

/// Limb `K` of a square, not carried, of limbs that come once, twice, and wrapped.
#[inline(always)]
fn square<const K: usize>([once, twice, wrapped]: [&[v128; LIMBS]; 3]) -> v128 {
    let product = |i: usize, j: usize| {
        let first = if i < j { twice[i] } else { once[i] };
        f64x2_mul(first, if i + j < LIMBS { once[j] } else { wrapped[j] })
    };
    let mut sum = product(0, K);
    macro_rules! add_products {
        ($($i:literal)*) => {$(
            let j = (K + LIMBS - $i) % LIMBS;
            if $i <= j {
                sum = f64x2_add(sum, product($i, j));
            }
        )*};
    }
    add_products!(1 2 3 4 5 6 7 8 9 10 11);
    sum
}
