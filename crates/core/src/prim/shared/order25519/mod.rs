//! Numbers modulo the order of the base point of Curve25519, L = 2^252 +
//! 27742317777372353535851937790883648493 (RFC 8032, section 5.1), in bytes from the lowest. All numbers are
//! taken, and reduced ones given. Time depends on none.
//!
//! Strategy: what is above 2^252 counts as its negative multiple of c = L - 2^252, which has 125 bits, and is
//! so folded down three times; inverses by division steps. Both in words of 64 bits, or in limbs of 28 and 30
//! where a product of 128 bits is slow.

mod limbs;
#[cfg(test)]
mod tests;
mod words;

use super::division_steps::{Modulus, inverse};

/// The order of the prime-order group, 2^252 + 27742317777372353535851937790883648493, in bytes
/// from the lowest (RFC 8032, section 5.1).
pub(in crate::prim) const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10,
];

static MODULUS: Modulus = Modulus::new(ORDER);

/// Whether there are products of two numbers of 64 bits.
const WIDE: bool = cfg!(any(target_pointer_width = "64", curve25519_dalek_bits = "64"));

/// A number of 64 bytes, reduced.
pub(in crate::prim) fn reduce(number: &[u8; 64]) -> [u8; 32] {
    if WIDE { words::reduce(number) } else { limbs::reduce(number) }
}

/// The sum, modulo 2^256 first.
pub(in crate::prim) fn add(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::add(x, y) } else { limbs::add(x, y) }
}

/// The [sum](add) of the first number and the reduced negative of the second.
pub(in crate::prim) fn subtract(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::subtract(x, y) } else { limbs::subtract(x, y) }
}

/// The product.
pub(in crate::prim) fn multiply(x: &[u8; 32], y: &[u8; 32]) -> [u8; 32] {
    if WIDE { words::multiply(x, y) } else { limbs::multiply(x, y) }
}

/// What makes one when multiplied by the number; zero for a multiple of the order.
pub(in crate::prim) fn invert(number: &[u8; 32]) -> [u8; 32] {
    if WIDE {
        inverse::<i128, 5>(&words::reduced(number), &MODULUS)
    } else {
        inverse::<i64, 9>(&limbs::reduced(number), &MODULUS)
    }
}
