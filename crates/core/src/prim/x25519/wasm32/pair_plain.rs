//! Two separate field elements, for targets where vectors gain nothing: one product after the
//! other.

use super::field::Field;
#[cfg(limbs25)]
use super::field25::LIMBS;
#[cfg(not(limbs25))]
use super::field51::LIMBS;

/// The number of 64-bit words in a packed pair.
pub(in crate::prim) const PACKED: usize = 2 * LIMBS;

/// The number of 64-bit words in one packed element.
pub(in crate::prim) const HALF_PACKED: usize = LIMBS;

/// Two elements.
#[derive(Clone, Copy)]
pub(in crate::prim) struct Pair([Field; 2]);

impl Pair {
    /// Returns a pair of elements with limbs within the bounds of products.
    #[inline(always)]
    pub(in crate::prim) const fn new(first: &Field, second: &Field) -> Self {
        Self([*first, *second])
    }

    /// Returns a packed pair of reduced elements.
    pub(in crate::prim) const fn constant(first: &Field, second: &Field) -> [u64; PACKED] {
        let mut words = [0; PACKED];
        let mut i = 0;
        while i < LIMBS {
            (words[i], words[LIMBS + i]) = (first.limbs()[i], second.limbs()[i]);
            i += 1;
        }
        words
    }

    /// Returns references to the two elements.
    #[inline(always)]
    pub(in crate::prim) const fn parts(&self) -> &[Field; 2] {
        &self.0
    }

    /// Returns the two elements.
    pub(in crate::prim) const fn elements(&self) -> [Field; 2] {
        self.0
    }

    /// Packs both reduced elements into words.
    pub(in crate::prim) fn pack(&self) -> [u64; PACKED] {
        let [first, second] = self.0;
        let limbs = [first.limbs(), second.limbs()];
        core::array::from_fn(|i| limbs[i / LIMBS][i % LIMBS])
    }

    /// Packs the second element.
    pub(in crate::prim) fn pack_second(&self) -> [u64; HALF_PACKED] {
        *self.0[1].limbs()
    }

    /// Returns the pair of 1 and a packed element.
    #[inline(always)]
    pub(in crate::prim) fn unpack_second(words: &[u64; HALF_PACKED]) -> Self {
        Self([Field::ONE, Field::from_limbs(*words)])
    }

    /// Unpacks a pair.
    #[inline(always)]
    pub(in crate::prim) fn unpack(words: &[u64; PACKED]) -> Self {
        let element = |first| Field::from_limbs(core::array::from_fn(|i| words[first + i]));
        Self([element(0), element(LIMBS)])
    }

    /// Returns the pair with its elements swapped.
    #[inline(always)]
    pub(in crate::prim) const fn swapped(&self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// Returns the sum of both elements, and the first minus the second, not carried.
    #[inline(always)]
    pub(in crate::prim) fn sum_and_difference(&self) -> Self {
        let [first, second] = &self.0;
        Self([first.add(second), first.sub(second)])
    }

    /// Returns the first element and the second; negates the second if the mask is all ones and not
    /// zero.
    #[inline(always)]
    pub(in crate::prim) fn or_second_negative(&self, mask: u64) -> Self {
        let [first, second] = &self.0;
        Self([*first, second.or(&Field::ZERO.sub(second), mask)])
    }

    /// Returns `other` if the mask is all ones and this pair if it is zero.
    #[inline(always)]
    pub(in crate::prim) fn or(&self, other: &Self, mask: u64) -> Self {
        Self(core::array::from_fn(|i| self.0[i].or(&other.0[i], mask)))
    }

    /// Brings limbs that are not much larger into the bounds of a product.
    #[inline(always)]
    pub(in crate::prim) fn reduced(&self) -> Self {
        Self(self.0.map(|element| element.reduced()))
    }
}
