//! Arithmetic modulo the order of the base point of Curve25519, L = 2^252 +
//! 27742317777372353535851937790883648493 (RFC 8032, section 5.1), on little-endian bytes.
//! Operations accept all numbers and return reduced ones. The time does not depend on values.
//!
//! Strategy: the part above 2^252 is replaced by its negative multiple of c = L - 2^252, which has
//! 125 bits; three such folds reduce a number. Inverses use division steps. Numbers are 64-bit
//! words, or limbs of 28 and 30 bits where a 128-bit product is slow.

mod limbs;
#[cfg(test)]
mod tests;
mod words;

use super::division_steps::{Modulus, inverse};

/// The order of the prime-order group, 2^252 + 27742317777372353535851937790883648493, in
/// little-endian bytes (RFC 8032, section 5.1).
pub(in crate::prim) const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10,
];

static MODULUS: Modulus = Modulus::new(ORDER);

/// Whether the target has 128-bit products of 64-bit numbers.
const WIDE: bool = cfg!(any(target_pointer_width = "64", curve25519_dalek_bits = "64"));

/// Reduces a number of 64 bytes.
pub(in crate::prim) fn reduce(number: &[u8; 64]) -> [u8; 32] {
    if WIDE { words::reduce(number) } else { limbs::reduce(number) }
}

/// Returns x + y modulo 2^256, reduced.
pub(in crate::prim) fn add(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::add(x, y) } else { limbs::add(x, y) }
}

/// Returns the [sum](add) of x and the reduced negative of y.
pub(in crate::prim) fn subtract(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::subtract(x, y) } else { limbs::subtract(x, y) }
}

/// Returns the product.
pub(in crate::prim) fn multiply(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::multiply(x, y) } else { limbs::multiply(x, y) }
}

/// Returns the inverse, or zero for a multiple of the order.
pub(in crate::prim) fn invert(number: &[u8; 32]) -> [u8; 32] {
    if WIDE {
        inverse::<i128, 5>(&words::reduced(number), &MODULUS)
    } else {
        inverse::<i64, 9>(&limbs::reduced(number), &MODULUS)
    }
}
