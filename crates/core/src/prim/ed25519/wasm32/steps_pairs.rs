//! Doublings and sums whose products come in pairs.

use super::paired::{Addend, AffineAddend, Paired};
use crate::prim::x25519::wasm32::pair::Pair;

impl Paired {
    /// Doubles it. T is there too if another doubling follows, which takes none.
    // One copy: there are hundreds of instructions.
    #[inline(never)]
    pub(super) fn double(&mut self, _is_for_another: bool) {
        let squares = self.yx.square();
        let others = self.zt.first_and_second(&self.yx.sum_and_difference().swapped()).square();
        // y and z, t and x of x / z and y / t.
        let (yz, tx) = (squares.sum_and_difference(), squares.rest_of_doubling(&others));
        yz.firsts(&tx).mul_to(&yz.seconds(&tx), &mut self.yx);
        yz.swapped().mul_to(&tx, &mut self.zt);
    }

    /// Adds another point.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Addend) {
        let yx = self.yx.sum_and_difference().mul(&other.sums).sum_and_difference();
        let zt = self.zt.mul(&other.zt).sum_and_difference_of_twice();
        yx.mul_to(&zt, &mut self.yx);
        zt.firsts(&yx).mul_to(&zt.seconds(&yx), &mut self.zt);
    }

    /// The same: to leave out one product of a pair gains nothing.
    pub(super) fn add_affine(&mut self, AffineAddend(other): &AffineAddend) {
        self.add(other);
    }
}

impl Pair {
    /// The first element, where the other pair's first is 1, and the product of the second elements.
    pub(super) fn mul_second(&self, other: &Self) -> Self {
        self.mul(other)
    }
}
