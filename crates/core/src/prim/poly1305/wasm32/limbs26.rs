//! Numbers modulo 2^130 - 5 in five limbs of 26 bits, for multiplication by powers of r. Powers
//! lack the guaranteed zero bits of r that `limbs32` relies on.
//!
//! Bounds: a product has limbs below 2^26 + 2^10. A block adds less than 2^26 to each limb, and
//! vector lanes add less than 2^27.1, so the first factor stays below 2^28.1. The limbs of the
//! other factor are below 2^27, or 2^29.4 after multiplication by 5. A sum of five products stays
//! below 2^60.

use crate::prim::poly1305::portable::{BLOCK, MASK44};

const MASK26: u64 = (1 << 26) - 1;

/// The bit above a full block, 2^128, in the highest limb.
const WHOLE: u64 = 1 << 24;

/// Returns (h + block) * r.
#[inline(always)]
pub(super) fn folded(h: &[u64; 5], block: &[u8; BLOCK], r: &[u64; 5]) -> [u64; 5] {
    let block = u128::from_le_bytes(*block);
    let (low, high) = (block as u64, (block >> 64) as u64);
    let sum = [
        h[0] + (low & MASK26),
        h[1] + (low >> 26 & MASK26),
        h[2] + ((low >> 52 | high << 12) & MASK26),
        h[3] + (high >> 14 & MASK26),
        h[4] + (high >> 40 | WHOLE),
    ];
    product(&sum, r)
}

/// Writes the carried product.
// One copy for all powers: the size of a WebAssembly module counts.
#[inline(never)]
pub(super) fn put_product(to: &mut [u64; 5], h: &[u64; 5], r: &[u64; 5]) {
    *to = product(h, r);
}

/// Returns the carried product; 2^130 is 5 modulo 2^130 - 5.
#[inline(always)]
fn product(h: &[u64; 5], r: &[u64; 5]) -> [u64; 5] {
    let s = r.map(|limb| limb * 5);
    let mut d = [
        h[0] * r[0] + h[1] * s[4] + h[2] * s[3] + h[3] * s[2] + h[4] * s[1],
        h[0] * r[1] + h[1] * r[0] + h[2] * s[4] + h[3] * s[3] + h[4] * s[2],
        h[0] * r[2] + h[1] * r[1] + h[2] * r[0] + h[3] * s[4] + h[4] * s[3],
        h[0] * r[3] + h[1] * r[2] + h[2] * r[1] + h[3] * r[0] + h[4] * s[4],
        h[0] * r[4] + h[1] * r[3] + h[2] * r[2] + h[3] * r[1] + h[4] * r[0],
    ];
    // Two independent carry chains, written out because the compiler does not always unroll a loop.
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<4, 0>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    d
}

/// Carries the bits of limb `FROM` above 26 into limb `TO`; from the highest to the lowest limb
/// they count five times.
#[inline(always)]
fn carry<const FROM: usize, const TO: usize>(d: &mut [u64; 5]) {
    let above = d[FROM] >> 26;
    d[FROM] &= MASK26;
    d[TO] += if TO == 0 { above * 5 } else { above };
}

/// Splits two 64-bit words and the bits above them into limbs.
pub(super) fn split([low, high, above]: [u64; 3]) -> [u64; 5] {
    [
        low & MASK26,
        low >> 26 & MASK26,
        (low >> 52 | high << 12) & MASK26,
        high >> 14 & MASK26,
        high >> 40 | above << 24,
    ]
}

/// Joins five limbs of 26 bits into three of 44, 44 and 42; the highest may slightly exceed 42
/// bits.
pub(super) fn joined(&[a, b, c, d, e]: &[u64; 5]) -> [u64; 3] {
    let low = a + (b << 26);
    let middle = (low >> 44) + (c << 8) + (d << 34);
    [low & MASK44, middle & MASK44, (middle >> 44) + (e << 16)]
}
