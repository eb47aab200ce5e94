//! AES on bytes in the pair representation of [`nibbles`](super::nibbles): keys and blocks are
//! converted to pairs once, and blocks back to bytes at the end.
//!
//! Origin: M. Hamburg, "Accelerating AES with vector permute instructions" (CHES 2009), section 4;
//! the tables are computed here, from FIPS 197. Apart from the inversion AES is linear, so it works
//! on pairs with other tables. Each map is two tables: the image is the XOR of the entries for the
//! low and the high half of a pair, or, for [`SUBSTITUTED`], [`DOUBLED`] and [`INVERTED`], of the
//! entries for io and jo.

use super::nibbles::{CONSTANT, OUTPUT, PAIRS, Table, element, product};

type Map = [Table; 2];

/// Maps a pair to its byte.
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

/// SubBytes without its constant, times two.
pub(in crate::prim) const DOUBLED: Map = times(2, OUTPUT);

/// Maps a pair to its double.
pub(in crate::prim) const TWICE: Map = times(2, BYTES);

/// The linear map that InvSubBytes applies before the inversion, after the constant has been
/// removed.
pub(in crate::prim) const BEFORE_INVERSION: Map = times(1, without_affine(BYTES));

/// The inversion without the affine map.
pub(in crate::prim) const INVERTED: Map = times(1, without_affine(OUTPUT));

/// The constant of the S-box, as a pair.
pub(in crate::prim) const ADDED: u8 = pair(CONSTANT);

/// The round constants of the key schedule plus the S-box constant, as pairs; they are added after
/// the S-box (FIPS 197 section 5.2).
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

/// Multiplies these bytes by a factor and converts them to pairs.
const fn times(factor: u8, mut bytes: Map) -> Map {
    let mut n = 0;
    while n < 32 {
        let byte = &mut bytes[n / 16][n % 16];
        *byte = pair(product(factor, *byte));
        n += 1;
    }
    bytes
}

/// Undoes the linear part of the S-box's affine map (FIPS 197 section 5.3.2).
const fn without_affine(mut bytes: Map) -> Map {
    let mut n = 0;
    while n < 32 {
        let byte = &mut bytes[n / 16][n % 16];
        *byte = byte.rotate_left(1) ^ byte.rotate_left(3) ^ byte.rotate_left(6);
        n += 1;
    }
    bytes
}
