//! The known answer of the self-test: a digest over the values of many chains, computed one by one
//! with the reference implementation in CPython's hashlib.

use super::{Ops, Start};
use crate::choose::Runnable;

/// Lengths of the values just below and above word boundaries. They are also the key lengths.
const LENGTHS: [usize; 5] = [16, 17, 24, 33, 64];
/// Number of chains: more than twice the lanes of any kernel, plus a few.
const COUNT: usize = 19;
const STEPS: u32 = 3;

/// The XOR of all values, padded to 64 bytes each and rotated to the left by one more bit for each
/// value.
#[rustfmt::skip]
const SUM: [u8; 64] = [
    0xa1, 0x3c, 0xa5, 0xec, 0xb7, 0xf6, 0x56, 0x9a, 0x98, 0x30, 0x00, 0xf5, 0x33, 0x8d, 0x1f, 0x33,
    0x30, 0x25, 0x6e, 0xe2, 0x41, 0x04, 0xc0, 0xf9, 0x7b, 0x1c, 0xe3, 0xc7, 0x9f, 0x09, 0x48, 0xbe,
    0x6e, 0xb3, 0x8d, 0x00, 0xbc, 0x26, 0x39, 0xe3, 0xf3, 0xe1, 0x9c, 0x66, 0x06, 0x36, 0x59, 0x4d,
    0xca, 0x4b, 0x49, 0x6c, 0x49, 0xbf, 0x07, 0x84, 0x49, 0x0b, 0x4a, 0x01, 0xc2, 0x24, 0xbd, 0x08,
];

/// Checks chains with values of each length, first all chains in parallel and then only the first
/// chain.
pub(super) fn selftest(candidate: Runnable<Ops>) -> bool {
    let bytes: [u8; COUNT * 64] = core::array::from_fn(|i| (i % 251) as u8);
    let mut sum = [0; 64];
    for n in LENGTHS {
        let Ok(start) = Start::new(n, &bytes[n..2 * n]) else { return false };
        for count in [COUNT, 1] {
            let mut values = bytes;
            let values = &mut values[..count * n];
            candidate.advance(&start, values, STEPS);
            for (i, byte) in values.iter().enumerate() {
                sum[i % 64] ^= byte.rotate_left(i as u32 / 64);
            }
        }
    }
    sum == SUM
}
