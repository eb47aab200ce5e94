//! Known answers for the self-test: the examples of RFC 1321, appendix A.5, and a digest over
//! digests computed by CPython's hashlib.

use super::DIGEST_LEN;
use crate::prim::family::hash::Answers;

pub(super) const ANSWERS: Answers<DIGEST_LEN> = Answers {
    examples: &[("abc", ABC), (DIGITS, LONGER)],
    lengths: &LENGTHS,
    digest_of_digests: DIGEST_OF_DIGESTS,
};

/// The lengths of the messages 0, 1, 2, ... (modulo 256) hashed in [`DIGEST_OF_DIGESTS`].
const LENGTHS: [usize; 21] = [
    0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129, 191, 192, 255, 256, 257, 512, 1000,
];

const ABC: [u8; DIGEST_LEN] = [
    0x90, 0x01, 0x50, 0x98, 0x3c, 0xd2, 0x4f, 0xb0, 0xd6, 0x96, 0x3f, 0x7d, 0x28, 0xe1, 0x7f, 0x72,
];

const DIGITS: &str = "1234567890123456789012345678901234567890\
    1234567890123456789012345678901234567890";

const LONGER: [u8; DIGEST_LEN] = [
    0x57, 0xed, 0xf4, 0xa2, 0x2b, 0xe3, 0xc9, 0x55, 0xac, 0x49, 0xda, 0x2e, 0x21, 0x07, 0xb6, 0x7a,
];

const DIGEST_OF_DIGESTS: [u8; DIGEST_LEN] = [
    0x34, 0x33, 0xe0, 0x7a, 0x1b, 0xa7, 0x4d, 0x5c, 0x42, 0xdf, 0x45, 0xe6, 0xdb, 0x3a, 0x02, 0x35,
];
