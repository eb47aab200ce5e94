//! Known answers for the self-test: NIST's examples for FIPS 180-4, and a digest over digests
//! computed by CPython's hashlib.

use super::DIGEST_LEN;
use crate::prim::family::hash::Answers;

pub(super) const ANSWERS: Answers<DIGEST_LEN> = Answers {
    examples: &[("abc", ABC), (TWO_BLOCKS, LONGER)],
    lengths: &LENGTHS,
    digest_of_digests: DIGEST_OF_DIGESTS,
};

/// The lengths of the messages 0, 1, 2, ... (modulo 256) hashed in [`DIGEST_OF_DIGESTS`].
const LENGTHS: [usize; 21] = [
    0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129, 191, 192, 255, 256, 257, 512, 1000,
];

const ABC: [u8; DIGEST_LEN] = [
    0xa9, 0x99, 0x3e, 0x36, 0x47, 0x06, 0x81, 0x6a, 0xba, 0x3e, 0x25, 0x71, 0x78, 0x50, 0xc2, 0x6c,
    0x9c, 0xd0, 0xd8, 0x9d,
];

const TWO_BLOCKS: &str = "abcdbcdecdefdefgefghfghighij\
    hijkijkljklmklmnlmnomnopnopq";

const LONGER: [u8; DIGEST_LEN] = [
    0x84, 0x98, 0x3e, 0x44, 0x1c, 0x3b, 0xd2, 0x6e, 0xba, 0xae, 0x4a, 0xa1, 0xf9, 0x51, 0x29, 0xe5,
    0xe5, 0x46, 0x70, 0xf1,
];

const DIGEST_OF_DIGESTS: [u8; DIGEST_LEN] = [
    0x43, 0x0c, 0x6a, 0xad, 0x64, 0xdc, 0x88, 0xeb, 0xa7, 0x47, 0xb2, 0xc8, 0xf0, 0x4d, 0xb3, 0xd3,
    0xdb, 0x22, 0x64, 0xf2,
];
