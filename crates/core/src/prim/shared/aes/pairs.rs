//! AES on bytes that stay the pairs of [`nibbles`](super::nibbles): keys and blocks are turned into pairs
//! once, and blocks into bytes at the end.
//!
//! Origin: M. Hamburg, "Accelerating AES with vector permute instructions" (CHES 2009), section 4; the
//! tables are computed here, from FIPS 197. What AES does beside inverting is linear, so that it does the
//! same to pairs by other tables. Each map is two tables: the image is the sum of what is found by the
//! lower half of a pair and by the upper, or for [`SUBSTITUTED`], [`DOUBLED`] and [`INVERTED`] by io and jo.

use super::nibbles::{CONSTANT, OUTPUT, PAIRS, Table, element, product};

type Map = [Table; 2];

/// The byte that a pair stands for.
pub(in crate::prim) const BYTES: Map = {
    let mut map = [[0; 16]; 2];
    let mut n = 0;
    while n < 16 {
        map[0][n] = element(n as u8);
        map[1][n] = element(n as u8 * 16);
        n += 1;
    }
    map
};

/// SubBytes without its constant.
pub(in crate::prim) const SUBSTITUTED: Map = times(1, OUTPUT);

/// The same times two.
pub(in crate::prim) const DOUBLED: Map = times(2, OUTPUT);

/// Twice a pair.
pub(in crate::prim) const TWICE: Map = times(2, BYTES);

/// What InvSubBytes does before it inverts, once the constant is gone.
pub(in crate::prim) const BEFORE_INVERSION: Map = times(1, without_affine(BYTES));

/// The inverse.
pub(in crate::prim) const INVERTED: Map = times(1, without_affine(OUTPUT));

/// What the S-box adds.
pub(in crate::prim) const ADDED: u8 = pair(CONSTANT);

/// What the key schedule adds to words behind the S-box, its constant with them (FIPS 197 section 5.2).
pub(in crate::prim) const ROUND_CONSTANTS: [u32; 10] = {
    let (mut words, mut constant, mut n) = ([u32::from_le_bytes([ADDED; 4]); 10], 1, 0);
    while n < 10 {
        words[n] ^= pair(constant) as u32;
        constant = product(constant, 2);
        n += 1;
    }
    words
};

const fn pair(byte: u8) -> u8 {
    PAIRS[0][byte as usize % 16] ^ PAIRS[1][byte as usize / 16]
}

/// The pairs of a factor times these bytes.
const fn times(factor: u8, mut bytes: Map) -> Map {
    let mut n = 0;
    while n < 32 {
        let byte = &mut bytes[n / 16][n % 16];
        *byte = pair(product(factor, *byte));
        n += 1;
    }
    bytes
}

/// Undoes the linear part of the map behind the inversion (FIPS 197 section 5.3.2).
const fn without_affine(mut bytes: Map) -> Map {
    let mut n = 0;
    while n < 32 {
        let byte = &mut bytes[n / 16][n % 16];
        *byte = byte.rotate_left(1) ^ byte.rotate_left(3) ^ byte.rotate_left(6);
        n += 1;
    }
    bytes
}
