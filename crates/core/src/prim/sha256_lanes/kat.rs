//! Known answers for the self-test: a digest over digests computed by CPython's `hashlib`.

use super::Steps;

/// Number, length and digest length of the messages. They are consecutive slices of the input, in
/// which byte `i` is `i ^ i >> 8`. In every second case all messages share the first 64 input bytes
/// as their first block and the slices begin after it.
pub(super) const MESSAGES: [(usize, usize, usize); 8] = [
    (1, 0, 32),
    (2, 3, 32),
    (3, 55, 24),
    (4, 56, 32),
    (9, 63, 20),
    (16, 64, 32),
    (17, 119, 32),
    (33, 120, 1),
];

/// Number and value length of the chains. The same input bytes supply the prefixes, and again the
/// values.
pub(super) const CHAINS: [(usize, usize); 6] =
    [(1, 32), (2, 24), (4, 20), (7, 32), (16, 4), (33, 32)];

/// The maximum number of chains in a case.
pub(super) const MAX_CHAINS: usize = 33;

/// Returns the steps of a chain; chain 0 has a nonzero count.
pub(super) const fn steps(chain: u8) -> Steps {
    let (first, count) = (chain as u16 * 37 % 250, (chain as u16 * 11 + 3) % 7);
    Steps { first: first as u8, count: count as u8 }
}

/// The bound on the steps per chain.
pub(super) const BOUND: u8 = 5;

/// The number of input bytes, a multiple of the block length.
pub(super) const BYTES: usize = 4032;

/// The total length of all digests and values.
pub(super) const ALL: usize = 3069;

pub(super) const DIGEST_OF_DIGESTS: [u8; 32] = [
    0xee, 0x58, 0xde, 0xb0, 0x39, 0x38, 0x74, 0x78, 0x61, 0x4e, 0x44, 0x49, 0xfd, 0x56, 0xf0, 0x6e,
    0xfb, 0x75, 0x6f, 0xde, 0xb8, 0xce, 0xc2, 0x06, 0x66, 0xf4, 0x9a, 0x88, 0x87, 0xc3, 0x78, 0x47,
];
