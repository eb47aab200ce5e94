//! Doublings and sums by one product after the other.

use super::paired::{Addend, AffineAddend, Paired};
use crate::prim::x25519::wasm32::field::Field;
use crate::prim::x25519::wasm32::pair::Pair;

impl Paired {
    /// Doubled. T is left out if another doubling follows, which takes none.
    #[inline(always)]
    pub(super) fn double(&self, is_for_another: bool) -> Self {
        let ([y, x], [z, _]) = (self.yx.parts(), self.zt.parts());
        let (xx, yy, zz) = (x.square(), y.square(), z.square());
        let sums = [yy.add(&xx), yy.sub(&xx)];
        let x = x.add(y).square().sub(&sums[0]);
        // Two differences, hence carried.
        let t = zz.add(&zz).add(&xx).sub(&yy).reduced();
        Self::finished([&sums[0], &x], [&sums[1], &t], is_for_another)
    }

    #[inline(never)]
    pub(super) fn add(&self, other: &Addend) -> Self {
        self.added(other, &self.zt.parts()[0].mul(&other.zt.parts()[0]))
    }

    #[inline(never)]
    pub(super) fn add_affine(&self, AffineAddend(other): &AffineAddend) -> Self {
        self.added(other, &self.zt.parts()[0])
    }

    #[inline(always)]
    fn added(&self, other: &Addend, zz: &Field) -> Self {
        let ([y, x], [_, t]) = (self.yx.parts(), self.zt.parts());
        let [plus, minus] = other.sums.parts();
        let (a, b) = (y.add(x).mul(plus), y.sub(x).mul(minus));
        let (c, twice) = (t.mul(&other.zt.parts()[1]), zz.add(zz));
        Self::finished([&a.add(&b), &a.sub(&b)], [&twice.add(&c), &twice.sub(&c)], false)
    }

    /// The point x / z, y / t.
    #[inline(always)]
    fn finished([y, x]: [&Field; 2], [z, t]: [&Field; 2], without_t: bool) -> Self {
        let product = if without_t { Field::ZERO } else { x.mul(y) };
        Self { yx: Pair::of(y.mul(z), x.mul(t)), zt: Pair::of(z.mul(t), product) }
    }
}

impl Pair {
    /// The first element, where the other pair's first is 1, and the product of the second elements.
    pub(super) fn mul_second(&self, other: &Self) -> Self {
        Self::of(self.parts()[0], self.parts()[1].mul(&other.parts()[1]))
    }
}
