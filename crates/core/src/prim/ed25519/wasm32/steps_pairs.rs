//! Doublings and sums whose products come in pairs.

use super::paired::{Addend, AffineAddend, Paired};
use crate::prim::x25519::wasm32::pair::Pair;

impl Paired {
    /// Doubled. T is there too if another doubling follows, which takes none.
    // One copy: there are hundreds of instructions.
    #[inline(never)]
    pub(super) fn double(&self, _is_for_another: bool) -> Self {
        let squares = self.yx.square();
        let others = self.zt.first_and_second(&self.yx.sum_and_difference().swapped()).square();
        // y and z, t and x of x / z and y / t.
        let (yz, tx) = (squares.sum_and_difference(), squares.rest_of_doubling(&others));
        Self { yx: yz.firsts(&tx).mul(&yz.seconds(&tx)), zt: yz.swapped().mul(&tx) }
    }

    #[inline(never)]
    pub(super) fn add(&self, other: &Addend) -> Self {
        let yx = self.yx.sum_and_difference().mul(&other.sums).sum_and_difference();
        let zt = self.zt.mul(&other.zt).sum_and_difference_of_twice();
        Self { yx: yx.mul(&zt), zt: zt.firsts(&yx).mul(&zt.seconds(&yx)) }
    }

    /// The same: to leave out one product of a pair gains nothing.
    pub(super) fn add_affine(&self, AffineAddend(other): &AffineAddend) -> Self {
        self.add(other)
    }
}

impl Pair {
    /// The first element, where the other pair's first is 1, and the product of the second elements.
    pub(super) fn mul_second(&self, other: &Self) -> Self {
        self.mul(other)
    }
}
