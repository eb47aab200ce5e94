//! Numbers modulo 2^130 - 5 in five limbs of 26 bits, for what is multiplied by powers of r: of these no bits
//! are surely zero, as those are that `limbs32` does without.
//!
//! Bounds: a product has limbs below 2^26 + 2^10; a block adds less than 2^26 to each, and what lanes of
//! vectors add less than 2^27.1, so what is multiplied stays below 2^28.1; the other factors are below
//! 2^27, or 5 times that, 2^29.4. A sum of five products stays below 2^60.

use crate::prim::poly1305::portable::{BLOCK, MASK44};

const MASK26: u64 = (1 << 26) - 1;

/// The bit above a whole block, 2^128, in the highest limb.
const WHOLE: u64 = 1 << 24;

/// The sum of the accumulator and a block, times `r`.
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

/// Writes the product, carried.
// One copy for all powers: a module's size counts.
#[inline(never)]
pub(super) fn put_product(to: &mut [u64; 5], h: &[u64; 5], r: &[u64; 5]) {
    *to = product(h, r);
}

/// The product, carried: 2^130 is 5 modulo 2^130 - 5.
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
    // Two chains that do not wait for each other, written out, since a loop is not always unrolled.
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    carry::<1, 2>(&mut d);
    carry::<4, 0>(&mut d);
    carry::<2, 3>(&mut d);
    carry::<0, 1>(&mut d);
    carry::<3, 4>(&mut d);
    d
}

/// Moves what limb `FROM` has above 26 bits to limb `TO`; from the highest to the lowest it counts
/// five times.
#[inline(always)]
fn carry<const FROM: usize, const TO: usize>(d: &mut [u64; 5]) {
    let above = d[FROM] >> 26;
    d[FROM] &= MASK26;
    d[TO] += if TO == 0 { above * 5 } else { above };
}

/// Two words of 64 bits and what is above them.
pub(super) fn split([low, high, above]: [u64; 3]) -> [u64; 5] {
    [
        low & MASK26,
        low >> 26 & MASK26,
        (low >> 52 | high << 12) & MASK26,
        high >> 14 & MASK26,
        high >> 40 | above << 24,
    ]
}

/// Five limbs of 26 bits into three of 44, 44 and 42, of which the highest may be a little above.
pub(super) fn joined(&[a, b, c, d, e]: &[u64; 5]) -> [u64; 3] {
    let low = a + (b << 26);
    let middle = (low >> 44) + (c << 8) + (d << 34);
    [low & MASK44, middle & MASK44, (middle >> 44) + (e << 16)]
}
