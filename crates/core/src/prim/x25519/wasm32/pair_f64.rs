//! Two elements of the field of 2^255 - 19 in vectors of two floating-point numbers: where a
//! 128-bit product is a function call, an instruction that multiplies twice gains most.
//!
//! The limbs are from D. J. Bernstein, "Curve25519: new Diffie-Hellman speed records", section 4:
//! limb i is a multiple of 2^`STARTS[i]`, 22 or 21 bits below the next limb, and a product carries
//! by rounding. A `double` holds integers below 2^53 exactly, and all operations here are exact: a
//! limb of a product is at most 1.002 times half the unit of the next limb, and factors with limbs
//! a and b times as large sum to less than 2^53 while a b < 16. The time does not depend on values:
//! subnormal, infinite and NaN values never occur.

use core::arch::wasm32::*;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::field::Field;
use super::pair_limbs::{LIMBS, STARTS, element, packed};
use crate::prim::shared::wasm32::simd128::read;
use crate::wipe::wipe;

pub(in crate::prim) use super::pair_limbs::{HALF_PACKED, PACKED};

/// Two elements; each vector holds a limb of both.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Pair([v128; LIMBS]);

const fn power_of_2(exponent: i64) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

const fn both(value: f64) -> v128 {
    f64x2(value, value)
}

/// The factor that moves bits above 2^255 to the bottom: 2^255 is 19.
const WRAP: v128 = both(19.0 * power_of_2(-255));

/// Returns a number that rounds a smaller addend to a multiple of 2^exponent.
const fn rounding(exponent: usize) -> v128 {
    both(1.5 * power_of_2(52 + exponent as i64))
}

/// The constants for carrying and scaling limbs.
struct Constants {
    /// The unit of each limb, which divides it.
    units: [v128; LIMBS],
    /// The constants that round each limb to a multiple of the next limb's unit.
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

/// A vector that is read from memory once and then stays in a register; an inline constant would
/// repeat its bytes at each use.
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
    /// Returns a pair of elements with limbs within the bounds of products.
    pub(in crate::prim) fn new(first: &Field, second: &Field) -> Self {
        let [first, second] = [first, second].map(|element| {
            let bytes = element.to_bytes();
            let (words, _) = bytes.as_chunks();
            core::array::from_fn(|i| u64::from_le_bytes(words[i]))
        });
        Self::unpack(&packed(&first, &second)).reduced()
    }

    /// Returns a packed pair of reduced elements.
    pub(in crate::prim) const fn constant(first: &Field, second: &Field) -> [u64; PACKED] {
        packed(&first.words(), &second.words())
    }

    /// Returns the two elements.
    pub(in crate::prim) fn elements(&self) -> [Field; 2] {
        let limbs = self.integers();
        [
            element(core::array::from_fn(|i| i64x2_extract_lane::<0>(limbs[i]))),
            element(core::array::from_fn(|i| i64x2_extract_lane::<1>(limbs[i]))),
        ]
    }

    /// Returns the limbs of reduced elements as integers, divided by their units.
    #[inline(always)]
    fn integers(&self) -> [v128; LIMBS] {
        const WHOLE: v128 = rounding(0);
        core::array::from_fn(|i| {
            let scaled = f64x2_mul(self.0[i], both(power_of_2(-(STARTS[i] as i64))));
            i64x2_sub(f64x2_add(scaled, WHOLE), WHOLE)
        })
    }

    /// Packs both reduced elements into words; each word holds one limb of each.
    pub(in crate::prim) fn pack(&self) -> [u64; PACKED] {
        self.integers().map(|limb| {
            let low = i32x4_shuffle::<0, 2, 0, 2>(limb, limb);
            i64x2_extract_lane::<0>(low).cast_unsigned()
        })
    }

    /// Packs the second element.
    pub(in crate::prim) fn pack_second(&self) -> [u64; HALF_PACKED] {
        let words = self.pack();
        core::array::from_fn(|i| words[2 * i] >> 32 | words[2 * i + 1] >> 32 << 32)
    }

    /// Returns the pair of 1 and a packed element.
    #[inline(never)]
    pub(in crate::prim) fn unpack_second(words: &[u64; HALF_PACKED]) -> Self {
        let units = &constants().units;
        let first = f64x2(1.0, 0.0);
        Self(core::array::from_fn(|i| {
            let limbs = f64x2_convert_low_i32x4(u64x2_splat(words[i / 2]));
            // Move the limb to the second lane, with zero in the first.
            let limb = if i % 2 == 0 {
                i64x2_shuffle::<1, 2>(first, limbs)
            } else {
                i64x2_shuffle::<1, 3>(first, limbs)
            };
            let limb = f64x2_mul(limb, units[i]);
            if i == 0 { f64x2_add(limb, first) } else { limb }
        }))
    }

    /// Unpacks a pair.
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

    /// Returns the pair with its elements swapped.
    #[inline(always)]
    pub(in crate::prim) fn swapped(&self) -> Self {
        self.map(|limb| i64x2_shuffle::<1, 0>(limb, limb))
    }

