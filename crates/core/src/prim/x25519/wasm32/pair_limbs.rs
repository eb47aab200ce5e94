//! The integer limbs of a pair: conversions from words to a packed pair, and back to an element.

use super::field::Field;

pub(super) const LIMBS: usize = 12;

/// The number of 64-bit words in a packed pair; each holds one limb of both elements.
pub(in crate::prim) const PACKED: usize = LIMBS;

/// The number of 64-bit words in one packed element.
pub(in crate::prim) const HALF_PACKED: usize = LIMBS / 2;

/// The bit position where each limb starts, and the end of the last limb.
pub(super) const STARTS: [usize; LIMBS + 1] =
    [0, 22, 43, 64, 85, 107, 128, 149, 170, 192, 213, 234, 255];

/// Returns the number of bits of limb `i`.
const fn width(i: usize) -> usize {
    STARTS[i + 1] - STARTS[i]
}

/// Returns the limbs of a 255-bit number; each word holds three.
const fn digits(words: &[u64; 4]) -> [u64; LIMBS] {
    let mut digits = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        digits[i] = words[i / 3] >> (STARTS[i] % 64) & ((1 << width(i)) - 1);
        i += 1;
    }
    digits
}

/// Packs two 255-bit numbers.
pub(super) const fn packed(first: &[u64; 4], second: &[u64; 4]) -> [u64; PACKED] {
    let (first, second) = (digits(first), digits(second));
    let mut words = [0; PACKED];
    let mut i = 0;
    while i < PACKED {
        words[i] = first[i] | second[i] << 32;
        i += 1;
    }
    words
}

/// Returns an element from signed limbs, which may be at most twice as large as their size allows.
#[inline(never)]
pub(super) fn element(mut limbs: [i64; LIMBS]) -> Field {
    // Adding twice the prime makes the limbs positive.
    for (i, limb) in limbs.iter_mut().enumerate() {
        *limb += 2 * ((1 << width(i)) - if i == 0 { 19 } else { 1 });
    }
    for _ in 0..2 {
        for i in 0..LIMBS {
            let above = limbs[i] >> width(i);
            limbs[i] -= above << width(i);
            limbs[(i + 1) % LIMBS] += if i == LIMBS - 1 { 19 * above } else { above };
        }
    }
    let mut bytes = [0; 32];
    for (i, word) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
        let limb = |at: usize| limbs[at].cast_unsigned() << (STARTS[at] % 64);
        *word = (limb(3 * i) + limb(3 * i + 1) + limb(3 * i + 2)).to_le_bytes();
    }
    Field::from_bytes(&bytes)
}
