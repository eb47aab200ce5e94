//! The checks of a signature that precede the verification equation. They are the same for all
//! candidates.

use super::Signed;
use crate::error::{Error, Result};
pub(in crate::prim) use crate::prim::shared::order25519::ORDER;

/// The prime of the field, 2^255 - 19.
pub(in crate::prim) const PRIME: [u8; 32] = {
    let mut prime = [0xff; 32];
    (prime[0], prime[31]) = (0xed, 0x7f);
    prime
};

/// The y coordinates of the eight points of small order: 1 (order 1), -1 (order 2), 0 (the two
/// points of order 4), and the two values of the four points of order 8, which sum to the prime.
const SMALL_ORDER: [[u8; 32]; 5] = [
    [0; 32],
    {
        let mut one = [0; 32];
        one[0] = 1;
        one
    },
    {
        let mut minus_one = PRIME;
        minus_one[0] = 0xec;
        minus_one
    },
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98,
        0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53,
        0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67,
        0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac,
        0x03, 0x7a,
    ],
];

/// Rejects a signature if S is not reduced or if a point has small order or an unreduced encoding.
// Not inlined in a WebAssembly module, to save code size; the same holds for the comparison.
#[cfg_attr(lean, inline(never))]
pub(in crate::prim) fn check(signed: &Signed<'_>) -> Result<()> {
    let sound = is_below(signed.s(), &ORDER)
        && is_sound_point(signed.r())
        && is_sound_point(signed.public_key);
    if sound { Ok(()) } else { Err(Error::Verification) }
}

/// Returns whether the y coordinate of an encoding is reduced and does not belong to a point of
/// small order. This also rejects x = 0 with the sign bit set: only the points of order 1 and 2
/// have x = 0.
pub(super) fn is_sound_point(encoding: &[u8; 32]) -> bool {
    let mut y = *encoding;
    y[31] &= 0x7f;
    is_below(&y, &PRIME) && !SMALL_ORDER.contains(&y)
}

/// Compares two little-endian numbers that are not secret.
#[cfg_attr(lean, inline(never))]
pub(super) fn is_below(number: &[u8; 32], limit: &[u8; 32]) -> bool {
    number.iter().rev().lt(limit.iter().rev())
}
