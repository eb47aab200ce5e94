//! Point doubling and addition that compute the products sequentially.

use super::paired::{Addend, AffineAddend, Paired};
use crate::prim::x25519::wasm32::field::Field;
use crate::prim::x25519::wasm32::pair::Pair;

impl Paired {
    /// Doubles the point. T is omitted if another doubling follows, which does not use it.
    #[inline(never)]
    pub(super) fn double(&mut self, is_for_another: bool) {
        let asked = &mut 0;
        let ([y, x], [z, _]) = (self.yx.parts(), self.zt.parts());
        let (xx, yy) = (x.square_in_order(asked), y.square_in_order(asked));
        let (zz, both) = (z.square_in_order(asked), x.add(y).square_in_order(asked));
        let sums = [yy.add(&xx), yy.sub(&xx)];
        // After two subtractions the limbs need a carry.
        let t = zz.add(&zz).add(&xx).sub(&yy).reduced();
        let x = both.sub(&sums[0]);
        *self = Self::finished([&sums[0], &x], [&sums[1], &t], is_for_another, asked);
    }

    /// Adds a point to this point.
    #[inline(never)]
    pub(super) fn add(&mut self, other: &Addend) {
        let asked = &mut 0;
        let zz = self.zt.parts()[0].mul_in_order(&other.zt.parts()[0], asked);
        *self = self.added(other, &zz, asked);
    }

    /// Adds an affine point, with one product fewer.
    #[inline(never)]
    pub(super) fn add_affine(&mut self, AffineAddend(other): &AffineAddend) {
        *self = self.added(other, &self.zt.parts()[0], &mut 0);
    }

    #[inline(always)]
    fn added(&self, other: &Addend, zz: &Field, asked: &mut u64) -> Self {
        let ([y, x], [_, t]) = (self.yx.parts(), self.zt.parts());
        let [plus, minus] = other.sums.parts();
        let a = y.add(x).mul_in_order(plus, asked);
        let b = y.sub(x).mul_in_order(minus, asked);
        let (c, twice) = (t.mul_in_order(&other.zt.parts()[1], asked), zz.add(zz));
        Self::finished([&a.add(&b), &a.sub(&b)], [&twice.add(&c), &twice.sub(&c)], false, asked)
    }

    /// Returns the point x / z, y / t.
    #[inline(always)]
    fn finished(
        [y, x]: [&Field; 2],
        [z, t]: [&Field; 2],
        without_t: bool,
        asked: &mut u64,
    ) -> Self {
        let yx = Pair::new(&y.mul_in_order(z, asked), &x.mul_in_order(t, asked));
        let product = if without_t { Field::ZERO } else { x.mul_in_order(y, asked) };
        Self { yx, zt: Pair::new(&z.mul_in_order(t, asked), &product) }
    }
}

impl Pair {
    /// Returns the first element unchanged and the product of the second elements; the first
    /// element of `other` must be 1.
    pub(super) fn mul_second(&self, other: &Self) -> Self {
        Self::new(&self.parts()[0], &self.parts()[1].mul(&other.parts()[1]))
    }
}
