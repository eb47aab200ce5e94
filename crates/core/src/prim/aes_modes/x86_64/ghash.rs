//! GHASH products by carry-less multiplication, for any register width.
//!
//! Origin: own design with Montgomery reduction, as in Gueron's POLYVAL (RFC 8452 appendix A).

/// Defines `Product` in a module that provides: `Vector`, a register of one or more blocks; `zero`;
/// `xor` of two and `xor3` of three vectors; `multiply::<WHICH>`, the products of the halves of
/// each block that `WHICH` selects; `halves_swapped`; `to_upper` and `to_lower`, which move a half
/// and clear the other; `polynomial`, the constant of [`super::super::ghash`] in each half.
macro_rules! product {
    ($features:literal) => {
        /// A sum of 256-bit products, not yet reduced.
        struct Product {
            low: Vector,
            middle: Vector,
            high: Vector,
        }

        impl Product {
            #[inline]
            #[target_feature(enable = $features)]
            fn zero() -> Self {
                Self { low: zero(), middle: zero(), high: zero() }
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn add(&mut self, a: Vector, b: Vector) {
                self.low = xor(self.low, multiply::<0x00>(a, b));
                self.high = xor(self.high, multiply::<0x11>(a, b));
                self.middle = xor3(self.middle, multiply::<0x01>(a, b), multiply::<0x10>(a, b));
            }

            /// Returns the sum times x^-128 modulo P: adds a multiple of P that clears the lowest
            /// half, twice.
            #[inline]
            #[target_feature(enable = $features)]
            fn reduced(self) -> Vector {
                let polynomial = polynomial();
                let low = xor(self.low, to_upper(self.middle));
                let low = xor(halves_swapped(low), multiply::<0x00>(low, polynomial));
                let low = xor(halves_swapped(low), multiply::<0x00>(low, polynomial));
                xor3(self.high, to_lower(self.middle), low)
            }
        }
    };
}
pub(super) use product;
