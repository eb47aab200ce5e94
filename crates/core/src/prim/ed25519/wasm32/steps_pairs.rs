//! Point doubling and addition with products in pairs.

use super::paired::{Addend, AffineAddend, Paired};
use crate::prim::x25519::wasm32::pair::Pair;

impl Paired {
    /// Doubles the point. T is computed even if another doubling follows, which does not use it.
    // Not inlined, since the function has hundreds of instructions.
    #[inline(never)]
    pub(super) fn double(&mut self, _is_for_another: bool) {
        let squares = self.yx.square();
        let others = self.zt.first_and_second(&self.yx.sum_and_difference().swapped()).square();
        // The result is the point (x / z, y / t), with its numerators and divisors in pairs.
        let (yz, tx) = (squares.sum_and_difference(), squares.rest_of_doubling(&others));
        yz.firsts(&tx).mul_to(&yz.seconds(&tx), &mut self.yx);
        yz.swapped().mul_to(&tx, &mut self.zt);
    }

    /// Adds a point to this point.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Addend) {
        let yx = self.yx.sum_and_difference().mul(&other.sums).sum_and_difference();
        let zt = self.zt.mul(&other.zt).sum_and_difference_of_twice();
        yx.mul_to(&zt, &mut self.yx);
        zt.firsts(&yx).mul_to(&zt.seconds(&yx), &mut self.zt);
    }

    /// Adds an affine point. Omitting one product of a pair would gain nothing.
    pub(super) fn add_affine(&mut self, AffineAddend(other): &AffineAddend) {
        self.add(other);
    }
}

impl Pair {
    /// Returns the first element unchanged and the product of the second elements; the first
    /// element of `other` must be 1.
    pub(super) fn mul_second(&self, other: &Self) -> Self {
        self.mul(other)
    }
}
