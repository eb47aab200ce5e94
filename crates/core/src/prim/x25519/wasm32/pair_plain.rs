//! Two elements of the field as what they are, where vectors gain nothing: one product after the other.

use super::field::Field;
#[cfg(limbs25)]
use super::field25::LIMBS;
#[cfg(not(limbs25))]
use super::field51::LIMBS;

/// Words of 64 bits that a packed pair takes.
pub(in crate::prim) const PACKED: usize = 2 * LIMBS;

/// The same for one element.
pub(in crate::prim) const HALF_PACKED: usize = LIMBS;

/// Two elements.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Pair([Field; 2]);

impl Pair {
    /// Two elements, whose limbs are those of products.
    #[inline(always)]
    pub(in crate::prim) const fn new(first: &Field, second: &Field) -> Self {
        Self([*first, *second])
    }

    /// A pair of reduced elements, packed.
    pub(in crate::prim) const fn constant(first: &Field, second: &Field) -> [u64; PACKED] {
        let mut words = [0; PACKED];
        let mut i = 0;
        while i < LIMBS {
            (words[i], words[LIMBS + i]) = (first.limbs()[i], second.limbs()[i]);
            i += 1;
        }
        words
    }

    /// The two elements.
    #[inline(always)]
    pub(in crate::prim) const fn parts(&self) -> &[Field; 2] {
        &self.0
    }

    /// The two elements.
    pub(in crate::prim) const fn elements(&self) -> [Field; 2] {
        self.0
    }

    /// Both, reduced, in words.
    pub(in crate::prim) fn pack(&self) -> [u64; PACKED] {
        let [first, second] = self.0;
        let limbs = [first.limbs(), second.limbs()];
        core::array::from_fn(|i| limbs[i / LIMBS][i % LIMBS])
    }

    /// The second element, packed.
    pub(in crate::prim) fn pack_second(&self) -> [u64; HALF_PACKED] {
        *self.0[1].limbs()
    }

    /// 1 and the element that was packed.
    #[inline(always)]
    pub(in crate::prim) fn unpack_second(words: &[u64; HALF_PACKED]) -> Self {
        Self([Field::ONE, Field::from_limbs(*words)])
    }

    /// The pair that was packed.
    #[inline(always)]
    pub(in crate::prim) fn unpack(words: &[u64; PACKED]) -> Self {
        let element = |first| Field::from_limbs(core::array::from_fn(|i| words[first + i]));
        Self([element(0), element(LIMBS)])
    }

    /// The second element and the first.
    #[inline(always)]
    pub(in crate::prim) const fn swapped(&self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// The sum of both and what the first one is more than the second, not carried.
    #[inline(always)]
    pub(in crate::prim) fn sum_and_difference(&self) -> Self {
        let [first, second] = &self.0;
        Self([first.add(second), first.sub(second)])
    }

    /// The first element, and the second or, if the mask is all ones and not zero, its negative.
    #[inline(always)]
    pub(in crate::prim) fn or_second_negative(&self, mask: u64) -> Self {
        let [first, second] = &self.0;
        Self([*first, second.or(&Field::ZERO.sub(second), mask)])
    }

    /// This pair, or the other one if the mask is all ones and not zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        Self(core::array::from_fn(|i| self.0[i].or(&other.0[i], mask)))
    }

    /// Limbs as those of products, of limbs that are not much larger.
    #[inline(always)]
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self(self.0.map(|element| element.reduced()))
    }
}