    /// Returns the first elements of this pair and of the given pair.
    #[inline(always)]
    pub(in crate::prim) fn firsts(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<0, 2>(own, other))
    }

    /// Returns the second elements of this pair and of the given pair.
    #[inline(always)]
    pub(in crate::prim) fn seconds(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<1, 3>(own, other))
    }

    /// Returns the first element of this pair and the second element of the given pair.
    #[inline(always)]
    pub(in crate::prim) fn first_and_second(&self, other: &Self) -> Self {
        self.with(other, |own, other| i64x2_shuffle::<0, 3>(own, other))
    }

    /// Returns the sum of both elements, and the first minus the second, not carried.
    #[inline(never)]
    pub(in crate::prim) fn sum_and_difference(&self) -> Self {
        let signs = kept!(1.0, -1.0);
        self.map(|limb| f64x2_add(i64x2_shuffle::<1, 0>(limb, limb), f64x2_mul(limb, signs)))
    }

    /// Returns [`Self::sum_and_difference`] of twice the first element and the second.
    #[inline(always)]
    pub(in crate::prim) fn sum_and_difference_of_twice(&self) -> Self {
        let times = kept!(2.0, 1.0);
        self.map(|limb| f64x2_mul(limb, times)).sum_and_difference()
    }

    /// For squares A and B in self, and C and D in `other`, returns 2 C - (A - B) and D - (A + B).
    #[inline(always)]
    pub(in crate::prim) fn rest_of_doubling(&self, other: &Self) -> Self {
        let (turned, times) = (self.sum_and_difference().swapped(), kept!(2.0, 1.0));
        other.with(&turned, |limb, taken| f64x2_sub(f64x2_mul(limb, times), taken))
    }

    /// Returns the first element and the second; negates the second if the mask is all ones and not
    /// zero.
    #[inline(always)]
    pub(in crate::prim) fn or_second_negative(&self, mask: u64) -> Self {
        let sign = u64x2(0, mask & 1 << 63);
        self.map(|limb| v128_xor(limb, sign))
    }

    /// Returns `other` if the mask is all ones and this pair if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        let mask = u64x2_splat(mask);
        self.with(other, |own, other| v128_bitselect(other, own, mask))
    }

    /// Brings limbs that are not much larger into the bounds of a product.
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

    /// Carries in four interleaved chains and continues past the points where they meet.
    // Written out, since a loop over the pairs would leave the limbs in memory.
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

    /// Returns the two products.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(in crate::prim) fn mul(&self, other: &Self) -> Self {
        let mut product = MaybeUninit::uninit();
        self.product(other, &mut product);
        // SAFETY: `product` has initialised it.
        unsafe { product.assume_init() }
    }

    /// Writes the two products directly to their destination, which avoids a copy of the result.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(in crate::prim) fn mul_to(&self, other: &Self, to: &mut Self) {
        // SAFETY: `product` writes a valid pair through this reference and nothing else.
        self.product(other, unsafe { &mut *core::ptr::from_mut(to).cast() });
    }

    /// Writes the two products.
    ///
    /// Computes four limbs of the product at a time: more would not fit into the registers of a
    /// machine with sixteen.
    #[inline(never)]
    fn product(&self, other: &Self, to: &mut MaybeUninit<Self>) {
        const AT_ONCE: usize = 4;
        let constants = constants();
        let wrapped = other.0.map(|limb| f64x2_mul(limb, constants.wrap));
        // Index `LIMBS` + i holds limb i of the factor, wrapped if i is negative.
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
            // Store the results over limbs that later steps do not read.
            if let Some((_, rest)) = window.split_first_mut() {
                rest[..AT_ONCE].copy_from_slice(&sums);
            }
            at += AT_ONCE;
        }
        to.write(Self::carried(core::array::from_fn(|i| factor[1 + i]), constants));
    }

    /// Returns the two squares.
    #[inline(never)]
    pub(in crate::prim) fn square(&self) -> Self {
        let constants = constants();
        let twice = self.0.map(|limb| f64x2_add(limb, limb));
        let wrapped = self.0.map(|limb| f64x2_mul(limb, constants.wrap));
        let multiples = [&self.0, &twice, &wrapped];
        macro_rules! limbs {
            ($($k:literal)*) => { [$( black_box(square::<$k>(multiples)) ),*] };
        }
        // Stored one at a time: a compiler that may compute all of them together runs out of
        // registers.
        Self::carried(limbs!(0 1 2 3 4 5 6 7 8 9 10 11), constants)
    }

    /// Takes the squares A^2 and B^2 of a ladder step. Returns the pair A^2 and E = A^2 - B^2, and
    /// the pair B^2 and A^2 + `times` E to multiply it by.
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

    /// Overwrites the pair with zeros.
    pub(in crate::prim) fn wipe(&mut self) {
        // Vectors do not implement `Default`.
        let mut words = [[0_u64; 2]; LIMBS];
        wipe(words.as_flattened_mut());
        self.0 = words.map(|[low, high]| u64x2(low, high));
        black_box(&mut self.0);
    }
}

/// Returns limb `K` of a square, not carried, from the limbs, their doubles and their wrapped
/// values.
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
