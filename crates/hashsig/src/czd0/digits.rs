//! The digits of a digest, one per pair of chains.

use alloc::vec::Vec;

use super::params::Params;

/// Splits a digest, read as a signed big-endian number, into digits of `otsbits` bits, most
/// significant first. If the digest has too few bits for the first digit, it is sign-extended.
/// `digest` is `hashlen` bytes long.
pub(super) fn digits(params: Params, digest: &[u8]) -> Vec<u32> {
    let bits = 8 * digest.len();
    let sign = digest[0] >> 7;
    let bit = |from_right: usize| {
        if from_right < bits {
            digest[digest.len() - 1 - from_right / 8] >> (from_right % 8) & 1
        } else {
            sign
        }
    };
    let each = params.otsbits() as usize;
    let digit = |place: usize| {
        (0..each).rev().fold(0, |digit, at| digit << 1 | u32::from(bit(place * each + at)))
    };
    (0..params.pairs()).rev().map(digit).collect()
}
