//! Products of GHASH by carry-less multiplication, for any width of registers.
//!
//! Origin: own; the reduction is Montgomery's, as in Gueron's POLYVAL (RFC 8452 appendix A).

/// Defines `Product` in a module that defines what it is made of: `Vector`, a register of one or more
/// blocks; `zero`; `xor` of two and `xor3` of three; `multiply::<WHICH>`, the products of the halves
/// of each block that `WHICH` names; `halves_swapped`; `to_upper` and `to_lower`, which move a half and
/// put zeros in its place; `polynomial`, the constant of [`super::super::ghash`] in each half.
macro_rules! product {
    ($features:literal) => {
        /// A sum of products of 256 bits each, not yet reduced.
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

            /// The sum times x^-128 modulo P: a multiple of P makes the lowest half zero, twice.
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
